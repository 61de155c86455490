import { type EditorState, Plugin, Selection } from '@milkdown/kit/prose/state';
import { Decoration, DecorationSet } from '@milkdown/kit/prose/view';
import { $prose } from '@milkdown/kit/utils';
import { type PlaceholderChange, placeholderPluginKey, type UploadPlaceholder } from './placeholder-state.ts';
import { createPlaceholder } from './placeholder-widget.ts';
import type { UploadManager } from './upload-manager.ts';

/** The position of a dropped file: before the empty line at the cursor, else after the block. */
export function findInsertPosition({ doc }: EditorState, position: number): number {
  const $at = doc.resolve(Math.max(0, Math.min(position, doc.content.size)));
  if ($at.depth === 0) return $at.pos;
  const block = $at.node(1);
  return block.isTextblock && block.content.size === 0 ? $at.before(1) : $at.after(1);
}

/** Failed uploads whose cards are in the selection, which has no position of theirs at the ends of the text. */
function listFailedIn(state: EditorState, uploads: UploadManager): string[] {
  const { doc, selection } = state;
  const from = selection.from <= Selection.atStart(doc).from ? 0 : selection.from;
  const to = selection.to >= Selection.atEnd(doc).to ? doc.content.size : selection.to;
  const isAll = from === 0 && to === doc.content.size;
  const placeholders = selection.empty && !isAll ? [] : (placeholderPluginKey.getState(state) ?? []);
  const covered = placeholders.filter(({ position }) => position >= from && position <= to);
  return covered.flatMap(({ id }) => (uploads.get(id)?.error == null ? [] : [id]));
}

/** Keeps the places of uploads through every change of the text, and shows a placeholder at each. */
export const createPlaceholderPlugin = (uploads: UploadManager) =>
  $prose(
    () =>
      new Plugin<UploadPlaceholder[]>({
        key: placeholderPluginKey,
        state: {
          init: () => [],
          apply(tr, before) {
            const { add = [], remove } = (tr.getMeta(placeholderPluginKey) ?? {}) as PlaceholderChange;
            // Several that wait in one place keep their order, whichever is there first.
            const arrived = before.findIndex(({ id }) => id === remove);
            const mapped = before.map(({ id, position }, index) => ({
              id,
              position: tr.mapping.map(position, index < arrived ? -1 : 1),
            }));
            if (add.length === 0 && remove === undefined) return mapped;
            return [...mapped, ...add].filter(({ id }) => id !== remove);
          },
        },
        props: {
          // Before the key deletes the text, which the keymap does.
          handleDOMEvents: {
            keydown({ state }, { key }) {
              if (key === 'Delete' || key === 'Backspace')
                for (const id of listFailedIn(state, uploads)) uploads.remove(id);
              return false;
            },
          },
          decorations(state) {
            const all = placeholderPluginKey.getState(state) ?? [];
            const widgets = all.map(({ id, position }, index) =>
              Decoration.widget(position, () => createPlaceholder(uploads, id), {
                key: id,
                side: index - all.length,
                ignoreSelection: true,
                stopEvent: () => true,
              }),
            );
            return DecorationSet.create(state.doc, widgets);
          },
        },
      }),
  );
