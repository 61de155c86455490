import { navigationFields, type SiteNavigation } from '#api/domain/site-navigation.ts';
import { formatDeclaredFields } from '#src/features/drafts/conflicts/declared-fields.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { createPartDraftApi } from '#src/features/drafts/part-draft-api.ts';
import { api } from '#src/lib/api-client.ts';

export const formatNavigationFields: FieldFormatter<SiteNavigation> = (navigation) =>
  formatDeclaredFields(navigationFields, navigation) as ReturnType<FieldFormatter<SiteNavigation>>;

export const navigationDraftApi = createPartDraftApi(
  '/api/admin/navigation',
  'The navigation was deleted. Reload the page.',
);

/** The navigation with its draft, and which it is. @throws ApiError */
export async function loadNavigation(signal: AbortSignal) {
  const { id, revision, updated_at } = await api.get('/api/admin/navigation', { signal });
  const { live_draft: liveDraft, draft } = await navigationDraftApi.load(id, signal);
  return { id, live: { title: 'Navigation', status: 'published', revision, updated_at }, liveDraft, draft };
}
