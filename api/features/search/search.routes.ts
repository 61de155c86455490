import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { toViewer } from '#api/endpoints/access.ts';
import { searchQuery, searchResponse } from './search.contract.ts';
import { searchContent } from './search.service.ts';

export function searchRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Search', access: 'optional-session' })
    .get(
      '/',
      {
        summary:
          'Search pages, published posts, works on the shelf and documents that the caller may read; best match first, also for words with a typo',
        query: searchQuery,
        answer: searchResponse,
        fails: ['unauthenticated'],
      },
      ({ query, caller }) => searchContent(deps, query, toViewer(caller)),
    )
    .build();
}
