import type { DocumentReaders } from './enums.ts';

/** Who may read documentation; the first is the choice of a new product. */
export const documentReaderWords = {
  users: 'Signed-in users',
  everyone: 'Everyone',
} satisfies Record<DocumentReaders, string>;

export const documentReaderHints = {
  users: 'Visitors are asked to sign in.',
  everyone: 'Published documents are pages of the site, also for search engines. Drafts stay private.',
} satisfies Record<DocumentReaders, string>;
