import './site-settings.css';
import { useEffect } from 'react';
import { type SettingsGroup, settingsGroups } from '#api/domain/site-settings.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { FieldsDraftFrame } from '#src/features/drafts/FieldsDraftFrame.tsx';
import { useDraftEditor } from '#src/features/drafts/use-draft-editor.ts';
import { SiteChangesBar } from '#src/features/site-changes/SiteChangesBar.tsx';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useView } from '#src/lib/use-view.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import { ScreenTabs } from '#src/ui/navigation/ScreenTabs.tsx';
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
  { view: 'language', label: 'Language and formats' },
  { view: 'mail', label: 'Email' },
  { view: 'search', label: 'Search engines' },
];
const EMPTY = { fields: {}, content: '' };

const readField = (query: URLSearchParams) => query.get('field') ?? '';
const implyView = (query: URLSearchParams) => VIEWS.find(({ view }) => readField(query).startsWith(`${view}.`))?.view;

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
  const { autosaver, state, fields } = draft;
  const { view, toHref, open } = useView(paths.adminSettings, VIEWS, implyView);
  useEffect(() => {
    const name = readField(new URLSearchParams(window.location.search));
    if (name) document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
  }, []);
  const showServerDraft = async () => {
    const changes = autosaver.changes();
    const { draft: saved, live_draft: live } = await settingsDraftApi.load(loaded.id);
    draft.applyServerDraft(saved ?? live, changes);
  };
  return (
    <div className="screen-parts site-settings">
      <FieldsDraftFrame
        draftEditor={draftEditor}
        formatFields={formatSettingsFields}
        what="the settings"
        actions={
          <SiteChangesBar
            isDirty={state.isDirty}
            savedVersion={autosaver.draftBase().version}
            onSave={() => autosaver.saveNow()}
            onChanged={showServerDraft}
          />
        }
      >
        <ScreenTabs label="Settings" views={VIEWS} current={view} toHref={toHref} onOpen={open} />
        <FieldsForm
          key={view}
          fields={settingsGroups[view]}
          values={getGroupValues(fields, view)}
          prefix={`${view}.`}
          faults={findSettingsFaults(fields)}
          onChange={(name, value) => draft.change({ [`${view}.${name}`]: value })}
        />
      </FieldsDraftFrame>
    </div>
  );
}
