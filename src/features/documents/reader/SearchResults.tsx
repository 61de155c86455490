import { useEffect, useState } from 'react';
import type { DocumentSummaryJson, DocumentSearchResultJson } from '#api/features/documents/documents.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount } from '#src/lib/format/count.ts';
import { splitByMatch } from '#src/lib/highlight.ts';
import { DocumentLink } from './DocumentLink.tsx';
import { GENERAL_GROUP, type ProductGroup } from './library.ts';

type Props = {
  query: string;
  /** Where to look first. */
  product: ProductGroup | null;
  toHref: (document: DocumentSummaryJson) => string;
  onOpen: (document: DocumentSummaryJson) => void;
};

/** Documents that hold the words. While the next answer is on its way, the last one stays. */
export function SearchResults({ query, product: first, toHref, onOpen }: Props) {
  // Asked for where one was; in a product that is chosen afterwards one looks again.
  const [expandedFrom, setWidened] = useState<ProductGroup | null>(null);
  const product = first === expandedFrom || first === GENERAL_GROUP ? null : first;
  const { found, isFailed, retry } = useSearch(query, product?.id ?? null);
  if (isFailed) return <ErrorPanel message="Search does not answer just now." onRetry={retry} />;
  const where = product ? ` in ${product.name}` : '';
  return (
    <section className="document-results" aria-label="Search results" aria-busy={found?.query !== query}>
      <p role="status" className="document-count">
        {found ? `${formatResultCount(found.documents.length)} for “${found.query}”${where}` : 'Searching...'}
      </p>
      {found?.documents.length === 0 && <p>Try a shorter or a more common word.</p>}
      <ol>
        {found?.documents.map((document) => (
          <li key={document.id}>
            <DocumentLink href={toHref(document)} onOpen={() => onOpen(document)}>
              <b>
                <Highlighted text={document.title} query={found.query} />
              </b>
              <small>{[document.product_name, document.section_name].filter(Boolean).join(' › ')}</small>
              <span>
                <Highlighted text={document.snippet} query={found.query} />
              </span>
            </DocumentLink>
          </li>
        ))}
      </ol>
      {product && (
        <Button variant="secondary" onClick={() => setWidened(product)}>
          Search all products
        </Button>
      )}
    </section>
  );
}

type SearchState = { query: string; documents: DocumentSearchResultJson[] };

function useSearch(query: string, productId: number | null) {
  const [found, setFound] = useState<SearchState | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    if (attempt === 0) return;
    const stop = new AbortController();
    const json = { query, ...(productId !== null && { productId }) };
    setFailed(false);
    api.post('/api/documents/search', { json, signal: stop.signal }).then(
      (documents) => !stop.signal.aborted && setFound({ query, documents }),
      () => !stop.signal.aborted && setFailed(true),
    );
    return () => stop.abort();
  }, [query, productId, attempt]);
  return { found, isFailed, retry: () => setAttempt(attempt + 1) };
}

function Highlighted({ text, query }: { text: string; query: string }) {
  let at = 0;
  return splitByMatch(text, query).map((piece) => {
    at += piece.text.length;
    return piece.isMarked ? <mark key={at}>{piece.text}</mark> : piece.text;
  });
}

const formatResultCount = (count: number) => (count === 0 ? 'No document' : formatCount(count, 'document'));
