import { useEffect, useLayoutEffect, useRef } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { DocumentArticle } from './DocumentArticle.tsx';
import { AdjacentDocuments } from './AdjacentDocuments.tsx';
import { DocumentPlaceholder } from './DocumentPlaceholder.tsx';
import { type DocumentLibrary, findAdjacentDocuments } from './library.ts';
import { NoDocumentSelected } from './LibraryPlaceholders.tsx';
import type { NavigationKind } from './reader-location.ts';
import { useDocument } from './use-document.ts';

type Props = {
  library: DocumentLibrary;
  /** Its slug, an earlier one or its id. */
  address: string;
  canEdit: boolean;
  arrival: NavigationKind;
  /** False for the first document of a product, which is shown until one is chosen. */
  isChosen: boolean;
  toHref: (document: DocumentSummaryJson) => string;
  onOpen: (address: string) => boolean;
  /** Called with a document that is there by another address than its present one. */
  onMoved: (document: DocumentSummaryJson) => void;
};

/** A document inside the library. */
export function LibraryDocument(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const { address, isChosen } = props;
  // The first document of a product, opened by default, neither takes the focus nor scrolls the page.
  const arrival = props.arrival === 'moved' && !isChosen ? 'opened' : props.arrival;
  // Before it is rendered: the previous scroll position may not exist any more.
  useLayoutEffect(() => {
    if (address && arrival === 'moved') bringIntoSight(frame.current);
  }, [address, arrival]);
  return (
    <div ref={frame} className="library-document">
      <Content {...props} arrival={arrival} />
    </div>
  );
}

function bringIntoSight(frame: HTMLElement | null): void {
  const { top = 0 } = frame?.getBoundingClientRect() ?? {};
  if (top < 0 || top > window.innerHeight * 0.6) frame?.scrollIntoView({ behavior: 'instant' });
}

function Content({ library, address, canEdit, arrival, isChosen, toHref, onOpen, onMoved }: Props) {
  const { state, reload } = useDocument(address);
  const document = state.status === 'loaded' ? state.document : null;
  useEffect(() => {
    if (document && document.slug !== address) onMoved(document);
  }, [document, address, onMoved]);
  if (state.status === 'missing' && !isChosen) return <NoDocumentSelected />;
  if (state.status !== 'loaded') return <DocumentPlaceholder status={state.status} onRetry={reload} />;
  return (
    <DocumentArticle document={state.document} level={2} canEdit={canEdit} arrival={arrival} onOpen={onOpen}>
      <AdjacentDocuments
        neighbours={findAdjacentDocuments(library, state.document.id)}
        toHref={toHref}
        onOpen={({ slug }) => void onOpen(slug)}
      />
    </DocumentArticle>
  );
}
