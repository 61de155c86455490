import { useLayoutEffect, useRef } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { DocumentArticle } from './DocumentArticle.tsx';
import { AdjacentDocuments } from './AdjacentDocuments.tsx';
import { DocumentPlaceholder } from './DocumentPlaceholder.tsx';
import { type DocumentLibrary, findAdjacentDocuments } from './library.ts';
import type { NavigationKind } from './reader-location.ts';
import { useDocument } from './use-document.ts';

type Props = {
  library: DocumentLibrary;
  id: number;
  canEdit: boolean;
  arrival: NavigationKind;
  toHref: (document: DocumentSummaryJson) => string;
  onOpen: (id: number) => boolean;
};

/** The document that was chosen, inside the library. */
export function LibraryDocument(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const { id, arrival } = props;
  // Before it is rendered: the previous scroll position may not exist any more.
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

function Content({ library, id, canEdit, arrival, toHref, onOpen }: Props) {
  const { state, retry } = useDocument(id);
  if (state.status !== 'loaded') return <DocumentPlaceholder status={state.status} onRetry={retry} />;
  return (
    <DocumentArticle document={state.document} level={2} canEdit={canEdit} arrival={arrival} onOpen={onOpen}>
      <AdjacentDocuments
        neighbours={findAdjacentDocuments(library, id)}
        toHref={toHref}
        onOpen={(document) => void onOpen(document.id)}
      />
    </DocumentArticle>
  );
}
