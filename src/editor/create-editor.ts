import {
  defaultValueCtx,
  Editor,
  editorStateOptionsCtx,
  editorViewCtx,
  editorViewOptionsCtx,
  rootCtx,
} from '@milkdown/kit/core';
import { history } from '@milkdown/kit/plugin/history';
import { remarkGFMPlugin } from '@milkdown/kit/preset/gfm';
import { dropCursor } from '@milkdown/kit/prose/dropcursor';
import { gapCursor } from '@milkdown/kit/prose/gapcursor';
import { type Command, Plugin } from '@milkdown/kit/prose/state';
import { tableEditing } from '@milkdown/kit/prose/tables';
import type { EditorView } from '@milkdown/kit/prose/view';
import { $prose } from '@milkdown/kit/utils';
import { fromHtml } from '#src/editor/html/from-html.ts';
import { inputRules } from './input-rules.ts';
import { keys } from './keymap.ts';
import { nodeViews } from '#src/editor/nodes/node-views.ts';
import { paste } from '#src/editor/paste/paste-plugin.ts';
import { schemaOfContent } from '#src/editor/schema/index.ts';
import { slash } from '#src/editor/slash/slash-plugin.ts';
import { tidy } from './normalize-plugin.ts';
import { places } from '#src/editor/uploads/placeholder-plugin.ts';
import type { Uploads } from '#src/editor/uploads/upload-manager.ts';

const EMPTY = { type: 'doc', content: [{ type: 'paragraph', attrs: { isFiller: true } }] };

export type EditorOptions = {
  root: HTMLElement;
  html: string;
  headingLevels: readonly number[];
  /** Of the element that one types in. */
  attributes: Record<string, string>;
  screenKeys: Record<string, Command>;
  onSlashKey: (event: KeyboardEvent) => boolean;
  uploads: Uploads;
  isEditable: () => boolean;
  /** After every change of text or selection. */
  onUpdate: (view: EditorView, isChanged: boolean) => void;
};

/** A Milkdown editor whose schema is that of our HTML. Milkdown reads Markdown too, where somebody pastes it. */
export async function createEditor(options: EditorOptions): Promise<{ editor: Editor; view: EditorView }> {
  const { root, html, headingLevels, attributes, isEditable, uploads } = options;
  const editor = await Editor.make()
    .config((ctx) => {
      ctx.set(rootCtx, root);
      ctx.set(defaultValueCtx, { type: 'json', value: EMPTY });
      ctx.set(editorStateOptionsCtx, (state) => ({
        ...state,
        ...(state.schema && { doc: fromHtml(state.schema, html) }),
      }));
      ctx.set(editorViewOptionsCtx, { attributes, nodeViews, editable: isEditable });
    })
    .use(schemaOfContent)
    .use(remarkGFMPlugin)
    // The menu under a slash has the keys first, then the editor.
    .use([slash(options.onSlashKey), keys(headingLevels, options.screenKeys)])
    .use(inputRules(headingLevels))
    .use(history)
    .use([paste({ uploads, headingLevels }), places(uploads), $prose(() => tableEditing())])
    .use([$prose(() => gapCursor()), $prose(() => dropCursor({ color: false, class: 'drop-cursor', width: 2 })), tidy])
    .use(watch(options.onUpdate))
    .create();
  return { editor, view: editor.ctx.get(editorViewCtx) };
}

const watch = (onUpdate: EditorOptions['onUpdate']) =>
  $prose(
    () =>
      new Plugin({
        view: () => ({ update: (view, before) => onUpdate(view, before.doc !== view.state.doc) }),
      }),
  );
