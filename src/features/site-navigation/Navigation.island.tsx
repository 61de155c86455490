import './site-navigation.css';
import { type ReactNode, useEffect, useState } from 'react';
import {
  announcementFields,
  listNavigationFaults,
  navigationFields,
  type SiteNavigation,
} from '#api/domain/site-navigation.ts';
import { createEmptyValues } from '#api/domain/fields.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useDraftEditor } from '#src/features/drafts/use-draft-editor.ts';
import { useMissingPaths } from '#src/features/redirects/MissingPaths.tsx';
import { Redirects } from '#src/features/redirects/Redirects.tsx';
import { SitePartFrame } from '#src/features/site-changes/SitePartFrame.tsx';
import { usePartFaults } from '#src/features/site-changes/use-part-faults.ts';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useView } from '#src/lib/use-view.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { focusField, readAddressedField } from '#src/ui/fields/addressed-field.ts';
import { FieldInput } from '#src/ui/fields/FieldInput.tsx';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import type { FaultsByPath } from '#src/ui/fields/form-fields.ts';
import { TreeInput } from '#src/ui/fields/TreeInput.tsx';
import { useHeldFaults } from '#src/ui/fields/use-held-faults.ts';
import { ScreenTabs } from '#src/ui/navigation/ScreenTabs.tsx';
import { HeaderPreview } from './HeaderPreview.tsx';
import { formatNavigationFields, loadNavigation, navigationDraftApi } from './navigation-draft.ts';

const VIEWS = [
  { view: 'menus', label: 'Menus' },
  { view: 'announcement', label: 'Announcement' },
  { view: 'redirects', label: 'Redirects' },
] as const;
const implyView = (query: URLSearchParams) =>
  readAddressedField(query) in announcementFields ? ('announcement' as const) : undefined;
const EMPTY = { fields: createEmptyValues(navigationFields), content: '' };

type View = (typeof VIEWS)[number]['view'];

/** What leads through the site: menus and footer, a draft until they are published, and redirects, which are live at once. */
export function NavigationIsland() {
  return (
    <RequireAuth access="navigation.manage" keepOnExpiry>
      {({ id }) => <Navigation userId={id} />}
    </RequireAuth>
  );
}

function Navigation({ userId }: { userId: number }) {
  const { view, toHref, open } = useView(paths.adminNavigation, VIEWS, implyView);
  const missing = useMissingPaths();
  const views = VIEWS.map((each) => (each.view === 'redirects' ? { ...each, count: missing.value?.total ?? 0 } : each));
  return (
    <div className="screen-parts site-navigation">
      <ScreenTabs label="Navigation" views={views} current={view} toHref={toHref} onOpen={open} />
      <DraftLoader userId={userId} view={view} />
      {view === 'redirects' && <Redirects userId={userId} missing={missing} />}
    </div>
  );
}

/** The draft stays on the page while redirects are shown: what is typed is saved on. */
function DraftLoader({ userId, view }: { userId: number; view: View }) {
  const { value, error, reload } = useQuery('navigation draft', loadNavigation);
  if (value) return <DraftEditor userId={userId} loaded={value} view={view} />;
  if (view === 'redirects') return null;
  if (error !== null) return <ErrorPanel title="Couldn’t load the menus" message={error} onRetry={reload} />;
  return <Skeleton kind="line" count={8} />;
}

type EditorProps = { userId: number; loaded: Awaited<ReturnType<typeof loadNavigation>>; view: View };

function DraftEditor({ userId, loaded, view }: EditorProps) {
  const draftEditor = useDraftEditor<SiteNavigation, typeof loaded.live>({
    kind: 'navigation',
    userId,
    loaded,
    empty: EMPTY,
    isNew: () => false,
    draftApi: navigationDraftApi,
    toEditUrl: () => paths.adminNavigation,
  });
  const { fields, change } = draftEditor.draft;
  const faults = usePartFaults('navigation', draftEditor, listNavigationFaults(fields));
  return (
    <SitePartFrame draftEditor={draftEditor} formatFields={formatNavigationFields} what="the navigation">
      {view === 'menus' && <Menus fields={fields} faults={faults} onChange={change} />}
      {view === 'announcement' && <AnnouncementForm fields={fields} faults={faults} onChange={change} />}
    </SitePartFrame>
  );
}

/** The field of the address, which has the focus at first. */
function useShownField(): string {
  const [name] = useState(() => readAddressedField(new URLSearchParams(window.location.search)));
  useEffect(() => {
    if (name) focusField(name);
  }, [name]);
  return name;
}

type FormProps = {
  fields: SiteNavigation;
  faults: FaultsByPath;
  onChange: (some: Partial<SiteNavigation>) => void;
};

/** The line above the header, as it will be and when. */
function AnnouncementForm({ fields, faults, onChange }: FormProps) {
  useShownField();
  const { announcement_text: text, announcement_link: label, announcement_href: href } = fields;
  return (
    <div className="announcement-form">
      {text.trim() !== '' && (
        <p className="announcement-preview" aria-hidden="true">
          <span>{text}</span> {href.trim() !== '' && <u>{label}</u>}
        </p>
      )}
      <FieldsForm
        fields={announcementFields}
        values={fields}
        faults={faults}
        onChange={(name, value) => onChange({ [name]: value } as Partial<SiteNavigation>)}
      />
    </div>
  );
}

function Menus({ fields, faults, onChange }: FormProps) {
  const { shownFaults, hold } = useHeldFaults(faults);
  const shownField = useShownField();
  const [openEntry, setOpenEntry] = useState<number | null>(null);
  const toProps = <Name extends keyof SiteNavigation>(name: Name) => ({
    field: navigationFields[name],
    path: name,
    value: fields[name],
    faults: shownFaults,
    shownField,
    onChange: (value: unknown) => onChange({ [name]: value } as Partial<SiteNavigation>),
  });
  return (
    <form className="menus" noValidate onSubmit={(event) => event.preventDefault()} {...hold}>
      <Part title="Header menu">
        <div className="menu-columns">
          <div>
            <TreeInput
              {...toProps('menu')}
              hasLevels
              onOpen={(place) => setOpenEntry(place && (place.parent ?? place.at))}
            />
            <p className="field-hint key-hint">
              <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Alt</kbd> <kbd>→</kbd> into a group, <kbd>Alt</kbd>{' '}
              <kbd>←</kbd> out of it
            </p>
          </div>
          <HeaderPreview menu={fields.menu} open={openEntry} />
        </div>
      </Part>
      <Part title="Product menus" hint={navigationFields.product_menus.hint}>
        <TreeInput {...toProps('product_menus')} />
      </Part>
      <Part title="Footer">
        <TreeInput {...toProps('footer')} layout="columns" />
      </Part>
      <Part title="Last line of the footer">
        <TreeInput {...toProps('footer_line')} />
      </Part>
      <Part title="Social links">
        <FieldInput {...toProps('socials_title')} />
        <TreeInput {...toProps('socials')} />
      </Part>
    </form>
  );
}

const Part = ({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) => (
  <section className="menus-part" aria-label={title}>
    <h2>{title}</h2>
    {hint && <p className="field-hint">{hint}</p>}
    {children}
  </section>
);
