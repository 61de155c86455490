import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Asked } from './PostDialogs.tsx';
import type { BulkAction, Post } from './posts-api.ts';
import { focusRow } from './shortcuts.ts';
import type { usePostActions } from './use-post-actions.ts';

type Options = {
  posts: readonly Post[];
  actions: ReturnType<typeof usePostActions>;
  search: RefObject<HTMLInputElement | null>;
  table: RefObject<HTMLTableElement | null>;
  /** Where it is told what became of a selection. */
  result: RefObject<HTMLElement | null>;
  onBulkDone: () => void;
};

/** What is asked before it is done, and where the reader goes on afterwards. */
export function useQuestions({ posts, actions, search, table, result, onBulkDone }: Options) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const goOn = useRef<(() => void) | null>(null);

  // The button that was pressed is gone with its row: once the dialog is closed, the reader goes on where it is told.
  useEffect(() => {
    if (asked !== null) return;
    goOn.current?.();
    goOn.current = null;
  }, [asked]);

  return {
    asked,
    ask: (question: Asked) => setAsked(question),
    close: () => setAsked(null),
    async trash(post: Post) {
      const at = posts.indexOf(post);
      await actions.trash(post);
      goOn.current = () => focusRow(table.current, at) || search.current?.focus();
    },
    async deleteForGood(post: Post) {
      await actions.deleteForGood(post);
      goOn.current = () => search.current?.focus();
    },
    async changeSelected(action: BulkAction, chosen: Post[]) {
      await actions.changeSelected(action, chosen);
      onBulkDone();
      goOn.current = () => result.current?.focus();
    },
  };
}
