import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from '@milkdown/kit/prose/state';
import { getNodeType } from '#src/editor/html/from-html.ts';

/** The selected image, video or preserved block. */
export const getSelectedNode = ({ selection }: EditorState): EditorNode | null =>
  selection instanceof NodeSelection ? selection.node : null;

export function setAttributes(attrs: Record<string, unknown>): Command {
  return (state, dispatch) => {
    const node = getSelectedNode(state);
    if (!node) return false;
    const { from } = state.selection;
    const tr = state.tr.setNodeMarkup(from, null, { ...node.attrs, ...attrs }, node.marks);
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, from)));
    return true;
  };
}

const getFigure = ({ selection: { $from } }: EditorState) =>
  $from.parent.type.name === 'figure' ? $from.parent : null;

export const hasCaption = (state: EditorState) => getFigure(state)?.lastChild?.type.name === 'figcaption';

/** Adds a caption to the selected image and moves the cursor there, or removes the caption. */
export const toggleCaption: Command = (state, dispatch) => {
  const figure = getFigure(state);
  if (!figure) return false;
  const { $from } = state.selection;
  const { tr } = state;
  const end = $from.end();
  const caption = figure.lastChild;
  if (caption?.type.name === 'figcaption') tr.delete(end - caption.nodeSize, end);
  else {
    tr.insert(end, getNodeType(state.schema, 'figcaption').create());
    tr.setSelection(TextSelection.create(tr.doc, end + 1));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Deletes the selected node, and its figure and caption when nothing else is in the figure. */
export const deleteSelectedNode: Command = (state, dispatch) => {
  const node = getSelectedNode(state);
  if (!node) return false;
  const figure = getFigure(state);
  const { $from, from, to } = state.selection;
  const others = figure ? figure.childCount - 1 - (hasCaption(state) ? 1 : 0) : 1;
  const { tr } = state;
  if (figure && others === 0) tr.delete($from.before(), $from.after());
  else tr.delete(from, to);
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Moves the block that the cursor is in, up or down among its neighbours. */
export function moveBlock(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { selection, doc, tr } = state;
    const index = selection.$from.index(0);
    const other = doc.maybeChild(index + direction);
    const node = doc.maybeChild(index);
    const isSpread = selection.$to.index(0) !== index && !(selection instanceof NodeSelection);
    if (!node || !other || other.attrs.isFiller || isSpread) return false;
    if (!dispatch) return true;
    const start = selection.$from.posAtIndex(index, 0);
    const target = direction < 0 ? start - other.nodeSize : start + other.nodeSize;
    tr.delete(start, start + node.nodeSize).insert(target, node);
    const shift = target - start;
    const isWhole = selection instanceof NodeSelection;
    const head = selection.head + shift;
    tr.setSelection(
      isWhole
        ? NodeSelection.create(tr.doc, selection.from + shift)
        : Selection.near(tr.doc.resolve(Math.min(head, tr.doc.content.size))),
    );
    dispatch(tr.scrollIntoView());
    return true;
  };
}
