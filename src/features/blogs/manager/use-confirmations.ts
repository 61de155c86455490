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

/** The confirmation before an action, and where the focus moves afterwards. */
export function useConfirmations({ posts, actions, search, table, result, onBulk }: Options) {
  const [prompt, setPrompt] = useState<PostPrompt | null>(null);
  const restoreFocus = useRef<(() => void) | null>(null);

  // The pressed button is gone with its row: once the dialog is closed, the focus moves to the result.
  useEffect(() => {
    if (prompt !== null) return;
    restoreFocus.current?.();
    restoreFocus.current = null;
  }, [prompt]);

  return {
    prompt,
    open: (next: PostPrompt) => setPrompt(next),
    close: () => setPrompt(null),
    async act(action: PostAction, post: ManagedPost) {
      const at = posts.indexOf(post);
      if (action === 'unpublish') return actions.unpublish(post);
      if (action === 'trash') await actions.trash(post);
      else await actions.deletePermanently(post);
      const isInTrash = action === 'delete-permanently';
      restoreFocus.current = () => (!isInTrash && focusRow(table.current, at)) || search.current?.focus();
    },
    async bulkUpdate(request: BulkRequest, selection: PostSelection) {
      await onBulk(request, selection);
      restoreFocus.current = () => result.current?.focus();
    },
  };
}
