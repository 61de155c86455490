import type { DocumentDraftFields, DocumentJson } from '#api/features/documents/documents.contract.ts';
import { fetchContentWarnings } from '#src/features/drafts/publish/pre-publish-checks.ts';
import { usePublishFlow } from '#src/features/drafts/publish/use-publish-flow.ts';
import type { DraftEditor } from '#src/features/drafts/use-draft-editor.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast, showToastAfterNavigation } from '#src/lib/toast.ts';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { documentDraftApi, getPublishActions } from './document-draft.ts';

const loadResult = () => import('./DocumentPublishResult.tsx');

/** Publishing a document: its draft becomes the document, which is live at once. */
export function useDocumentPublishFlow(draftEditor: DraftEditor<DocumentDraftFields, DocumentJson>) {
  const { draft, live, isNew, setLive } = draftEditor;
  const actions = getPublishActions(draft.fields, live);
  const success = isNew ? 'Document created successfully' : 'Document updated successfully';
  const finish = () => {
    showToastAfterNavigation(success, 'success');
    window.location.assign(paths.documentManager);
  };
  const publishFlow = usePublishFlow<DocumentDraftFields>({
    draftEditor,
    action: actions.primary,
    finish,
    failure: 'Failed to save document',
    missing: ({ title }) => (title.trim() ? [] : [['title', 'Enter a title.']]),
    async runChecks(action, id, { fields: { title }, content }) {
      const warnings = action.isPublic
        ? await fetchContentWarnings('document', id, { title, description: null, content })
        : [];
      return { warnings, plan: null };
    },
    async publish(id, version, fields) {
      const startedAt = performance.now();
      const { document: saved } = await documentDraftApi.publish(id, version, fields);
      const milliseconds = performance.now() - startedAt;
      const stay = () => {
        setLive(saved);
        showToast(success, 'success');
        publishFlow.close();
      };
      const result = (
        <LazyBoundary load={loadResult}>
          {({ DocumentPublishResult }) => (
            <DocumentPublishResult
              document={saved}
              milliseconds={milliseconds}
              isUpdate={live?.status === 'published'}
              onDone={finish}
              onStay={stay}
            />
          )}
        </LazyBoundary>
      );
      return { revision: saved.revision, updatedAt: saved.updated_at, result };
    },
  });
  return { publishFlow, ...actions };
}
