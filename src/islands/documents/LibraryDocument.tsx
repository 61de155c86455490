import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { DocumentArticle } from './DocumentArticle.tsx';
import { DocumentNeighbours } from './DocumentNeighbours.tsx';
import { DocumentUnread } from './DocumentStates.tsx';
import { type Library, neighboursOf } from './library.ts';
import { useDocument } from './use-document.ts';

type Props = {
  library: Library;
  id: number;
  isAdmin: boolean;
  hasMoved: boolean;
  hrefOf: (document: DocumentSummaryJson) => string;
  onOpen: (id: number) => boolean;
};

/** The document that was chosen, inside the library. */
export function LibraryDocument({ library, id, isAdmin, hasMoved, hrefOf, onOpen }: Props) {
  const { state, retry } = useDocument(id);
  if (state.status !== 'loaded') return <DocumentUnread status={state.status} onRetry={retry} />;
  return (
    <DocumentArticle document={state.document} level={2} isAdmin={isAdmin} hasMoved={hasMoved} onOpen={onOpen}>
      <DocumentNeighbours
        neighbours={neighboursOf(library, id)}
        hrefOf={hrefOf}
        onOpen={(document) => void onOpen(document.id)}
      />
    </DocumentArticle>
  );
}
