import { chainCommands } from '@milkdown/kit/prose/commands';
import type { Node as EditorNode, NodeType, ResolvedPos } from '@milkdown/kit/prose/model';
import { liftListItem, wrapInList } from '@milkdown/kit/prose/schema-list';
import type { Command, EditorState, Transaction } from '@milkdown/kit/prose/state';
import { getNodeType } from '#src/editor/html/from-html.ts';

export type ListName = 'bullet_list' | 'ordered_list';

/** Makes a list of the chosen blocks, another kind of list of a list, or no list of one that is of this kind already. */
export function toggleList(name: ListName): Command {
  return (state, dispatch) => {
    const list = findInnermostList(state.selection.$from);
    const type = getNodeType(state.schema, name);
    if (list?.node.type === type) return liftListItem(getNodeType(state.schema, 'list_item'))(state, dispatch);
    if (list) {
      dispatch?.(state.tr.setNodeMarkup(list.pos, type));
      return true;
    }
    return wrapInTightList(type)(state, dispatch);
  };
}

/** The list that the cursor is in, if there is no other block between. */
export function findInnermostList($pos: ResolvedPos): { node: EditorNode; pos: number } | null {
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const node = $pos.node(depth);
    if (node.type.name === 'bullet_list' || node.type.name === 'ordered_list') return { node, pos: $pos.before(depth) };
    if (node.type.spec.isolating) return null;
  }
  return null;
}

const wrapInTightList = (type: NodeType): Command =>
  chainCommands((state, dispatch) => {
    const wrap = wrapInList(type);
    return wrap(state, dispatch && ((tr) => dispatch(unwrapSingleParagraphs(tr, state))));
  });

/** Items with a single paragraph become plain text: `<li>text</li>`. */
export function unwrapSingleParagraphs(tr: Transaction, { schema, selection }: EditorState): Transaction {
  const from = tr.mapping.map(selection.from, -1);
  const to = tr.mapping.map(selection.to, 1);
  const plain = getNodeType(schema, 'plain');
  tr.doc.nodesBetween(from, Math.min(to, tr.doc.content.size), (node, pos) => {
    const only = node.childCount === 1 ? node.firstChild : null;
    const isLoose = node.type.name === 'list_item' && only?.type.name === 'paragraph';
    if (isLoose) tr.setNodeMarkup(pos + 1, plain, null, only.marks);
    return node.type.name !== 'table';
  });
  return tr;
}
