/** A paragraph, or the items of a list. */
type LegalBlock = string | readonly string[];

type LegalSection = { id: string; title: string; body: readonly LegalBlock[] };

export type LegalDocument = {
  title: string;
  description: string;
  lead: string;
  /** Sign-up records which version a person accepted (api/domain/legal-versions.ts). */
  version: { version: string; effectiveFrom: string };
  /** Three sentences for those who read no further. */
  summary: readonly string[];
  sections: readonly LegalSection[];
};
