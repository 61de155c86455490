import { useRef, type RefObject, useState, useEffect } from 'react';
import { hasPermission } from '#api/domain/permissions.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { paths } from '#src/lib/paths.ts';
import { ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { BulkRunNotice } from '#src/ui/bulk/BulkRunNotice.tsx';
import { ListScreen } from '#src/ui/lists/ListScreen.tsx';
import { findCurrentRow } from '#src/ui/tables/row-shortcuts.ts';
import { usePostBulkRun } from '#src/features/blogs/manager/bulk/use-post-bulk-run.ts';
import { useFocusAfterRow } from '#src/ui/lists/use-focus-after-row.ts';
import type { AnyList } from '#src/ui/lists/use-list.ts';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { usePolling, getDelayUntilDue } from '#src/lib/use-polling.ts';
import { usePublishes } from '#src/stores/publishes.ts';
import { formatPostTitle, type PostAction } from './bulk-action-copy.ts';
import { createPostActions, createTrashActions } from './post-actions.ts';
import { createPostColumns, trashColumns } from './post-columns.tsx';
import { createPostFilterFields } from './post-filter-fields.tsx';
import { PostDialogs, type PostPrompt } from './PostDialogs.tsx';
import { type BulkAction, type ManagedPost, type PostSelection, toBulkFilter, type BulkRequest } from './posts-api.ts';
import { usePostActions } from './use-post-actions.ts';
import { usePosts } from './use-posts.ts';
import { usePostUndo } from './use-post-undo.ts';
import { isScheduled } from './publish-status.ts';

const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** The newest publish of each post; when one of the shown ones has ended, the list is loaded again. */
function useLatestPublishes(posts: readonly ManagedPost[], reload: () => void): ReadonlyMap<number, PublishJson> {
  const { byBlogId } = usePublishes();
  const finishedKey = posts.map(({ id }) => `${id} ${byBlogId.get(id)?.finished_at ?? ''}`).join('\n');
  const before = useRef({ posts, ended: finishedKey });
  useEffect(() => {
    const isSameRows = before.current.posts === posts;
    const hasEnded = isSameRows && before.current.ended !== finishedKey;
    before.current = { posts, ended: finishedKey };
    if (hasEnded) reload();
  }, [posts, finishedKey, reload]);
  return byBlogId;
}

/** Loads the list again when the next scheduled post is due. */
function useRefreshWhenDue(posts: readonly ManagedPost[], reload: () => void): void {
  const dueAt = posts.filter(isScheduled).map((post) => Date.parse(post.published_at ?? ''));
  usePolling(posts, () => getDelayUntilDue(dueAt, LONGEST_WAIT_MS), reload);
}

/** All posts for admins: search, state of publication, actions on one or on many. */
export function BlogManagerIsland() {
  return (
    <RequireAuth access="posts.write">
      {(user) => <BlogManager userId={user.id} canPublish={hasPermission(user.role, 'posts.publish')} />}
    </RequireAuth>
  );
}

/** Who may not publish sees their own posts only, and deletes drafts of them. */
function BlogManager({ userId, canPublish }: { userId: number; canPublish: boolean }) {
  const { list, isTrash, counts, allCount, remove } = usePosts();
  const { rows: posts, state, reload } = list;
  const { selected, isAllMatching, clear } = list.selection;
  useNavigationCount('posts', allCount);
  const selection: PostSelection = {
    posts: posts.filter(({ id }) => selected.has(id)),
    count: isAllMatching ? list.total : selected.size,
    filter: isAllMatching ? toBulkFilter(state) : null,
  };
  const resultRef = useRef<HTMLDivElement>(null);
  const showUndo = usePostUndo(reload);
  const rows = { remove, reload, showUndo };
  const actions = usePostActions(rows);
  const bulk = usePostBulkRun({ userId, remove, reload });
  const confirmations = useConfirmations({
    list,
    actions,
    result: resultRef,
    onBulk: async (request, chosen) => {
      await bulk.start(request, { ...chosen, ids: chosen.posts.map(({ id }) => id) });
      // What is still in the list stays selected, for the next act.
      if (request.action === 'delete' || chosen.filter) clear();
    },
  });
  const publishes = useLatestPublishes(posts, reload);
  useRefreshWhenDue(posts, reload);
  const handlers = {
    canPublish,
    onDuplicate: (post: ManagedPost) => void actions.duplicate(post),
    onUnpublish: (post: ManagedPost) => confirmations.open({ kind: 'unpublish', post }),
    onDelete: (post: ManagedPost) => confirmations.open({ kind: isTrash ? 'delete-permanently' : 'trash', post }),
    onRestore: (post: ManagedPost) => void actions.restore(post),
  };
  const editCurrentPost = () => {
    const post = posts[findCurrentRow(list.tableRef.current)];
    if (post && !isTrash) window.location.assign(paths.editBlog(post.id));
  };
  const toActions = isTrash ? createTrashActions : createPostActions;
  const act = (action: BulkAction) => confirmations.open({ kind: 'bulk', action, selection });
  return (
    <div className="screen-parts">
      {counts && <ScreenCount>{counts.all}</ScreenCount>}
      <ListScreen
        list={list}
        title={isTrash ? 'Posts in the trash' : 'Posts'}
        noun={{ one: 'post', many: 'posts' }}
        failure="Failed to fetch blogs"
        counts={counts}
        fields={createPostFilterFields({ state, onChange: list.change })}
        columns={isTrash ? trashColumns : createPostColumns(state.search, publishes)}
        menu={(post) => ({
          name: formatPostTitle(post),
          note: paths.blog(post.slug),
          groups: toActions(post, handlers),
        })}
        tableClass="has-thumbs"
        {...(!isTrash && {
          selection: {
            rowName: formatPostTitle,
            actions: !bulk.isRunning && <BulkActions canPublish={canPublish} onAct={act} />,
          },
        })}
        shortcuts={[
          { keys: ['n'], label: 'New post', run: () => window.location.assign(paths.addBlog) },
          { keys: ['e'], label: 'Edit the post', run: editCurrentPost },
        ]}
        noMatches={{
          title: 'No posts found',
          message: isTrash ? 'No posts in the trash match your search.' : 'No posts match your filters.',
        }}
        empty={isTrash ? <EmptyTrash /> : <NoPosts />}
      >
        <BulkRunNotice bulk={bulk} focusRef={resultRef} />
      </ListScreen>
      <PostDialogs
        prompt={confirmations.prompt}
        onClose={confirmations.close}
        onAct={confirmations.act}
        onBulk={confirmations.bulkUpdate}
      />
    </div>
  );
}

const ACTIONS: { action: BulkAction; label: string }[] = [
  { action: 'publish', label: 'Publish' },
  { action: 'schedule', label: 'Schedule...' },
  { action: 'categorize', label: 'Category...' },
  { action: 'archive', label: 'Archive' },
];

/** What can be done with the posts that are selected. */
const BulkActions = ({ canPublish, onAct }: { canPublish: boolean; onAct: (action: BulkAction) => void }) => (
  <>
    {(canPublish ? ACTIONS : []).map(({ action, label }) => (
      <Button key={action} variant="quiet" onClick={() => onAct(action)}>
        {label}
      </Button>
    ))}
    <Button variant="quiet" onClick={() => onAct('delete')}>
      <Icon name="trash" size={16} />
      Delete...
    </Button>
  </>
);

const EmptyTrash = () => (
  <EmptyState title="The trash is empty">
    <p>Deleted posts stay here until you restore them or delete them permanently.</p>
  </EmptyState>
);

const NoPosts = () => (
  <EmptyState
    title="No posts yet"
    action={
      <a className="button button-primary" href={paths.addBlog}>
        Add New Blog
      </a>
    }
  >
    <p>Write your first post. It stays a draft until you publish it.</p>
  </EmptyState>
);

type UseConfirmationsOptions = {
  list: AnyList<ManagedPost>;
  actions: ReturnType<typeof usePostActions>;
  /** Shows the progress and the result of a bulk action. */
  result: RefObject<HTMLElement | null>;
  /** Resolves when the bulk action has started. */
  onBulk: (request: BulkRequest, selection: PostSelection) => Promise<void>;
};

/** The confirmation before an action, and where the focus moves afterwards. */
function useConfirmations({ list, actions, result, onBulk }: UseConfirmationsOptions) {
  const [prompt, setPrompt] = useState<PostPrompt | null>(null);
  const focusAfter = useFocusAfterRow(list, prompt !== null, result);
  return {
    prompt,
    open: (next: PostPrompt) => setPrompt(next),
    close: () => setPrompt(null),
    async act(action: PostAction, post: ManagedPost) {
      if (action === 'unpublish') return actions.unpublish(post);
      if (action === 'trash') await actions.trash(post);
      else await actions.deletePermanently(post);
      focusAfter(post.id);
    },
    async bulkUpdate(request: BulkRequest, selection: PostSelection) {
      await onBulk(request, selection);
      focusAfter(selection.posts[0]?.id);
    },
  };
}
