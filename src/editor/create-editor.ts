import { defaultValueCtx, Editor, editorStateOptionsCtx, editorViewOptionsCtx, rootCtx } from '@milkdown/kit/core';
import { history } from '@milkdown/kit/plugin/history';
import { dropCursor } from '@milkdown/kit/prose/dropcursor';
import { gapCursor } from '@milkdown/kit/prose/gapcursor';
import { type Command, type EditorState, Plugin } from '@milkdown/kit/prose/state';
import { tableEditing } from '@milkdown/kit/prose/tables';
import type { EditorView } from '@milkdown/kit/prose/view';
import { $prose } from '@milkdown/kit/utils';
import { fromHtml } from '#src/editor/html/from-html.ts';
import { footnotePlugin } from '#src/editor/footnotes/footnote-plugin.ts';
import { findPlugin } from '#src/editor/find/find-plugin.ts';
import { createKeymapPlugin } from './keymap.ts';
import { addressOfferPlugin } from '#src/editor/paste/address-offer.ts';
import { imageOfferPlugin } from '#src/editor/paste/image-offer.ts';
import { createPastePlugin } from '#src/editor/paste/paste-plugin.ts';
import { contentSchema, createInputRules, nodeViews } from '#src/editor/elements/schema.ts';
import { createSlashPlugin } from '#src/editor/slash/slash-plugin.ts';
import { normalizePlugin } from './normalize-plugin.ts';
import { createPlaceholderPlugin } from '#src/editor/uploads/placeholder-plugin.ts';
import type { UploadManager } from '#src/editor/uploads/upload-manager.ts';
import { createScrollOptions } from './visible-area.ts';

const EMPTY = { type: 'doc', content: [{ type: 'paragraph', attrs: { isFiller: true } }] };

export type EditorOptions = {
  root: HTMLElement;
  /** Called when the first state is created, so content that was replaced before that is used. */
  html: () => string;
  headingLevels: readonly number[];
  /** Of the element that one types in. */
  attributes: Record<string, string>;
  extraKeys: Record<string, Command>;
  onSlashKey: (event: KeyboardEvent) => boolean;
  uploads: UploadManager;
  /** Offered the first heading of level 1 of what is pasted; true where it became the title. */
  takeTitle?: ((text: string) => boolean) | undefined;
  isEditable: () => boolean;
  /** After every change of text or selection. */
  onUpdate: (view: EditorView, before: EditorState) => void;
};

/** A Milkdown editor whose schema is that of our HTML; `create()` starts it. */
export function createEditor(options: EditorOptions): Editor {
  const { root, html, headingLevels, attributes, isEditable, uploads } = options;
  return (
    Editor.make()
      .config((ctx) => {
        ctx.set(rootCtx, root);
        ctx.set(defaultValueCtx, { type: 'json', value: EMPTY });
        ctx.set(editorStateOptionsCtx, (state) => ({
          ...state,
          ...(state.schema && { doc: fromHtml(state.schema, html()) }),
        }));
        ctx.set(editorViewOptionsCtx, { attributes, nodeViews, editable: isEditable, ...createScrollOptions() });
      })
      .use(contentSchema)
      .use(selectionPlugin)
      // The menu under a slash has the keys first, then the editor.
      .use(addressOfferPlugin)
      .use([createSlashPlugin(options.onSlashKey), createKeymapPlugin(headingLevels, options.extraKeys)])
      .use(createInputRules(headingLevels))
      .use(history)
      .use([
        createPastePlugin({ uploads, headingLevels, takeTitle: options.takeTitle }),
        imageOfferPlugin,
        createPlaceholderPlugin(uploads),
        $prose(() => tableEditing()),
      ])
      .use([
        $prose(() => gapCursor()),
        $prose(() => dropCursor({ color: false, class: 'drop-cursor', width: 2 })),
        normalizePlugin,
        footnotePlugin,
        findPlugin,
      ])
      .use(createUpdateListener(options.onUpdate))
  );
}

const createUpdateListener = (onUpdate: EditorOptions['onUpdate']) =>
  $prose(
    () =>
      new Plugin({
        view: () => ({ update: onUpdate }),
      }),
  );

/**
 * Makes the editor read the selection before each key. Chromium sends `selectionchange` only after the key events that are
 * already queued: Enter right after End, while the page was busy, would replace the words that were selected before.
 */
const selectionPlugin = $prose(
  () =>
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown(_view, { isComposing }) {
            if (!isComposing) document.dispatchEvent(new Event('selectionchange'));
            return false;
          },
        },
      },
    }),
);
