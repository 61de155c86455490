import { useCallback, useEffect, useState } from 'react';
import { paths } from '#src/lib/paths.ts';

/** The longest search text, in characters. */
const QUERY_MAX_LENGTH = 200;

/**
 * The reader's location in the address. The document is its slug; an earlier slug and the id, which earlier links hold,
 * are replaced by it. A search replaces the document.
 */
export type ReaderLocation = { product: string | null; document: string | null; query: string };

function parseReaderLocation(): ReaderLocation {
  const query = new URLSearchParams(window.location.search);
  const document = query.get('document') ?? '';
  return {
    product: query.get('product')?.trim() || null,
    document: isDocumentAddress(document) ? document : null,
    query: (query.get('q') ?? '').trim().replace(/\s+/g, ' ').slice(0, QUERY_MAX_LENGTH),
  };
}

const isDocumentAddress = (address: string) => /^[a-z0-9-]{1,80}$/.test(address) && Number(address) !== 0;

/** The address of a place; it opens there for everybody who may read it. */
export function toReaderUrl({ product, document, query }: Partial<ReaderLocation>): string {
  const search = new URLSearchParams();
  if (product) search.set('product', product.toLowerCase());
  if (document) search.set('document', document);
  if (query) search.set('q', query);
  const queryString = search.toString();
  return queryString ? `${paths.productDocuments()}?${queryString}` : paths.productDocuments();
}

/** How the location was reached: by a direct load, by a link here, or by the browser's back and forward. */
export type NavigationKind = 'opened' | 'moved' | 'returned';

export type Navigate = (next: ReaderLocation, how?: 'push' | 'replace') => void;

/** Follows the address bar, and leads it: back and forward work. Only for the browser. */
export function useReaderLocation(): { location: ReaderLocation; arrival: NavigationKind; navigate: Navigate } {
  const [{ location, arrival }, set] = useState<{ location: ReaderLocation; arrival: NavigationKind }>(() => ({
    location: parseReaderLocation(),
    arrival: 'opened',
  }));
  useEffect(() => {
    const follow = () => set({ location: parseReaderLocation(), arrival: 'returned' });
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const navigate = useCallback<Navigate>((next, how = 'push') => {
    if (how === 'push') window.history.pushState(null, '', toReaderUrl(next));
    else window.history.replaceState(null, '', toReaderUrl(next) + window.location.hash);
    set(({ arrival: before }) => ({ location: next, arrival: how === 'push' ? 'moved' : before }));
  }, []);
  return { location, arrival, navigate };
}
