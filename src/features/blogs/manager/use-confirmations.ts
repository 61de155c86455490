import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PostPrompt } from './PostDialogs.tsx';
import type { PostAction } from './bulk-action-copy.ts';
import type { BulkRequest, ManagedPost, PostSelection } from './posts-api.ts';
import { focusRow } from '#src/ui/tables/row-shortcuts.ts';
import type { usePostActions } from './use-post-actions.ts';

type Options = {
  posts: readonly ManagedPost[];
  actions: ReturnType<typeof usePostActions>;
  search: RefObject<HTMLInputElement | null>;
  table: RefObject<HTMLTableElement | null>;
  /** Shows the progress and the result of a bulk action. */
  result: RefObject<HTMLElement | null>;
  /** Resolves when the bulk action has started. */
  onBulk: (request: BulkRequest, selection: PostSelection) => Promise<void>;
};

type FocusTarget = { at: number; isBulk: boolean; hasMoved: boolean };

/** The confirmation before an action, and where the focus moves afterwards. */
export function useConfirmations({ posts, actions, search, table, result, onBulk }: Options) {
  const [prompt, setPrompt] = useState<PostPrompt | null>(null);
  const target = useRef<FocusTarget | null>(null);

  // The pressed button is gone with its row: once the dialog is closed, the focus moves to the result, or to the row in its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it also runs when the list was loaded again
  useEffect(() => {
    if (prompt !== null || target.current === null) return;
    const { at, isBulk, hasMoved } = target.current;
    // That row may be gone, too, when the list is loaded again.
    target.current = hasMoved ? null : { at, isBulk, hasMoved: true };
    if (hasMoved && document.activeElement !== document.body) return;
    if (isBulk && result.current) result.current.focus();
    else if (!focusRow(table.current, at)) search.current?.focus();
  }, [prompt, posts, search, table, result]);

  const moveFocus = (post: ManagedPost | undefined, isBulk: boolean) => {
    target.current = { at: posts.findIndex(({ id }) => id === post?.id), isBulk, hasMoved: false };
  };
  return {
    prompt,
    open: (next: PostPrompt) => setPrompt(next),
    close: () => setPrompt(null),
    async act(action: PostAction, post: ManagedPost) {
      if (action === 'unpublish') return actions.unpublish(post);
      if (action === 'trash') await actions.trash(post);
      else await actions.deletePermanently(post);
      moveFocus(post, false);
    },
    async bulkUpdate(request: BulkRequest, selection: PostSelection) {
      await onBulk(request, selection);
      moveFocus(selection.posts[0], true);
    },
  };
}
