import { listShownSections, type SitePage } from './site-pages.ts';

/** A version of a legal page that another one has replaced. */
export type EarlierVersion = { version: string; path: string; effectiveFrom: string; replacedAt: number };

/** What visitors of a legal page are told of its versions; `current` is the address of the one in effect, on earlier ones. */
export type LegalVersions = { earlier: readonly EarlierVersion[]; current: string | null };

/** The pages of the legal texts that a user accepts at sign-up. */
export const legalAddresses = { terms: '/terms', privacy: '/privacy' } as const;

/** The version in force of a legal text, as its page says it; '-' without such a page. Sign-up records which one a user accepted. */
export function getLegalVersion(pages: ReadonlyMap<string, SitePage>, document: keyof typeof legalAddresses): string {
  const page = pages.get(legalAddresses[document]);
  return (page && findLegalSection(page)?.fields.version) || '-';
}

export const findLegalSection = (page: SitePage) => listShownSections(page).find((section) => section.kind === 'legal');

/** Where visitors read an earlier version of the page at `address`. */
export const toVersionPath = (address: string, version: string): string =>
  `${address}/versions/${version
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}`;
