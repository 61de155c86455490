import { useEffect } from 'react';

type Change = (update: { page: number }, options: { isPush: boolean }) => void;

/**
 * For a list that has become shorter: goes to its last page instead of showing an empty one. `pages` is how many there
 * are, null until that is known of what is asked for; `change` must stay the same function. Tells whether it goes.
 */
export function useClampedPage(page: number, pages: number | null, change: Change): boolean {
  const lastPage = Math.max(1, pages ?? 1);
  const isOutOfRange = pages !== null && page > lastPage;
  useEffect(() => {
    if (isOutOfRange) change({ page: lastPage }, { isPush: false });
  }, [isOutOfRange, lastPage, change]);
  return isOutOfRange;
}
