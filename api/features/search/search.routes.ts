import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import { describe, parse } from '../../http/openapi.ts';
import { anyoneOrSignedIn } from '../../middleware/access.ts';
import { readerOf } from '#api/features/documents/visibility/visibility.service.ts';
import { searchQuery, searchResults } from './search.contract.ts';
import { search } from './search.service.ts';

export function searchRoutes(deps: Deps) {
  return new Hono().get(
    '/',
    anyoneOrSignedIn(deps),
    describe({
      summary: 'Finds public posts and, for signed-in people, documents; the best of both first',
      tag: 'Search',
      ok: searchResults,
      fails: ['validation_failed', 'unauthenticated'],
    }),
    parse('query', searchQuery),
    async (context) => {
      const { maybeCaller: caller } = context.var;
      return context.json(await search(deps, context.req.valid('query'), caller && readerOf(caller)));
    },
  );
}
