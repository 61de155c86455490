import { closeHistory } from '@milkdown/kit/prose/history';
import { Selection } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { fromHtml } from '#src/editor/html/from-html.ts';

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
  const { doc, schema, tr } = view.state;
  const old = doc.content.content;
  let next = 0;
  let pos = 0;
  const removeUntil = (end: number) => {
    const size = old.slice(next, end).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    if (size > 0) tr.delete(pos, pos + size);
    next = end;
  };
  for (const block of fromHtml(schema, html).content.content) {
    const kept = old.findIndex((each, index) => index >= next && each.eq(block));
    if (kept === -1) tr.insert(pos, block);
    else {
      removeUntil(kept);
      next = kept + 1;
    }
    pos += block.nodeSize;
  }
  removeUntil(old.length);
  if (tr.docChanged) view.dispatch(tr.setMeta(IS_REPLACEMENT, true).setMeta('addToHistory', false));
}
