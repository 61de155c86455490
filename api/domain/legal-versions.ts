/** The versions of the legal texts in force; sign-up records which of them a user accepted. */
export const legalVersions = {
  terms: { version: '1.0', effectiveFrom: '2026-11-01' },
  privacy: { version: '1.1', effectiveFrom: '2026-11-25' },
} as const;
