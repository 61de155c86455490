import { useLayoutEffect, useRef } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { DocumentArticle } from './DocumentArticle.tsx';
import { DocumentNeighbours } from './AdjacentDocuments.tsx';
import { DocumentUnread } from './DocumentPlaceholder.tsx';
import { type Library, neighboursOf } from './library.ts';
import type { Arrival } from './reader-location.ts';
import { useDocument } from './use-document.ts';

type Props = {
  library: Library;
  id: number;
  isAdmin: boolean;
  arrival: Arrival;
  hrefOf: (document: DocumentSummaryJson) => string;
  onOpen: (id: number) => boolean;
};

/** The document that was chosen, inside the library. */
export function LibraryDocument(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const { id, arrival } = props;
  // Before it is there: where the page was scrolled to, there may be nothing any more.
  useLayoutEffect(() => {
    if (id > 0 && arrival === 'moved') bringIntoSight(frame.current);
  }, [id, arrival]);
  return (
    <div ref={frame} className="library-document">
      <Content {...props} />
    </div>
  );
}

function bringIntoSight(frame: HTMLElement | null): void {
  const { top = 0 } = frame?.getBoundingClientRect() ?? {};
  if (top < 0 || top > window.innerHeight * 0.6) frame?.scrollIntoView({ behavior: 'instant' });
}

function Content({ library, id, isAdmin, arrival, hrefOf, onOpen }: Props) {
  const { state, retry } = useDocument(id);
  if (state.status !== 'loaded') return <DocumentUnread status={state.status} onRetry={retry} />;
  return (
    <DocumentArticle document={state.document} level={2} isAdmin={isAdmin} arrival={arrival} onOpen={onOpen}>
      <DocumentNeighbours
        neighbours={neighboursOf(library, id)}
        hrefOf={hrefOf}
        onOpen={(document) => void onOpen(document.id)}
      />
    </DocumentArticle>
  );
}
