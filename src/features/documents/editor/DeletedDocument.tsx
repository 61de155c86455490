import { DeletedSubject } from '#src/features/drafts/local-store/DeletedSubject.tsx';
import { paths } from '#src/lib/paths.ts';
import { documentManager, createDocumentFieldFormatter, createEmptyDocument } from './document-draft.ts';

const EMPTY = createEmptyDocument(null);
const formatFields = createDocumentFieldFormatter([]);

/** For an address of a document that was deleted. */
export function DeletedDocument({ id, userId }: { id: number; userId: number }) {
  return (
    <DeletedSubject
      kind="document"
      manager={documentManager}
      id={id}
      userId={userId}
      empty={EMPTY}
      formatFields={formatFields}
      newUrl={paths.newDocument}
    >
      <h2 className="error-title">Failed to load document</h2>
      <p>We can’t find this document. It may have been deleted.</p>
    </DeletedSubject>
  );
}
