import { useCallback, useEffect } from 'react';
import type { CategoryWithCountJson } from '#api/features/categories/categories.contract.ts';
import type { UserJson } from '#api/features/auth/auth.contract.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Guarded } from '#src/features/auth/RequireAuth.tsx';
import { api, nullIfMissing } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useLoaded } from '#src/lib/use-async-data.ts';
import { BlogEditor } from './BlogEditor.tsx';
import { blogCalls } from './blog-draft.ts';
import { GonePost } from './DeletedPost.tsx';

/** Specification, section 9: the view scrolls to the top this long after a post was loaded, milliseconds. */
const SCROLL_AFTER_MS = 100;

type Props = { companyTimeZone: string };

/** Writing a post: a new one, or the one whose id stands in the address. */
export function BlogEditorIsland({ companyTimeZone }: Props) {
  return (
    <Guarded access="admin" staysWhenEnded>
      {(user) => <LoadedEditor user={user} companyTimeZone={companyTimeZone} />}
    </Guarded>
  );
}

/** Read once: the address changes when a new post gets its id, the screen stays. */
const idInAddress = () => Number(/^\/edit-blog\/(\d+)$/.exec(window.location.pathname)?.[1] ?? 0) || null;

async function load(signal: AbortSignal) {
  const id = idInAddress();
  const [categories, opened] = await Promise.all([
    api.get<CategoryWithCountJson[]>('/api/categories/with-counts', { signal }),
    id === null ? null : blogCalls.open(id, signal).catch(nullIfMissing),
  ]);
  const isGone = id !== null && opened === null;
  return { id, isGone, categories, blog: opened?.blog ?? null, draft: opened?.draft ?? null };
}

export type LoadedBlog = Awaited<ReturnType<typeof load>>;

function LoadedEditor({ user, companyTimeZone }: { user: UserJson; companyTimeZone: string }) {
  const { state, retry } = useLoaded(useCallback(load, []));
  const { status } = state;
  const isGone = status === 'loaded' && state.value.isGone;
  useEffect(() => {
    if (status === 'failed' || isGone) showToast('Failed to load blog data', 'error');
    if (status !== 'loaded') return;
    const timer = setTimeout(() => window.scrollTo(0, 0), SCROLL_AFTER_MS);
    return () => clearTimeout(timer);
  }, [status, isGone]);
  if (status === 'failed') return <ErrorPanel message="Failed to load blog data" onRetry={retry} />;
  if (status === 'loading') {
    return (
      <div className="drafting-skeleton" role="status">
        <span className="visually-hidden">Loading...</span>
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton content-skeleton" />
      </div>
    );
  }
  if (isGone) return <GonePost id={state.value.id ?? 0} userId={user.id} />;
  return <BlogEditor user={user} loaded={state.value} companyTimeZone={companyTimeZone} />;
}
