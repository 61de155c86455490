import { type RefObject, useState } from 'react';
import { useFocusAfterRow } from '#src/ui/lists/use-focus-after-row.ts';
import type { AnyList } from '#src/ui/lists/use-list.ts';
import type { PostAction } from './bulk-action-copy.ts';
import type { PostPrompt } from './PostDialogs.tsx';
import type { BulkRequest, ManagedPost, PostSelection } from './posts-api.ts';
import type { usePostActions } from './use-post-actions.ts';

type Options = {
  list: AnyList<ManagedPost>;
  actions: ReturnType<typeof usePostActions>;
  /** Shows the progress and the result of a bulk action. */
  result: RefObject<HTMLElement | null>;
  /** Resolves when the bulk action has started. */
  onBulk: (request: BulkRequest, selection: PostSelection) => Promise<void>;
};

/** The confirmation before an action, and where the focus moves afterwards. */
export function useConfirmations({ list, actions, result, onBulk }: Options) {
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
