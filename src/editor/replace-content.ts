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
