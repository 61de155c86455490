import { getSiteFacts } from '#api/domain/site-facts.ts';
import { truncateExcerpt } from '#api/domain/excerpt.ts';
import type { ProductDocumentation, PublicDocument } from '#api/domain/content.ts';

const DESCRIPTION_LENGTH = 155;

export const documentationTitle = 'Documentation';

/** What documents without a product are listed under. */
export const formatProductName = ({ product }: ProductDocumentation): string => product ?? 'General';

/** Where the documents of a product are in the list of all. */
export const toProductAnchor = ({ product_id: id }: ProductDocumentation): string => `product-${id ?? 'none'}`;

export const formatListLabel = (documentation: ProductDocumentation): string =>
  documentation.product === null ? 'All documents' : `All ${documentation.product} documents`;

/** In search results: how the text begins, without one whose it is. */
export const describeDocument = ({ title, text, documentation }: PublicDocument): string =>
  truncateExcerpt(text, DESCRIPTION_LENGTH) || `${title}: ${documentation.product ?? getSiteFacts().company}`;

export const describeDocumentation = (): string => `Guides and answers from ${getSiteFacts().company}, by product.`;

/** schema.org TechArticle of a document. */
export const toTechArticleJsonLd = (
  document: PublicDocument,
  url: string,
  language: string,
): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@type': 'TechArticle',
  headline: document.title,
  description: describeDocument(document),
  dateModified: document.updated_at,
  publisher: { '@type': 'Organization', name: getSiteFacts().company },
  mainEntityOfPage: url,
  // Undefined is left out.
  articleSection: document.section ?? undefined,
  inLanguage: language,
});
