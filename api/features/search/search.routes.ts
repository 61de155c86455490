import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import { describe, parse } from '../../http/openapi.ts';
import { anyone } from '../../middleware/access.ts';
import { searchQuery, searchResults } from './search.contract.ts';
import { search } from './search.service.ts';

export function searchRoutes(deps: Deps) {
  return new Hono().get(
    '/',
    anyone,
    describe({
      summary: 'Finds public posts (and, for signed-in people, documents)',
      tag: 'Search',
      ok: searchResults,
      fails: ['validation_failed', 'unauthenticated'],
    }),
    parse('query', searchQuery),
    async (context) => context.json(await search(deps, context.req.valid('query'))),
  );
}
