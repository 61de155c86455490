import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import { describe } from '../../http/openapi.ts';
import { anyone } from '../../middleware/access.ts';
import { categoriesWithCounts } from './categories.contract.ts';
import { listCategoriesWithCounts } from './categories.service.ts';

export function categoryRoutes(deps: Deps) {
  return new Hono().get(
    '/with-counts',
    anyone,
    describe({
      summary: 'All categories with the number of their public posts',
      tag: 'Categories',
      ok: categoriesWithCounts,
    }),
    async (context) => context.json(await listCategoriesWithCounts(deps)),
  );
}
