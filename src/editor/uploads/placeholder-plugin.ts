import { type EditorState, NodeSelection, Plugin, Selection } from '@milkdown/kit/prose/state';
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

/** Uploads whose cards are in the selection, which has no position of theirs at the ends of the text. */
function listSelected({ doc, selection }: EditorState, places: readonly UploadPlaceholder[]): string[] {
  if (selection instanceof NodeSelection) return [];
  const isFromStart = selection.from <= Selection.atStart(doc).from;
  const isToEnd = selection.to >= Selection.atEnd(doc).to;
  if (selection.empty && !(isFromStart && isToEnd)) return [];
  const covered = places.filter(
    ({ position }) => (isFromStart || position > selection.from) && (isToEnd || position < selection.to),
  );
  return covered.map(({ id }) => id);
}

/**
 * Takes away the cards in the selection, which is about to be deleted, and cancels what is still sent. Of an empty text, which
 * may wait for its first image, only what failed, and by `isDelete`, the key that deletes.
 */
function removeSelected(state: EditorState, uploads: UploadManager, isDelete = false): void {
  const { empty } = state.selection;
  if (empty && !isDelete) return;
  for (const id of listSelected(state, placeholderPluginKey.getState(state) ?? []))
    if (!empty || uploads.get(id)?.error != null) uploads.remove(id);
}

/** Keys that delete what is selected; letters do it by `handleTextInput`. */
const DELETING_KEYS = ['Delete', 'Backspace', 'Enter'];

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
          // Before the text is deleted, which others do.
          handleDOMEvents: {
            keydown({ state }, { key }) {
              if (DELETING_KEYS.includes(key)) removeSelected(state, uploads, key !== 'Enter');
              return false;
            },
            cut({ state }) {
              removeSelected(state, uploads);
              return false;
            },
            paste({ state }) {
              removeSelected(state, uploads);
              return false;
            },
          },
          handleTextInput({ state }) {
            removeSelected(state, uploads);
            return false;
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
