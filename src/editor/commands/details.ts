import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { type Command, type EditorState, TextSelection } from '@milkdown/kit/prose/state';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { insertBlock } from './blocks.ts';

/** A toggle with an empty summary and a paragraph. The cursor goes into the summary. */
export const insertDetails: Command = (state, dispatch) => {
  const details = getNodeType(state.schema, 'details').createAndFill(null, [
    getNodeType(state.schema, 'details_summary').create(),
    getNodeType(state.schema, 'paragraph').create(),
  ]);
  return details !== null && insertBlock(state, details, dispatch);
};

/** The toggle that the cursor is in. */
export function findDetails({ selection: { $from } }: EditorState): { node: EditorNode; pos: number } | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name === 'details') return { node: $from.node(depth), pos: $from.before(depth) };
  }
  return null;
}

/** Whether readers see it unfolded at first. */
export const toggleDetailsOpen: Command = (state, dispatch) => {
  const details = findDetails(state);
  if (!details) return false;
  dispatch?.(state.tr.setNodeMarkup(details.pos, null, { isOpen: !details.node.attrs.isOpen }));
  return true;
};

const isInSummary = ({ selection: { $from } }: EditorState) => $from.parent.type.name === 'details_summary';

/** Enter in the summary moves to the text below it, into a new paragraph unless the first one is empty. */
export const leaveSummary: Command = (state, dispatch) => {
  if (!isInSummary(state)) return false;
  const { $from, $to } = state.selection;
  const { tr } = state;
  if ($from.sameParent($to)) tr.deleteSelection();
  const after = tr.mapping.map($from.after());
  const first = tr.doc.nodeAt(after);
  if (!(first?.isTextblock && first.content.size === 0))
    tr.insert(after, getNodeType(state.schema, 'paragraph').create());
  tr.setSelection(TextSelection.create(tr.doc, after + 1));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Unwraps a toggle; its summary becomes a paragraph. */
export const unwrapDetails: Command = (state, dispatch) => {
  const details = findDetails(state);
  if (!details) return false;
  const paragraph = getNodeType(state.schema, 'paragraph');
  const blocks: EditorNode[] = [];
  details.node.forEach((child) => {
    const isLine = child.type.name === 'details_summary' || child.type.name === 'plain';
    if (child.content.size > 0 || !isLine) blocks.push(isLine ? paragraph.create(null, child.content) : child);
  });
  const { pos, node } = details;
  const tr = state.tr.replaceWith(pos, pos + node.nodeSize, blocks.length > 0 ? blocks : [paragraph.create()]);
  tr.setSelection(TextSelection.near(tr.doc.resolve(pos + 1)));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Backspace at the start of the summary. */
export const unwrapAtSummary: Command = (state, dispatch) => {
  const { empty, $from } = state.selection;
  return isInSummary(state) && empty && $from.parentOffset === 0 && unwrapDetails(state, dispatch);
};
