import './site-settings.css';
import { useEffect } from 'react';
import { type SettingsGroup, settingsGroups } from '#api/domain/site-settings.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useDraftEditor } from '#src/features/drafts/use-draft-editor.ts';
import { SitePartFrame } from '#src/features/site-changes/SitePartFrame.tsx';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useView } from '#src/lib/use-view.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { focusAddressedField, readAddressedField } from '#src/ui/fields/addressed-field.ts';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import { ScreenTabs } from '#src/ui/navigation/ScreenTabs.tsx';
import { FeatureSettings } from './features/FeatureSettings.tsx';
import {
  findSettingsFaults,
  type FlatSettings,
  formatSettingsFields,
  getGroupValues,
  loadSettings,
  settingsDraftApi,
} from './settings-draft.ts';

const VIEWS: { view: SettingsGroup; label: string }[] = [
  { view: 'company', label: 'Company' },
  { view: 'brand', label: 'Brand' },
  { view: 'language', label: 'Language and formats' },
  { view: 'tax', label: 'Tax' },
  { view: 'mail', label: 'Email' },
  { view: 'search', label: 'Search engines' },
  { view: 'features', label: 'Features' },
];
const loadBrandSettings = () => import('./brand/BrandSettings.tsx');
const EMPTY = { fields: {}, content: '' };

const implyView = (query: URLSearchParams) =>
  VIEWS.find(({ view }) => readAddressedField(query).startsWith(`${view}.`))?.view;

/** What the owner says about the company: a draft while it is typed, live when it is published. */
export function SiteSettingsIsland() {
  return (
    <RequireAuth access="settings.manage" keepOnExpiry>
      {({ id }) => <SettingsLoader userId={id} />}
    </RequireAuth>
  );
}

function SettingsLoader({ userId }: { userId: number }) {
  const { value, error, reload } = useQuery('settings draft', loadSettings);
  if (value) return <SettingsEditor userId={userId} loaded={value} />;
  if (error !== null) return <ErrorPanel title="Couldn’t load the settings" message={error} onRetry={reload} />;
  return <Skeleton kind="field" count={6} />;
}

type EditorProps = { userId: number; loaded: Awaited<ReturnType<typeof loadSettings>> };

function SettingsEditor({ userId, loaded }: EditorProps) {
  const draftEditor = useDraftEditor<FlatSettings, typeof loaded.live>({
    kind: 'settings',
    userId,
    loaded,
    empty: EMPTY,
    isNew: () => false,
    draftApi: settingsDraftApi,
    toEditUrl: () => paths.adminSettings,
  });
  const { draft } = draftEditor;
  const { fields } = draft;
  const { view, toHref, open } = useView(paths.adminSettings, VIEWS, implyView);
  useEffect(focusAddressedField, []);
  const faults = findSettingsFaults(fields);
  const change = (path: string, value: unknown) => draft.change({ [path]: value });
  return (
    <div className="screen-parts site-settings">
      <SitePartFrame draftEditor={draftEditor} formatFields={formatSettingsFields} what="the settings">
        <ScreenTabs label="Settings" views={VIEWS} current={view} toHref={toHref} onOpen={open} />
        {view === 'brand' ? (
          <LazyBoundary load={loadBrandSettings}>
            {({ BrandSettings }) => <BrandSettings settings={fields} faults={faults} onChange={change} />}
          </LazyBoundary>
        ) : view === 'features' ? (
          <FeatureSettings settings={fields} onChange={change} />
        ) : (
          <FieldsForm
            key={view}
            fields={settingsGroups[view]}
            values={getGroupValues(fields, view)}
            prefix={`${view}.`}
            faults={faults}
            onChange={(name, value) => change(`${view}.${name}`, value)}
          />
        )}
      </SitePartFrame>
    </div>
  );
}
