import type { DocumentReaders } from './enums.ts';

/** Who may read documentation; the first is the choice of a new product. */
export const documentReaderWords = {
  users: 'Signed-in users',
  everyone: 'Everyone',
} satisfies Record<DocumentReaders, string>;
