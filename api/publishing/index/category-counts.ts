import type { CategoryCount, CategorySidebar } from '#api/domain/content.ts';
import type { IndexedCategory, PublicIndex } from './public-index.ts';

/** Categories in the sidebar of each page of the blog: with thousands of them a page would have half a megabyte. */
export const SIDEBAR_CATEGORIES = 30;

/** The page of all categories; it exists when there are more than the sidebar shows. */
export const ALL_CATEGORIES = '/categories/all';

export const hasAllCategories = ({ categories }: PublicIndex) => categories.length > SIDEBAR_CATEGORIES;

export const toCategoryCount = (index: PublicIndex, category: IndexedCategory): CategoryCount => ({
  ...category,
  blog_count: index.list(category.id).length,
});

/** Cached for each version of an index, because every page of the blog needs it. */
const computed = new WeakMap<PublicIndex, { version: number; sidebar: CategorySidebar }>();

/** The categories with the most posts, by name. */
export function getCategorySidebar(index: PublicIndex): CategorySidebar {
  const cached = computed.get(index);
  if (cached?.version === index.version) return cached.sidebar;
  const sidebar = { categories: listFullestCategories(index), total: index.categories.length };
  computed.set(index, { version: index.version, sidebar });
  return sidebar;
}

function listFullestCategories(index: PublicIndex): CategoryCount[] {
  const counted = index.categories.map((category, at) => ({
    category,
    at,
    count: index.list(category.id).length,
  }));
  return counted
    .sort((a, b) => b.count - a.count || a.at - b.at)
    .slice(0, SIDEBAR_CATEGORIES)
    .sort((a, b) => a.at - b.at)
    .map(({ category }) => toCategoryCount(index, category));
}
