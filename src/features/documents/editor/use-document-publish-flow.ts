import type { DocumentJson } from '#api/features/documents/documents.contract.ts';
import type { DocumentDraftFields } from '#api/features/drafts/drafts.contract.ts';
import { checkText } from '#src/features/drafts/publish/pre-publish-checks.ts';
import { usePublishing } from '#src/features/drafts/publish/use-publish-flow.ts';
import type { Writing } from '#src/features/drafts/use-draft-editor.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast, showToastNext } from '#src/lib/toast.ts';
import { documentCalls, saveActOf } from './document-draft.ts';

/** Publishing a document: its draft becomes the document, which readers have at once. */
export function useDocumentPublishing(writing: Writing<DocumentDraftFields, DocumentJson>) {
  const { draft, live } = writing;
  const act = saveActOf(draft.fields, live);
  return usePublishing<DocumentDraftFields>({
    ...{ writing, act },
    missing: ({ title }) => (title.trim() ? [] : [['title', 'Please give the document a title.']]),
    async advise(id, { fields: { title }, content }) {
      const warnings = act.isPublic ? await checkText('/api/documents', id, { title, description: null, content }) : [];
      return { warnings, plan: null };
    },
    async publish(id, version) {
      try {
        const { document: saved } = await documentCalls.publish(id, version);
        return { revision: saved.revision, updatedAt: saved.updated_at, progress: null };
      } catch (error) {
        // A conflict and a wrong field say more themselves.
        const isTold = error instanceof ApiError && (error.versions !== undefined || error.issues.length > 0);
        if (!isTold) showToast('Failed to save document', 'error');
        throw error;
      }
    },
    finish() {
      const isNew = live === null || live.revision <= 1;
      showToastNext(isNew ? 'Document created successfully' : 'Document updated successfully', 'success');
      window.location.assign(paths.documentManager);
    },
  });
}
