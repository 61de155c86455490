import { lift, setBlockType, wrapIn } from '@milkdown/kit/prose/commands';
import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from '@milkdown/kit/prose/state';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { getMarkType } from '#src/editor/mark-type.ts';

export const setParagraph: Command = (state, dispatch) =>
  setBlockType(getNodeType(state.schema, 'paragraph'))(state, dispatch);

/** Puts the chosen blocks into one that holds blocks, or takes them out of it. */
export const toggleWrap =
  (name: string): Command =>
  (state, dispatch) =>
    isInsideNode(state, name) ? lift(state, dispatch) : wrapIn(getNodeType(state.schema, name))(state, dispatch);

/** Whether the cursor is somewhere in a node of this name. */
export function isInsideNode({ selection: { $from } }: EditorState, name: string): boolean {
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === name) return true;
  return false;
}

/**
 * Puts a block where the cursor is: in place of an empty line, else after the block that the cursor is in. The cursor
 * moves into it if it can contain text, else after it.
 */
export function insertBlock(state: EditorState, block: EditorNode, dispatch: Parameters<Command>[1]): boolean {
  const { $from } = state.selection;
  const insertRange = findInsertRange(state, block);
  if (!insertRange) return false;
  if (!dispatch) return true;
  const tr = state.tr;
  tr.replaceWith(insertRange.from, insertRange.to, block);
  const inside = Selection.findFrom(tr.doc.resolve(insertRange.from), 1, true);
  const behind = Selection.findFrom(tr.doc.resolve(insertRange.from + block.nodeSize), 1);
  const selection = block.isLeaf ? (behind ?? inside) : inside;
  tr.setSelection(selection ?? TextSelection.near(tr.doc.resolve(Math.min($from.pos, tr.doc.content.size))));
  dispatch(tr.scrollIntoView());
  return true;
}

function findInsertRange({ selection }: EditorState, block: EditorNode): { from: number; to: number } | null {
  const { $from } = selection;
  if (selection instanceof NodeSelection && $from.depth === 0) return { from: selection.to, to: selection.to };
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const parent = $from.node(depth - 1);
    const index = $from.index(depth - 1);
    const isEmpty = $from.node(depth).isTextblock && $from.node(depth).content.size === 0;
    if (isEmpty && parent.childCount > 0 && parent.canReplaceWith(index, index + 1, block.type))
      return { from: $from.before(depth), to: $from.after(depth) };
    if (parent.canReplaceWith(index + 1, index + 1, block.type) && !parent.type.spec.isolating)
      return { from: $from.after(depth), to: $from.after(depth) };
  }
  return null;
}

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

export const getFigure = ({ selection: { $from } }: EditorState) =>
  $from.parent.type.name === 'figure' ? $from.parent : null;

export const hasCaption = (state: EditorState) => getFigure(state)?.lastChild?.type.name === 'figcaption';

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

/** Whether the selection, or what would be typed, has a mark of this name. */
export function hasMark(state: EditorState, name: string): boolean {
  const { empty, $from, from, to } = state.selection;
  const type = getMarkType(state.schema, name);
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined;
  return state.doc.rangeHasMark(from, to, type);
}
