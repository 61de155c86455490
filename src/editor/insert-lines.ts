import { Fragment, Slice } from '@milkdown/kit/prose/model';
import type { EditorView } from '@milkdown/kit/prose/view';
import { getNodeType } from '#src/editor/html/from-html.ts';

/** Puts plain text in place of the selection, each line as a paragraph; the first and the last join what is around them. */
export function insertLines(view: EditorView, text: string): void {
  const { schema, tr } = view.state;
  const paragraph = getNodeType(schema, 'paragraph');
  const lines = text.split('\n').map((line) => paragraph.create(null, line ? schema.text(line) : null));
  view.dispatch(tr.replaceSelection(new Slice(Fragment.from(lines), 1, 1)).scrollIntoView());
}
