import type { SiteChangesJson } from '#api/features/site-changes/site-changes.contract.ts';
import { api } from '#src/lib/api-client.ts';

export type SiteChange = SiteChangesJson['changes'][number];

export const fetchSiteChanges = async (signal: AbortSignal): Promise<SiteChange[]> =>
  (await api.get('/api/admin/site-changes', { signal })).changes;

const toParts = (changes: readonly SiteChange[]) => changes.map(({ kind, id, version }) => ({ kind, id, version }));

/** @throws ApiError, as when one was saved since. */
export const publishSiteChanges = (changes: readonly SiteChange[]) =>
  api.post('/api/admin/site-changes/publish', { json: { parts: toParts(changes) } });

/** @throws ApiError, as when one was saved since. */
export const discardSiteChanges = (changes: readonly SiteChange[]) =>
  api.post('/api/admin/site-changes/discard', { json: { parts: toParts(changes) } });
