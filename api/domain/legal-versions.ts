import { listShownSections, type SitePage } from './site-pages.ts';

/** The pages of the legal texts that a user accepts at sign-up. */
export const legalAddresses = { terms: '/terms', privacy: '/privacy' } as const;

/** The version in force of a legal text, as its page says it; '-' without such a page. Sign-up records which one a user accepted. */
export function getLegalVersion(pages: ReadonlyMap<string, SitePage>, document: keyof typeof legalAddresses): string {
  const page = pages.get(legalAddresses[document]);
  const legal = page && listShownSections(page).find((section) => section.kind === 'legal');
  return legal?.fields.version || '-';
}
