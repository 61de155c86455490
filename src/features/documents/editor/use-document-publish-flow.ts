import type { DocumentDraftFields, DocumentJson } from '#api/features/documents/documents.contract.ts';
import { fetchContentWarnings } from '#src/features/drafts/publish/pre-publish-checks.ts';
import { usePublishFlow } from '#src/features/drafts/publish/use-publish-flow.ts';
import type { DraftEditor } from '#src/features/drafts/use-draft-editor.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast, showToastAfterNavigation } from '#src/lib/toast.ts';
import { documentDraftApi, getPublishActions } from './document-draft.ts';

/** Publishing a document: its draft becomes the document, which is live at once. */
export function useDocumentPublishFlow(draftEditor: DraftEditor<DocumentDraftFields, DocumentJson>) {
  const { draft, live, isNew } = draftEditor;
  const actions = getPublishActions(draft.fields, live);
  const publishFlow = usePublishFlow<DocumentDraftFields>({
    ...{ draftEditor, action: actions.primary },
    missing: ({ title }) => (title.trim() ? [] : [['title', 'Enter a title.']]),
    async runChecks(action, id, { fields: { title }, content }) {
      const warnings = action.isPublic
        ? await fetchContentWarnings('document', id, { title, description: null, content })
        : [];
      return { warnings, plan: null };
    },
    async publish(id, version) {
      try {
        const { document: saved } = await documentDraftApi.publish(id, version);
        return { revision: saved.revision, updatedAt: saved.updated_at, result: null };
      } catch (error) {
        // A conflict and a wrong field say more themselves.
        const isReported = error instanceof ApiError && (error.versions !== undefined || error.issues.length > 0);
        if (!isReported) showToast('Failed to save document', 'error');
        throw error;
      }
    },
    finish() {
      showToastAfterNavigation(isNew ? 'Document created successfully' : 'Document updated successfully', 'success');
      window.location.assign(paths.documentManager);
    },
  });
  return { publishFlow, ...actions };
}
