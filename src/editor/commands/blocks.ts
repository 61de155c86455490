import { lift, setBlockType, wrapIn } from '@milkdown/kit/prose/commands';
import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from '@milkdown/kit/prose/state';
import { getNodeType } from '#src/editor/html/from-html.ts';

/** A heading of this level, or a paragraph again if it is one. */
export function toggleHeading(level: number): Command {
  return (state, dispatch) => {
    const { parent } = state.selection.$from;
    const isThat = parent.type.name === 'heading' && parent.attrs.level === level;
    return isThat
      ? setParagraph(state, dispatch)
      : setBlockType(getNodeType(state.schema, 'heading'), { level })(state, dispatch);
  };
}

export const setParagraph: Command = (state, dispatch) =>
  setBlockType(getNodeType(state.schema, 'paragraph'))(state, dispatch);

export const toggleCodeBlock: Command = (state, dispatch) =>
  state.selection.$from.parent.type.spec.code
    ? setParagraph(state, dispatch)
    : setBlockType(getNodeType(state.schema, 'code_block'))(state, dispatch);

export const toggleQuote: Command = (state, dispatch) =>
  isInsideNode(state, 'blockquote')
    ? lift(state, dispatch)
    : wrapIn(getNodeType(state.schema, 'blockquote'))(state, dispatch);

export const insertRule: Command = (state, dispatch) =>
  insertBlock(state, getNodeType(state.schema, 'rule').create(), dispatch);

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
  const isHolding = block.isTextblock || block.type.name === 'table';
  const behind = Selection.findFrom(tr.doc.resolve(insertRange.from + block.nodeSize), 1);
  const selection = isHolding ? inside : (behind ?? inside);
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
