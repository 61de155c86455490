import { NotThere } from '#src/features/drafts/local-store/DeletedSubject.tsx';
import { paths } from '#src/lib/paths.ts';
import { documentWords, emptyText } from './document-draft.ts';

const EMPTY = emptyText(null);
const wordsOf = documentWords([]);

/** For an address of a document that was deleted. */
export function GoneDocument({ id, userId }: { id: number; userId: number }) {
  return (
    <NotThere kind="document" id={id} userId={userId} empty={EMPTY} wordsOf={wordsOf} addAddress={paths.newDocument}>
      <h2 className="error-title">Failed to load document</h2>
      <p>There is no such document. Somebody may have deleted it.</p>
      <a className="button button-secondary" href={paths.documentManager}>
        Back to the documents
      </a>
    </NotThere>
  );
}
