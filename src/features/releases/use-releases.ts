import type { z } from 'zod';
import type { releasesResponse } from '#api/features/releases/releases.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { useListQuery } from '#src/lib/use-query.ts';

export const RELEASES_PER_PAGE = 15;

/** One page of the releases, loaded again whenever `version` says that there is another state. */
export function useReleases(page: number, version: string) {
  const path = `/api/releases?page=${page}&limit=${RELEASES_PER_PAGE}`;
  return useListQuery(`${path} ${version}`, (signal) => api.get<z.infer<typeof releasesResponse>>(path, { signal }));
}
