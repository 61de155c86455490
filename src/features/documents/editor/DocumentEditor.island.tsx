import { useEffect } from 'react';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { DraftEditorSkeleton } from '#src/features/drafts/DraftEditorScreen.tsx';
import { EditorErrorScreen } from '#src/features/drafts/editor-layout/EditorErrorScreen.tsx';
import { useEarlyLoad } from '#src/features/drafts/use-early-load.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api, formatError, nullIfNotFound } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { DeletedSubject } from '#src/features/drafts/local-store/DeletedSubject.tsx';
import { paths } from '#src/lib/paths.ts';
import { DocumentEditor } from './DocumentEditor.tsx';
import {
  documentDraftApi,
  documentManager,
  createDocumentFieldFormatter,
  createEmptyDocument,
} from './document-draft.ts';

const EMPTY = createEmptyDocument(null);
const formatFields = createDocumentFieldFormatter([]);

/** For an address of a document that was deleted. */
function DeletedDocument({ id, userId }: { id: number; userId: number }) {
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

/** Writing a document: a new one, or the one whose id is in the address. */
export function DocumentEditorIsland() {
  return (
    <ErrorBoundary hasDraft>
      <GuardedEditor />
    </ErrorBoundary>
  );
}

function GuardedEditor() {
  const query = useEarlyLoad('document draft', 'documents.write', load);
  return (
    <RequireAuth access="documents.write" keepOnExpiry>
      {(user) => <EditorLoader user={user} query={query} />}
    </RequireAuth>
  );
}

const readIdFromUrl = () => Number(/^\/documents\/(\d+)\/edit$/.exec(window.location.pathname)?.[1] ?? 0) || null;

async function load(signal: AbortSignal) {
  const id = readIdFromUrl();
  // Without the sections one can still write; the section is chosen later.
  const sections = api.get('/api/sections', { signal }).catch(() => null);
  const opened = id === null ? null : await documentDraftApi.load(id, signal).catch(nullIfNotFound);
  const isMissing = id !== null && opened === null;
  return {
    id,
    isMissing,
    sections: await sections,
    document: opened?.document ?? null,
    liveDraft: opened?.live_draft ?? null,
    draft: opened?.draft ?? null,
  };
}

type LoaderProps = { user: UserJson; query: ReturnType<typeof useEarlyLoad<Awaited<ReturnType<typeof load>>>> };

function EditorLoader({ user, query: { state, reload } }: LoaderProps) {
  const hasNoSections = state.status === 'loaded' && state.value.sections === null;
  useEffect(() => {
    if (hasNoSections) showToast('Failed to load sections', 'error');
  }, [hasNoSections]);
  if (state.status === 'failed')
    return (
      <EditorErrorScreen manager={documentManager}>
        <ErrorPanel title="Failed to load document" message={formatError(state.error)} onRetry={reload} />
      </EditorErrorScreen>
    );
  if (state.status === 'loading') return <DraftEditorSkeleton />;
  if (state.value.isMissing) return <DeletedDocument id={state.value.id ?? 0} userId={user.id} />;
  return <DocumentEditor user={user} loaded={state.value} />;
}
