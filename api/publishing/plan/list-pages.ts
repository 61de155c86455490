/**
 * How lists are split into pages. Pages are numbered from the oldest: page 1 always holds the 12 oldest posts. The
 * newest page (null) has the posts after the last full page, plus that page, so that it never looks
 * empty: 12 to 23 posts. A new post thus changes the newest page, and every twelfth one adds a page.
 */
export const POSTS_PER_PAGE = 12;

export type PageSlice = { start: number; end: number };

/** How many numbered pages there are below the newest one. */
export function countNumberedPages(total: number): number {
  return Math.max(0, Math.floor(total / POSTS_PER_PAGE) - 1);
}

/** Which posts (oldest first) a page shows, or null when there is no such page. */
export function getPageSlice(total: number, page: number | null): PageSlice | null {
  const numbered = countNumberedPages(total);
  if (page === null) return { start: numbered * POSTS_PER_PAGE, end: total };
  if (!Number.isInteger(page) || page < 1 || page > numbered) return null;
  return { start: (page - 1) * POSTS_PER_PAGE, end: page * POSTS_PER_PAGE };
}

/** The page that shows the post at this place. */
export function getPageAtPosition(total: number, position: number): number | null {
  const page = Math.floor(position / POSTS_PER_PAGE) + 1;
  return page > countNumberedPages(total) ? null : page;
}

/** The neighbouring pages: where 'Newer' and 'Older' lead. */
export function getAdjacentPages(total: number, page: number | null) {
  const numbered = countNumberedPages(total);
  const older = page === null ? numbered : page - 1;
  const newer = page === null ? null : { page: page === numbered ? null : page + 1 };
  return { newer, older: older >= 1 ? { page: older } : null };
}
