import { type EditorState, Plugin, PluginKey } from '@milkdown/kit/prose/state';
import { $prose } from '@milkdown/kit/utils';

/** The `/` that was typed, and what was typed behind it. */
export type SlashQuery = { from: number; to: number; query: string };

type SlashState = { slash: SlashQuery | null; dismissedAt: number | null };

export const slashPluginKey = new PluginKey<SlashState>('slash menu');

export const getSlashQuery = (state: EditorState): SlashQuery | null => slashPluginKey.getState(state)?.slash ?? null;

/** Notices a `/` at the start of a line or behind a space, and leaves the keys to the menu while it is open. */
export const createSlashPlugin = (onKey: (event: KeyboardEvent) => boolean) =>
  $prose(
    () =>
      new Plugin<SlashState>({
        key: slashPluginKey,
        state: {
          init: () => ({ slash: null, dismissedAt: null }),
          apply(tr, before, _old, state) {
            const match = findSlash(state);
            if (!match) return { slash: null, dismissedAt: null };
            if (tr.getMeta(slashPluginKey) === 'dismiss') return { slash: null, dismissedAt: match.from };
            if (before.dismissedAt === match.from) return { slash: null, dismissedAt: match.from };
            // It opens when one types, not when the cursor passes by.
            const isOpen = before.slash !== null || (tr.docChanged && match.query === '' && !tr.getMeta('paste'));
            return { slash: isOpen ? match : null, dismissedAt: null };
          },
        },
        props: { handleKeyDown: (view, event) => getSlashQuery(view.state) !== null && onKey(event) },
      }),
  );

function findSlash({ selection }: EditorState): SlashQuery | null {
  const { $from, empty } = selection;
  if (!empty || !$from.parent.inlineContent || $from.parent.type.spec.code) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
  const [, query] = /(?:^|\s)\/([\p{L}\p{N} ]{0,20})$/u.exec(before) ?? [];
  if (query === undefined) return null;
  return { from: $from.pos - query.length - 1, to: $from.pos, query };
}
