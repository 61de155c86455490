import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import {
  overviewCountsResponse,
  overviewResponse,
  overviewSearchQuery,
  overviewSearchResponse,
} from './overview.contract.ts';
import { countForNavigation, getOverview, searchOverview } from './overview.service.ts';

const tag = 'Overview';
const fails: ErrorCode[] = ['unauthenticated', 'forbidden'];

export function overviewRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'overview.read' })
    .get('/', { summary: 'Get what the start page shows', answer: overviewResponse, fails }, ({ caller }) =>
      getOverview(deps, caller.user),
    )
    .get(
      '/counts',
      { summary: 'Get the counts in the side navigation', answer: overviewCountsResponse, fails },
      ({ caller }) => countForNavigation(deps, caller.user),
    )
    .get(
      '/search',
      {
        summary: 'Search posts, documents and publications by title, whatever their status, and users by name or email',
        query: overviewSearchQuery,
        answer: overviewSearchResponse,
        fails: [...fails, 'validation_failed'],
      },
      ({ query, caller }) => searchOverview(deps, caller.user, query.q),
    )
    .build();
}
