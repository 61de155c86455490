import { api } from '#src/lib/api-client.ts';
import { useListQuery } from '#src/lib/use-query.ts';

export const RELEASES_PER_PAGE = 15;

/** One page of the releases, loaded again whenever `version` says that there is another state. */
export function useReleases(page: number, version: string) {
  const query = { page, limit: RELEASES_PER_PAGE };
  return useListQuery(`${page} ${version}`, (signal) => api.get('/api/releases', { query, signal }));
}
