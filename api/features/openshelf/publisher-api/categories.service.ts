import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import type { categoriesResponse } from './publisher-api.contract.ts';
import { listCategoryRows } from './publisher-api.queries.ts';

type CategoryDeps = Pick<Deps, 'db'>;

/** All categories, each top-level one before its subcategories. */
export async function listCategories({ db }: CategoryDeps): Promise<z.infer<typeof categoriesResponse>> {
  const rows = await listCategoryRows(db);
  return { categories: rows.map(({ id, name, parentId }) => ({ id, name, parent_id: parentId })) };
}

/** The ids of a top-level category and of one of its subcategories. @throws validation_failed for unknown names. */
export async function resolveCategories(
  { db }: CategoryDeps,
  names: { category: string; subcategory?: string | null | undefined },
): Promise<{ categoryId: number; subcategoryId: number | null }> {
  const rows = await listCategoryRows(db);
  const resolve = (path: 'category' | 'subcategory', parentId: number | null): number => {
    const row = rows.find((each) => each.parentId === parentId && each.name === names[path]);
    if (!row) throw invalidFieldError(path, 'This category no longer exists. Choose another.');
    return row.id;
  };
  const categoryId = resolve('category', null);
  return { categoryId, subcategoryId: names.subcategory ? resolve('subcategory', categoryId) : null };
}
