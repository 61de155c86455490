import type { Fields } from '#api/domain/fields.ts';
import {
  listSettingsFaults,
  type SettingsGroup,
  settingsGroups,
  type SiteSettings,
} from '#api/domain/site-settings.ts';
import { formatDeclaredFields } from '#src/features/drafts/conflicts/declared-fields.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { createPartDraftApi, flattenDraftApi } from '#src/features/drafts/part-draft-api.ts';
import { api } from '#src/lib/api-client.ts';

/** Settings by their paths, as in 'company.name': two people who change different fields of a group are no conflict. */
export type FlatSettings = Readonly<Record<string, unknown>>;

const groups = Object.entries(settingsGroups) as [SettingsGroup, Fields][];
const declarations = groups.flatMap(([group, fields]) =>
  Object.keys(fields).map((name) => ({ group, name, path: `${group}.${name}` })),
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
  Object.assign({}, ...groups.map(([group, fields]) => formatDeclaredFields(fields, flat, `${group}.`)));

export const settingsDraftApi = flattenDraftApi(
  createPartDraftApi('/api/admin/settings', 'The settings were deleted. Reload the page.'),
  { flatten: toFlatSettings, restore: toSettings },
);

/** The settings with their draft, and which they are. @throws ApiError */
export async function loadSettings(signal: AbortSignal) {
  const { id, revision, updated_at } = await api.get('/api/admin/settings', { signal });
  const { live_draft: liveDraft, draft } = await settingsDraftApi.load(id, signal);
  return { id, live: { title: 'Settings', status: 'published', revision, updated_at }, liveDraft, draft };
}
