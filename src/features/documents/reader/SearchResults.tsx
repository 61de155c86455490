import { useEffect, useState } from 'react';
import type { DocumentSummaryJson, FoundDocumentJson } from '#api/features/documents/documents.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { api } from '#src/lib/api-client.ts';
import { counted } from '#src/lib/format/count.ts';
import { splitAtWords } from '#src/lib/highlight.ts';
import { DocumentLink } from './DocumentLink.tsx';
import { GENERAL, type Shelf } from './library.ts';

type Props = {
  query: string;
  /** Where to look first. */
  product: Shelf | null;
  hrefOf: (document: DocumentSummaryJson) => string;
  onOpen: (document: DocumentSummaryJson) => void;
};

/** Documents that hold the words. While the next answer is on its way, the last one stays. */
export function SearchResults({ query, product: first, hrefOf, onOpen }: Props) {
  // Asked for where one was; in a product that is chosen afterwards one looks again.
  const [widened, setWidened] = useState<Shelf | null>(null);
  const product = first === widened || first === GENERAL ? null : first;
  const { found, isFailed, retry } = useSearch(query, product?.id ?? null);
  if (isFailed) return <ErrorPanel message="Search does not answer just now." onRetry={retry} />;
  const where = product ? ` in ${product.name}` : '';
  return (
    <section className="document-results" aria-label="Search results" aria-busy={found?.query !== query}>
      <p role="status" className="document-count">
        {found ? `${countOf(found.documents.length)} for “${found.query}”${where}` : 'Searching...'}
      </p>
      {found?.documents.length === 0 && <p>Try a shorter or a more common word.</p>}
      <ol>
        {found?.documents.map((document) => (
          <li key={document.id}>
            <DocumentLink href={hrefOf(document)} onOpen={() => onOpen(document)}>
              <b>
                <Marked text={document.title} query={found.query} />
              </b>
              <small>{[document.product_name, document.section_name].filter(Boolean).join(' › ')}</small>
              <span>
                <Marked text={document.snippet} query={found.query} />
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

type Found = { query: string; documents: FoundDocumentJson[] };

function useSearch(query: string, productId: number | null) {
  const [found, setFound] = useState<Found | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    if (attempt === 0) return;
    const stop = new AbortController();
    const body = { query, ...(productId !== null && { productId }) };
    setFailed(false);
    api.post<FoundDocumentJson[]>('/api/documents/search', body, { signal: stop.signal }).then(
      (documents) => !stop.signal.aborted && setFound({ query, documents }),
      () => !stop.signal.aborted && setFailed(true),
    );
    return () => stop.abort();
  }, [query, productId, attempt]);
  return { found, isFailed, retry: () => setAttempt(attempt + 1) };
}

function Marked({ text, query }: { text: string; query: string }) {
  let at = 0;
  return splitAtWords(text, query).map((piece) => {
    at += piece.text.length;
    return piece.isMarked ? <mark key={at}>{piece.text}</mark> : piece.text;
  });
}

const countOf = (count: number) => (count === 0 ? 'No document' : counted(count, 'document'));
