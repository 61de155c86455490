import type { SiteContent } from '#api/domain/site-content.ts';
import { listShownSections } from '#api/domain/site-pages.ts';
import { isFrequentKind } from './frequent-kinds.ts';

/**
 * The path by which Astro finds what renders an address: a page of the owner with sections of other than the frequent kinds has a route
 * of its own, with the styles of all of them.
 */
export function toRoutePath({ pages }: SiteContent, address: string): string {
  const page = pages.get(address);
  return !page || listShownSections(page).every(({ kind }) => isFrequentKind(kind))
    ? address
    : `/all-sections${address}`;
}
