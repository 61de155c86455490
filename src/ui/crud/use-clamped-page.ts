import { useEffect } from 'react';

type Change = (update: { page: number }, options: { isPush: boolean }) => void;

/**
 * For a list that has become shorter: shows its last page instead of an empty one. `pages` is the number of pages there
 * are, null until it is known; `change` must stay the same function. Returns whether the page changes.
 */
export function useClampedPage(page: number, pages: number | null, change: Change): boolean {
  const lastPage = Math.max(1, pages ?? 1);
  const isOutOfRange = pages !== null && page > lastPage;
  useEffect(() => {
    if (isOutOfRange) change({ page: lastPage }, { isPush: false });
  }, [isOutOfRange, lastPage, change]);
  return isOutOfRange;
}
