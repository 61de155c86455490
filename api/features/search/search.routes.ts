import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { allowAnyoneWithSession, toViewer } from '#api/middleware/access.ts';
import { searchQuery, searchResponse } from './search.contract.ts';
import { searchContent } from './search.service.ts';

export function searchRoutes(deps: Deps) {
  return new Hono().get(
    '/',
    allowAnyoneWithSession(deps),
    documentRoute({
      summary: 'Search published posts, works on the shelf and, for signed-in users, documents; best match first',
      tag: 'Search',
      ok: searchResponse,
      fails: ['unauthenticated'],
    }),
    validateRequest('query', searchQuery),
    async (context) => {
      const { optionalCaller: caller } = context.var;
      return context.json(await searchContent(deps, context.req.valid('query'), caller && toViewer(caller)));
    },
  );
}
