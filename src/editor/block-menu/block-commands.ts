import { closeHistory } from '@milkdown/kit/prose/history';
import type { Node as EditorNode, ResolvedPos } from '@milkdown/kit/prose/model';
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import type { EditorAction } from '#src/editor/elements/element.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';

/** A block of the text, or an item of a list, with the position before it. */
export type Block = { pos: number; node: EditorNode };

/** The innermost item of a list that the position is in, else the block. Null where there is none, and at the empty last line. */
export function findBlock($pos: ResolvedPos): Block | null {
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const node = $pos.node(depth);
    if (depth === 1 || node.type.name === 'list_item') return toBlock($pos.before(depth), node);
  }
  const node = $pos.nodeAfter;
  return node?.isBlock ? toBlock($pos.pos, node) : null;
}

const toBlock = (pos: number, node: EditorNode): Block | null => (node.attrs.isFiller === true ? null : { pos, node });

/** Puts it before the one above or after the one below, with the cursor where it was in it. */
export function moveBlockAt(pos: number, direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { doc, selection, tr } = state;
    const $pos = doc.resolve(pos);
    const node = $pos.nodeAfter;
    const other = $pos.parent.maybeChild($pos.index() + direction);
    if (!node || !other || other.attrs.isFiller) return false;
    if (!dispatch) return true;
    const target = direction < 0 ? pos - other.nodeSize : pos + other.nodeSize;
    tr.delete(pos, pos + node.nodeSize).insert(target, node);
    const isInside = selection.from >= pos && selection.to <= pos + node.nodeSize;
    if (isInside && selection instanceof NodeSelection) {
      tr.setSelection(NodeSelection.create(tr.doc, selection.from + target - pos));
    } else if (isInside) {
      const [anchor, head] = [selection.anchor, selection.head].map((at) => tr.doc.resolve(at + target - pos));
      tr.setSelection(TextSelection.between(anchor as ResolvedPos, head as ResolvedPos));
    }
    dispatch(tr.scrollIntoView());
    return true;
  };
}

/** With Alt and the arrow keys: the item among those of its list, where there is a next one, else the block. */
export const moveBlockAtCursor =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const { $from, $to } = state.selection;
    const block = findBlock($from);
    const outer = $from.depth > 0 ? $from.before(1) : $from.pos;
    const isSpread = !(state.selection instanceof NodeSelection) && $from.index(0) !== $to.index(0);
    if (!block || isSpread) return false;
    return moveBlockAt(block.pos, direction)(state, dispatch) || moveBlockAt(outer, direction)(state, dispatch);
  };

export const duplicateBlockAt =
  (pos: number): Command =>
  (state, dispatch) => {
    const node = state.doc.nodeAt(pos);
    if (!node) return false;
    const { tr } = state;
    const copyPos = pos + node.nodeSize;
    tr.insert(copyPos, node);
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(copyPos + 1))).scrollIntoView());
    return true;
  };

/** Deletes it, with its list where it was the only item. */
export const deleteBlockAt =
  (pos: number): Command =>
  (state, dispatch) => {
    const $pos = state.doc.resolve(pos);
    const node = $pos.nodeAfter;
    if (!node) return false;
    const isWhole = $pos.depth > 0 && $pos.parent.childCount === 1;
    const [from, to] = isWhole ? [$pos.before(), $pos.after()] : [pos, pos + node.nodeSize];
    const { tr } = state;
    tr.delete(from, to);
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)))).scrollIntoView());
    return true;
  };

/** An empty paragraph below the block, or the block itself where it is one, with a slash in it: the menu opens. */
export function openSlashBelow(view: EditorView, pos: number): void {
  const { doc, schema, tr } = view.state;
  const outer = doc.resolve(pos);
  const start = outer.depth > 0 ? outer.before(1) : pos;
  const node = doc.nodeAt(start);
  if (!node) return;
  const isEmpty = node.type.name === 'paragraph' && node.content.size === 0;
  const at = isEmpty ? start : start + node.nodeSize;
  if (!isEmpty) tr.insert(at, getNodeType(schema, 'paragraph').create());
  tr.setSelection(TextSelection.create(tr.doc, at + 1));
  view.dispatch(closeHistory(tr).scrollIntoView());
  view.focus();
  view.dispatch(view.state.tr.insertText('/'));
}

/** What a block of text can become. */
const TURN_INTO = ['p', 'h2', 'h3', 'ul', 'ol', 'blockquote', 'pre'];
const TURNABLE = ['paragraph', 'heading', 'code_block', 'blockquote', 'bullet_list', 'ordered_list', 'list_item'];
/** Around text: these go before the text becomes something else. */
const WRAPPING = ['ul', 'ol', 'blockquote'];

export const listTurnInto = (actions: readonly EditorAction[], { node }: Block): EditorAction[] =>
  TURNABLE.includes(node.type.name)
    ? TURN_INTO.flatMap((tag) => actions.find((action) => action.tag === tag) ?? [])
    : [];

/** The state as if the text of the block were selected. */
export function selectBlock(state: EditorState, { pos, node }: Block): EditorState {
  const { doc } = state;
  const range = TextSelection.between(doc.resolve(pos + 1), doc.resolve(pos + node.nodeSize - 1));
  return state.apply(state.tr.setSelection(range));
}

export function turnInto(view: EditorView, block: Block, action: EditorAction, actions: readonly EditorAction[]): void {
  const { selection } = selectBlock(view.state, block);
  view.dispatch(closeHistory(view.state.tr.setSelection(selection)));
  const isList = action.tag === 'ul' || action.tag === 'ol';
  for (const tag of WRAPPING) {
    const around = actions.find((each) => each.tag === tag);
    const stays = tag === action.tag || (isList && tag !== 'blockquote');
    if (around?.isOn?.(view.state) && !stays) around.command?.(view.state, view.dispatch, view);
  }
  if (!action.isOn?.(view.state)) action.command?.(view.state, view.dispatch, view);
  view.dispatch(view.state.tr.setSelection(Selection.near(view.state.selection.$to, -1)));
  view.focus();
}
