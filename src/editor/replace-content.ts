import { closeHistory } from '@milkdown/kit/prose/history';
import { Fragment, Slice } from '@milkdown/kit/prose/model';
import { Selection } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { fromHtml, getNodeType } from '#src/editor/html/from-html.ts';
import { updateBlocks } from './update-blocks.ts';

/** Meta of the transaction that replaces the whole text, which plugins must not change. */
export const IS_REPLACEMENT = 'isReplacement';

/** Other content in place of all there is, as one step that can be undone. */
export function replaceContent(view: EditorView, html: string): void {
  const { doc, schema, tr } = view.state;
  const next = fromHtml(schema, html);
  if (next.eq(doc)) return;
  tr.replaceWith(0, doc.content.size, next.content);
  tr.setSelection(Selection.atStart(tr.doc));
  view.dispatch(closeHistory(tr).setMeta(IS_REPLACEMENT, true));
  view.dispatch(closeHistory(view.state.tr));
}

/** The same, block by block, so that the cursor stays in its own. Undo takes back what was typed, not this. */
export function updateContent(view: EditorView, html: string): void {
  const { schema, tr } = view.state;
  updateBlocks(tr, fromHtml(schema, html).content.content);
  if (tr.docChanged) view.dispatch(tr.setMeta(IS_REPLACEMENT, true).setMeta('addToHistory', false));
}

/** Puts plain text in place of the selection, each line as a paragraph; the first and the last join what is around them. */
export function insertLines(view: EditorView, text: string): void {
  const { schema, tr } = view.state;
  const paragraph = getNodeType(schema, 'paragraph');
  const lines = text.split('\n').map((line) => paragraph.create(null, line ? schema.text(line) : null));
  view.dispatch(tr.replaceSelection(new Slice(Fragment.from(lines), 1, 1)).scrollIntoView());
}
