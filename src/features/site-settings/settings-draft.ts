import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { describeValue, type Fields } from '#api/domain/fields.ts';
import {
  listSettingsFaults,
  type SettingsGroup,
  settingsGroups,
  type SiteSettings,
} from '#api/domain/site-settings.ts';
import type { DraftApi } from '#src/features/drafts/draft-api.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { ApiError, api } from '#src/lib/api-client.ts';

/** Settings by their paths, as in 'company.name': two people who change different fields of a group are no conflict. */
export type FlatSettings = Readonly<Record<string, unknown>>;

const groups = Object.entries(settingsGroups) as [SettingsGroup, Fields][];
const declarations = groups.flatMap(([group, fields]) =>
  Object.entries(fields).map(([name, field]) => ({ group, name, field, path: `${group}.${name}` })),
);

const toFlatSettings = (settings: SiteSettings): FlatSettings =>
  Object.fromEntries(
    declarations.map(({ group, name, path }) => [path, (settings[group] as Record<string, unknown>)[name]]),
  );

const toSettings = (flat: FlatSettings): SiteSettings =>
  Object.fromEntries(groups.map(([group]) => [group, getGroupValues(flat, group)])) as SiteSettings;

/** The values of one group, by the names of its fields. */
export const getGroupValues = (flat: FlatSettings, group: SettingsGroup): Record<string, unknown> =>
  Object.fromEntries(declarations.filter((each) => each.group === group).map(({ name, path }) => [name, flat[path]]));

export const getBrand = (flat: FlatSettings) => getGroupValues(flat, 'brand') as SiteSettings['brand'];
export const getText = (flat: FlatSettings, path: string): string => String(flat[path] ?? '');

/** What keeps the settings from being published, by path. */
export const findSettingsFaults = (flat: FlatSettings): ReadonlyMap<string, string> =>
  new Map(listSettingsFaults(toSettings(flat)).map(({ path, message }) => [path, message]));

export const formatSettingsFields: FieldFormatter<FlatSettings> = (flat) =>
  Object.fromEntries(
    declarations.map(({ field, path }) => [
      path,
      { label: field.label, value: describeValue(field, flat[path]) || '(empty)' },
    ]),
  );

const flattenDraft = (draft: DraftJson<SiteSettings>): DraftJson<FlatSettings> => ({
  ...draft,
  fields: toFlatSettings(draft.fields),
});

/** The version of somebody else that a refused save holds becomes flat, too. */
function rethrowFlat(error: unknown): never {
  if (!(error instanceof ApiError) || !error.versions) throw error;
  const { status, message, code, issues, versions } = error;
  const theirs = flattenDraft(versions.theirs as DraftJson<SiteSettings>);
  throw new ApiError(status, message, { code, issues: [...issues], versions: { ...versions, theirs } });
}

const PATH = '/api/admin/settings/:id/draft';

export const settingsDraftApi = {
  create: () => Promise.reject(new Error('The settings were deleted. Reload the page.')),
  save: (id, { fields, ...input }, options) =>
    api.put(PATH, { param: { id }, json: { ...input, fields: toSettings(fields) }, ...options }).catch(rethrowFlat),
  async load(id: number, signal?: AbortSignal) {
    const loaded = await api.get(PATH, { param: { id }, ...(signal && { signal }) });
    return { live_draft: flattenDraft(loaded.live_draft), draft: loaded.draft && flattenDraft(loaded.draft) };
  },
  discard: (id, version) => api.delete(PATH, { param: { id }, json: { version } }),
  revisions: (id, signal) => api.get('/api/admin/settings/:id/revisions', { param: { id }, signal }),
  async revision(id, number, signal) {
    const param = { id, number };
    const revision = await api.get('/api/admin/settings/:id/revisions/:number', { param, signal });
    return { ...revision, fields: toFlatSettings(revision.fields) };
  },
  restore: (id, number, json) =>
    api.post('/api/admin/settings/:id/revisions/:number/restore', { param: { id, number }, json }).then(flattenDraft),
} satisfies DraftApi<FlatSettings>;

/** The settings with their draft, and which they are. @throws ApiError */
export async function loadSettings(signal: AbortSignal) {
  const { id, revision, updated_at } = await api.get('/api/admin/settings', { signal });
  const { live_draft: liveDraft, draft } = await settingsDraftApi.load(id, signal);
  return { id, live: { title: 'Settings', status: 'published', revision, updated_at }, liveDraft, draft };
}
