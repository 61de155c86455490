import { Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import type { ErrorCode } from '../../http/errors.ts';
import { describe, parse } from '../../http/openapi.ts';
import { idParam } from '#api/http/pagination.ts';
import { adminOnly, anyone } from '../../middleware/access.ts';
import { categoriesWithCounts, category, categoryInput, managedCategories } from './categories.contract.ts';
import {
  createCategory,
  deleteCategory,
  listCategoriesWithCounts,
  listManagedCategories,
  updateCategory,
} from './categories.service.ts';

const tag = 'Categories';
const fails: ErrorCode[] = ['validation_failed', 'unauthenticated', 'forbidden'];

export function categoryRoutes(deps: Deps) {
  const admin = adminOnly(deps);
  return new Hono()
    .get(
      '/with-counts',
      anyone,
      describe({
        summary: 'All categories with the number of their public posts',
        tag,
        ok: categoriesWithCounts,
      }),
      async (context) => context.json(await listCategoriesWithCounts(deps)),
    )
    .get(
      '/',
      admin,
      describe({
        summary: 'All categories with the number of their posts: all of them, but those in the trash',
        tag,
        ok: managedCategories,
        fails: ['unauthenticated', 'forbidden'],
      }),
      async (context) => context.json(await listManagedCategories(deps)),
    )
    .post(
      '/',
      admin,
      describe({ summary: 'Adds a category', tag, ok: category, status: 201, fails: [...fails, 'conflict'] }),
      parse('json', categoryInput),
      async (context) => {
        const made = await createCategory(deps, context.var.caller.user.id, context.req.valid('json'));
        return context.json(made, 201);
      },
    )
    .put(
      '/:id',
      admin,
      describe({
        summary: 'Renames or describes a category; its address stays',
        tag,
        ok: category,
        fails: [...fails, 'not_found', 'conflict'],
      }),
      parse('param', idParam),
      parse('json', categoryInput),
      async (context) => {
        const { id } = context.req.valid('param');
        return context.json(await updateCategory(deps, context.var.caller.user.id, id, context.req.valid('json')));
      },
    )
    .delete(
      '/:id',
      admin,
      describe({
        summary: 'Deletes a category; its posts stay',
        tag,
        status: 204,
        fails: [...fails, 'not_found'],
      }),
      parse('param', idParam),
      async (context) => {
        await deleteCategory(deps, context.var.caller.user.id, context.req.valid('param').id);
        return context.body(null, 204);
      },
    );
}
