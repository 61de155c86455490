import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import type { AdjacentDocumentPair } from './library.ts';

type Props = {
  neighbours: AdjacentDocumentPair;
  toHref: (document: DocumentSummaryJson) => string;
  onOpen?: (document: DocumentSummaryJson) => void;
};

/** Previous and next in reading order. */
export function AdjacentDocuments({ neighbours: { previous, next }, toHref, onOpen }: Props) {
  if (!previous && !next) return null;
  return (
    <nav className="document-neighbours no-print" aria-label="Previous and next document">
      {previous && (
        <InPageLink rel="prev" href={toHref(previous)} onOpen={onOpen && (() => onOpen(previous))}>
          <small>Previous</small>
          {previous.title}
        </InPageLink>
      )}
      {next && (
        <InPageLink rel="next" className="next" href={toHref(next)} onOpen={onOpen && (() => onOpen(next))}>
          <small>Next</small>
          {next.title}
        </InPageLink>
      )}
    </nav>
  );
}
