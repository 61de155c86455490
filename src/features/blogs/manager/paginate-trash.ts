import type { TrashedBlogJson } from '#api/features/blogs/blogs.contract.ts';
import { PAGE_SIZE, type ListState } from './list-state.ts';

/** The part of the trash that a view shows: the API answers all of it, and a trash is small. */
export function paginateTrash(all: readonly TrashedBlogJson[], view: ListState) {
  const terms = view.search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = all.filter(({ title, slug }) => {
    const text = `${title} ${slug}`.toLowerCase();
    return terms.every((word) => text.includes(word));
  });
  const start = (view.page - 1) * PAGE_SIZE;
  return { found: matches.slice(start, start + PAGE_SIZE), total: matches.length };
}
