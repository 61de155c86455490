import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { DocumentLink } from './DocumentLink.tsx';
import type { Neighbours } from './library.ts';

type Props = {
  neighbours: Neighbours;
  hrefOf: (document: DocumentSummaryJson) => string;
  onOpen?: (document: DocumentSummaryJson) => void;
};

/** Previous and next in reading order. */
export function DocumentNeighbours({ neighbours: { previous, next }, hrefOf, onOpen }: Props) {
  if (!previous && !next) return null;
  return (
    <nav className="document-neighbours no-print" aria-label="Previous and next document">
      {previous && (
        <DocumentLink rel="prev" href={hrefOf(previous)} onOpen={onOpen && (() => onOpen(previous))}>
          <small>← Previous</small>
          {previous.title}
        </DocumentLink>
      )}
      {next && (
        <DocumentLink rel="next" className="next" href={hrefOf(next)} onOpen={onOpen && (() => onOpen(next))}>
          <small>Next →</small>
          {next.title}
        </DocumentLink>
      )}
    </nav>
  );
}
