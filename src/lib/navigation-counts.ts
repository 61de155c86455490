import { useEffect } from 'react';
import type { OverviewCountsJson } from '#api/features/overview/overview.contract.ts';

export type NavigationCounts = Partial<Omit<OverviewCountsJson, 'has_email_previews'>>;

const dispatch = (detail: NavigationCounts | null) =>
  document.dispatchEvent(new CustomEvent<NavigationCounts | null>('navigation-counts', { detail }));

/** Shows a count that a screen knows in the navigation (`layouts/admin/admin-frame.ts`); null is not known yet. */
export function useNavigationCount(name: keyof NavigationCounts, count: number | null): void {
  useEffect(() => {
    if (count !== null) dispatch({ [name]: count });
  }, [name, count]);
}

/** After an act that changes a count which the screen doesn't know: the navigation requests its counts again. */
export const reloadNavigationCounts = () => dispatch(null);
