import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
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
  return endpoints(deps, { tag, access: 'categories.manage' })
    .get(
      '/with-counts',
      {
        summary: 'List categories with their number of published posts',
        access: 'anyone',
        answer: categoriesWithCountsResponse,
      },
      () => listCategoriesWithCounts(deps),
    )
    .get(
      '/',
      {
        summary: 'List categories with their number of posts, except those in the trash',
        answer: managedCategoriesResponse,
      },
      () => listManagedCategories(deps),
    )
    .post(
      '/',
      {
        summary: 'Create a category',
        body: categoryRequest,
        answer: categoryResponse,
        status: 201,
        fails: ['conflict'],
      },
      async ({ body, caller }) => {
        const created = await createCategory(deps, caller.user.id, body);
        return created;
      },
    )
    .put(
      '/:id',
      {
        summary: 'Update a category’s name, description or address; old addresses redirect to the new one',
        params: idParams,
        body: categoryRequest,
        answer: categoryResponse,
        fails: ['not_found', 'conflict'],
      },
      ({ params, body, caller }) => updateCategory(deps, caller.user.id, params.id, body),
    )
    .delete(
      '/:id',
      { summary: 'Delete a category; its posts are kept', params: idParams, fails: ['not_found'] },
      ({ params, caller }) => deleteCategory(deps, caller.user.id, params.id),
    )
    .build();
}
