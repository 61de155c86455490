import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { requirePermission } from '#api/middleware/access.ts';
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
  const access = requirePermission(deps, 'overview.read');
  return new Hono()
    .get(
      '/',
      access,
      documentRoute({ summary: 'Get what the start page shows', tag, ok: overviewResponse, fails }),
      async (context) => context.json(await getOverview(deps, context.var.caller.user.role)),
    )
    .get(
      '/counts',
      access,
      documentRoute({ summary: 'Get the counts in the side navigation', tag, ok: overviewCountsResponse, fails }),
      async (context) => context.json(await countForNavigation(deps, context.var.caller.user.role)),
    )
    .get(
      '/search',
      access,
      documentRoute({
        summary: 'Search posts, documents and publications by title, whatever their status, and users by name or email',
        tag,
        ok: overviewSearchResponse,
        fails: [...fails, 'validation_failed'],
      }),
      validateRequest('query', overviewSearchQuery),
      async (context) => {
        const { q } = context.req.valid('query');
        return context.json(await searchOverview(deps, context.var.caller.user.role, q));
      },
    );
}
