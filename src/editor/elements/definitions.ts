import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { type Command, TextSelection } from '@milkdown/kit/prose/state';
import { insertBlock } from '#src/editor/commands/blocks.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { type EditorElement, getLabel } from './element.ts';

export const definitionList: EditorElement = {
  nodes: {
    definition_list: { tag: 'dl', content: '(definition_term | definition_description)+', group: 'block' },
    definition_term: { tag: 'dt', content: 'inline*', defining: true },
    definition_description: { tag: 'dd', content: '(plain | block)+', defining: true },
  },
  actions: () => [
    {
      tag: 'dl',
      label: getLabel('dl'),
      icon: 'M4 6h9M8 11h12M4 16h9M8 21h12',
      menu: { group: 'Lists', description: 'Terms and what they mean', keywords: 'definition list term glossary' },
      group: 'insert',
      isMenuOnly: true,
      command: insertDefinitionList,
    },
  ],
};

/** A term and its description, both empty. */
const insertDefinitionList: Command = (state, dispatch) => {
  const list = getNodeType(state.schema, 'definition_list').createAndFill(null, [
    getNodeType(state.schema, 'definition_term').create(),
    getNodeType(state.schema, 'definition_description').createAndFill() as EditorNode,
  ]);
  return list !== null && insertBlock(state, list, dispatch);
};

/** Enter: from a term to its description, from a description to a new term, and out of the list where a term is empty. */
export const splitDefinition: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const depth = $from.parent.type.name === 'definition_term' ? $from.depth : $from.depth - 1;
  const { name } = depth > 0 ? $from.node(depth).type : { name: '' };
  if (!empty || !/^definition_(term|description)$/.test(name)) return false;
  const isTerm = name === 'definition_term';
  if (isTerm && $from.parent.content.size === 0) return leaveList(depth)(state, dispatch);
  if (!isTerm && $from.index(depth) < $from.node(depth).childCount - 1) return false;
  const next = getNodeType(state.schema, isTerm ? 'definition_description' : 'definition_term').createAndFill();
  if (!next) return false;
  const { tr } = state;
  const rest = $from.parent.content.cut($from.parentOffset);
  const following = tr.doc.resolve($from.after(depth)).nodeAfter;
  if (isTerm && rest.size === 0 && following?.type === next.type) {
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve($from.after(depth) + 1))).scrollIntoView());
    return true;
  }
  tr.delete($from.pos, $from.end());
  const after = tr.mapping.map($from.after(depth));
  tr.insert(after, next);
  const start = isTerm ? after + 2 : after + 1;
  tr.insert(start, rest).setSelection(TextSelection.create(tr.doc, start));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Removes the empty term and puts the cursor into a paragraph after the list. */
const leaveList =
  (depth: number): Command =>
  (state, dispatch) => {
    const { $from } = state.selection;
    const list = $from.node(depth - 1);
    if ($from.index(depth - 1) < list.childCount - 1) return false;
    const paragraph = getNodeType(state.schema, 'paragraph').create();
    const { tr } = state;
    const isOnly = list.childCount === 1;
    const [from, to] = isOnly
      ? [$from.before(depth - 1), $from.after(depth - 1)]
      : [$from.before(depth), $from.after(depth)];
    const behind = $from.after(depth - 1);
    if (isOnly) tr.replaceWith(from, to, paragraph);
    else tr.insert(behind, paragraph).delete(from, to);
    tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(isOnly ? from : behind, -1) + 1)));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
