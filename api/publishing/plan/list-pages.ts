/**
 * How lists are cut into pages. Pages are numbered from the oldest: page 1 holds the 12 oldest posts for ever. The
 * newest page (null) holds what is left over after the full pages, plus the last full one, so that it never looks
 * empty: 12 to 23 posts. A new post thus changes the newest page, and every twelfth one adds a page.
 */
export const PAGE_SIZE = 12;

export type Slice = { start: number; end: number };

/** How many numbered pages there are below the newest one. */
export function numberedPages(total: number): number {
  return Math.max(0, Math.floor(total / PAGE_SIZE) - 1);
}

/** Which posts (oldest first) a page shows, or null when there is no such page. */
export function sliceOfPage(total: number, page: number | null): Slice | null {
  const numbered = numberedPages(total);
  if (page === null) return { start: numbered * PAGE_SIZE, end: total };
  if (!Number.isInteger(page) || page < 1 || page > numbered) return null;
  return { start: (page - 1) * PAGE_SIZE, end: page * PAGE_SIZE };
}

/** The page that shows the post at this place. */
export function pageOfPosition(total: number, position: number): number | null {
  const page = Math.floor(position / PAGE_SIZE) + 1;
  return page > numberedPages(total) ? null : page;
}

/** The neighbouring pages: where 'Newer' and 'Older' lead. */
export function neighboursOfPage(total: number, page: number | null) {
  const numbered = numberedPages(total);
  const older = page === null ? numbered : page - 1;
  const newer = page === null ? null : { page: page === numbered ? null : page + 1 };
  return { newer, older: older >= 1 ? { page: older } : null };
}
