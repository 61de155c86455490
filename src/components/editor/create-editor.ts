import {
  defaultValueCtx,
  Editor,
  editorStateOptionsCtx,
  editorViewCtx,
  editorViewOptionsCtx,
  rootCtx,
} from '@milkdown/kit/core';
import { history } from '@milkdown/kit/plugin/history';
import { gapCursor } from '@milkdown/kit/prose/gapcursor';
import { Plugin } from '@milkdown/kit/prose/state';
import { tableEditing } from '@milkdown/kit/prose/tables';
import type { EditorView } from '@milkdown/kit/prose/view';
import { $prose } from '@milkdown/kit/utils';
import { fromHtml } from './html/from-html.ts';
import { inputRules } from './input-rules.ts';
import { keys } from './keys.ts';
import { schemaOfContent } from './schema/index.ts';
import { tidy } from './tidy.ts';

const EMPTY = { type: 'doc', content: [{ type: 'paragraph', attrs: { isFiller: true } }] };

export type EditorOptions = {
  root: HTMLElement;
  html: string;
  headingLevels: readonly number[];
  /** Of the element that one types in. */
  attributes: Record<string, string>;
  isEditable: () => boolean;
  /** After every change of text or selection. */
  onUpdate: (view: EditorView, isChanged: boolean) => void;
};

/** A Milkdown editor whose schema is that of our HTML. */
export async function createEditor(options: EditorOptions): Promise<{ editor: Editor; view: EditorView }> {
  const { root, html, headingLevels, attributes, isEditable, onUpdate } = options;
  const editor = await Editor.make()
    .config((ctx) => {
      ctx.set(rootCtx, root);
      ctx.set(defaultValueCtx, { type: 'json', value: EMPTY });
      ctx.set(editorStateOptionsCtx, (state) => ({
        ...state,
        ...(state.schema && { doc: fromHtml(state.schema, html) }),
      }));
      ctx.set(editorViewOptionsCtx, { attributes, editable: isEditable });
    })
    .use(schemaOfContent)
    .use(keys(headingLevels, {}))
    .use(inputRules(headingLevels))
    .use(history)
    .use([$prose(() => tableEditing()), $prose(() => gapCursor()), tidy, watch(onUpdate)])
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
