import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PostPrompt } from './PostDialogs.tsx';
import type { BulkRequest, ManagedPost } from './posts-api.ts';
import { focusRow } from './shortcuts.ts';
import type { usePostActions } from './use-post-actions.ts';

type Options = {
  posts: readonly ManagedPost[];
  actions: ReturnType<typeof usePostActions>;
  search: RefObject<HTMLInputElement | null>;
  table: RefObject<HTMLTableElement | null>;
  /** Receives the result of a bulk action. */
  result: RefObject<HTMLElement | null>;
  onBulkDone: () => void;
};

/** The confirmation before an action, and where the focus moves afterwards. */
export function useConfirmations({ posts, actions, search, table, result, onBulkDone }: Options) {
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
    async trash(post: ManagedPost) {
      const at = posts.indexOf(post);
      await actions.trash(post);
      restoreFocus.current = () => focusRow(table.current, at) || search.current?.focus();
    },
    unpublish: actions.unpublish,
    async deletePermanently(post: ManagedPost) {
      await actions.deletePermanently(post);
      restoreFocus.current = () => search.current?.focus();
    },
    async bulkUpdate(request: BulkRequest, chosen: readonly ManagedPost[]) {
      await actions.bulkUpdate(request, chosen);
      onBulkDone();
      restoreFocus.current = () => result.current?.focus();
    },
  };
}
