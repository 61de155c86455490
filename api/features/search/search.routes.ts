import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { isPermitted, toViewer } from '#api/endpoints/access.ts';
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
      ({ query, caller }) => {
        // While a new site is set up, visitors see one page that says so, and nothing of its first texts.
        const isOpen = deps.site.isPublic() || (caller !== null && isPermitted(caller, 'overview.read'));
        return isOpen ? searchContent(deps, query, toViewer(caller)) : { results: [] };
      },
    )
    .build();
}
