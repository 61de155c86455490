import { useEffect } from 'react';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { DraftEditorSkeleton } from '#src/features/drafts/DraftEditorScreen.tsx';
import { EditorErrorScreen } from '#src/features/drafts/editor-layout/EditorErrorScreen.tsx';
import { useEarlyLoad } from '#src/features/drafts/use-early-load.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { RequireName } from '#src/features/auth/RequireName.tsx';
import { api, formatError, nullIfNotFound } from '#src/lib/api-client.ts';
import { DeletedSubject } from '#src/features/drafts/local-store/DeletedSubject.tsx';
import { paths } from '#src/lib/paths.ts';
import { BlogEditor } from './BlogEditor.tsx';
import { blogDraftApi, blogManager, createBlogFieldFormatter, createEmptyPost } from './blog-draft.ts';
import { scheduleScrollToTop } from './scroll-to-top.ts';

const EMPTY = createEmptyPost('');
const formatFields = createBlogFieldFormatter(
  (id) => `Category ${id}`,
  (id) => `Tag ${id}`,
  (id) => `Author ${id}`,
);

/** For an address of a post that is in the trash, or deleted for good. */
function DeletedPost({ id, userId }: { id: number; userId: number }) {
  return (
    <DeletedSubject
      kind="blog"
      manager={blogManager}
      id={id}
      userId={userId}
      empty={EMPTY}
      formatFields={formatFields}
      newUrl={paths.addBlog}
    >
      <h2 className="error-title">Failed to load blog data</h2>
      <p>We can’t find this post. If it was deleted, you can restore it from the trash.</p>
      <div className="form-actions">
        <a className="button button-secondary" href={paths.blogTrash}>
          Open trash
        </a>
      </div>
    </DeletedSubject>
  );
}

/** Writing a post: a new one, or the one whose id is in the address. */
export function BlogEditorIsland() {
  return (
    <ErrorBoundary hasDraft>
      <GuardedEditor />
    </ErrorBoundary>
  );
}

function GuardedEditor() {
  const query = useEarlyLoad('blog draft', 'posts.write', load);
  return (
    <RequireAuth access="posts.write" keepOnExpiry>
      {(user) => <RequireName user={user}>{(author) => <EditorLoader query={query} user={author} />}</RequireName>}
    </RequireAuth>
  );
}

/** Read once: the address changes when a new post gets its id, the screen stays. */
const readIdFromUrl = () => Number(/^\/edit-blog\/(\d+)$/.exec(window.location.pathname)?.[1] ?? 0) || null;

async function load(signal: AbortSignal) {
  const id = readIdFromUrl();
  const [categories, tags, authors, opened] = await Promise.all([
    api.get('/api/categories/with-counts', { signal }),
    api.get('/api/tags', { signal }),
    api.get('/api/authors', { signal }),
    id === null ? null : blogDraftApi.load(id, signal).catch(nullIfNotFound),
  ]);
  const isMissing = id !== null && opened === null;
  const { blog = null, review = null, live_draft: liveDraft = null, draft = null } = opened ?? {};
  return { id, isMissing, categories, tags, authors, blog, review, liveDraft, draft };
}

type LoaderProps = { user: UserJson; query: ReturnType<typeof useEarlyLoad<Awaited<ReturnType<typeof load>>>> };

function EditorLoader({ user, query: { state, reload } }: LoaderProps) {
  const { status } = state;
  useEffect(() => (status === 'loaded' ? scheduleScrollToTop() : undefined), [status]);
  if (state.status === 'failed')
    return (
      <EditorErrorScreen manager={blogManager}>
        <ErrorPanel title="Failed to load blog data" message={formatError(state.error)} onRetry={reload} />
      </EditorErrorScreen>
    );
  if (state.status === 'loading') return <DraftEditorSkeleton />;
  if (state.value.isMissing) return <DeletedPost id={state.value.id ?? 0} userId={user.id} />;
  return <BlogEditor user={user} loaded={state.value} />;
}
