import { describeValue, type Field, type ListField } from '#api/domain/fields.ts';
import { navigationFields, type SiteNavigation } from '#api/domain/site-navigation.ts';
import type { DraftApi } from '#src/features/drafts/draft-api.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { api } from '#src/lib/api-client.ts';

const NAMES_MAX = 12;

/** A list by the names of its items, each with those below it: 'Prices, Company (About, Team)'. */
function describeItems(field: ListField, items: readonly Record<string, unknown>[]): string {
  const names = items.slice(0, NAMES_MAX).map((item) => {
    const entries: [string, Field][] = Object.entries(field.item);
    const [name, nested] = [entries[0], entries.find(([, each]) => each.type === 'list')];
    const label = name ? describeValue(name[1], item[name[0]]) || '(untitled)' : '';
    const below = nested ? (item[nested[0]] as Record<string, unknown>[]) : [];
    return nested && below.length > 0 ? `${label} (${describeItems(nested[1] as ListField, below)})` : label;
  });
  return [...names, ...(items.length > NAMES_MAX ? ['…'] : [])].join(', ');
}

export const formatNavigationFields: FieldFormatter<SiteNavigation> = (navigation) =>
  Object.fromEntries(
    Object.entries(navigationFields).map(([name, field]: [string, Field]) => {
      const value = navigation[name as keyof SiteNavigation];
      const words = Array.isArray(value) ? describeItems(field as ListField, value) : describeValue(field, value);
      return [name, { label: field.label, value: words || '(empty)' }];
    }),
  ) as ReturnType<FieldFormatter<SiteNavigation>>;

const PATH = '/api/admin/navigation/:id/draft';

export const navigationDraftApi = {
  create: () => Promise.reject(new Error('The navigation was deleted. Reload the page.')),
  save: (id, json, options) => api.put(PATH, { param: { id }, json, ...options }),
  load: (id: number, signal?: AbortSignal) => api.get(PATH, { param: { id }, ...(signal && { signal }) }),
  discard: (id, version) => api.delete(PATH, { param: { id }, json: { version } }),
  revisions: (id, signal) => api.get('/api/admin/navigation/:id/revisions', { param: { id }, signal }),
  revision: (id, number, signal) =>
    api.get('/api/admin/navigation/:id/revisions/:number', { param: { id, number }, signal }),
  restore: (id, number, json) =>
    api.post('/api/admin/navigation/:id/revisions/:number/restore', { param: { id, number }, json }),
} satisfies DraftApi<SiteNavigation>;

/** The navigation with its draft, and which it is. @throws ApiError */
export async function loadNavigation(signal: AbortSignal) {
  const { id, revision, updated_at } = await api.get('/api/admin/navigation', { signal });
  const { live_draft: liveDraft, draft } = await navigationDraftApi.load(id, signal);
  return { id, live: { title: 'Navigation', status: 'published', revision, updated_at }, liveDraft, draft };
}
