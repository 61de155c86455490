import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { idParams } from '#api/http/pagination.ts';
import { allowAnyone, requirePermission } from '#api/middleware/access.ts';
import {
  categoriesWithCountsResponse,
  categoryResponse,
  categoryRequest,
  managedCategoriesResponse,
} from './categories.contract.ts';
import {
  createCategory,
  deleteCategory,
  listCategoriesWithCounts,
  listManagedCategories,
  updateCategory,
} from './categories.service.ts';

const tag = 'Categories';

export function categoryRoutes(deps: Deps) {
  const access = requirePermission(deps, 'categories.manage');
  return new Hono()
    .get(
      '/with-counts',
      allowAnyone,
      documentRoute({
        summary: 'List categories with their number of published posts',
        tag,
        ok: categoriesWithCountsResponse,
      }),
      async (context) => context.json(await listCategoriesWithCounts(deps)),
    )
    .get(
      '/',
      access,
      documentRoute({
        summary: 'List categories with their number of posts, except those in the trash',
        tag,
        ok: managedCategoriesResponse,
      }),
      async (context) => context.json(await listManagedCategories(deps)),
    )
    .post(
      '/',
      access,
      documentRoute({ summary: 'Create a category', tag, ok: categoryResponse, status: 201, fails: ['conflict'] }),
      validateRequest('json', categoryRequest),
      async (context) => {
        const created = await createCategory(deps, context.var.caller.user.id, context.req.valid('json'));
        return context.json(created, 201);
      },
    )
    .put(
      '/:id',
      access,
      documentRoute({
        summary: 'Update a category’s name, description or address; old addresses redirect to the new one',
        tag,
        ok: categoryResponse,
        fails: ['not_found', 'conflict'],
      }),
      validateRequest('param', idParams),
      validateRequest('json', categoryRequest),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await updateCategory(deps, context.var.caller.user.id, id, context.req.valid('json')));
      },
    )
    .delete(
      '/:id',
      access,
      documentRoute({ summary: 'Delete a category; its posts are kept', tag, status: 204, fails: ['not_found'] }),
      validateRequest('param', idParams),
      async (context) => {
        await deleteCategory(deps, context.var.caller.user.id, context.req.valid('param').id);
        return context.body(null, 204);
      },
    );
}
