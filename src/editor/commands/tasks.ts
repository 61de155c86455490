import { liftListItem, splitListItem } from '@milkdown/kit/prose/schema-list';
import type { Command, EditorState, Transaction } from '@milkdown/kit/prose/state';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { findInnermostList, toggleList } from './lists.ts';

/** Whether the cursor is in a task. */
const isInTask = ({ selection: { $from } }: EditorState) => $from.parent.firstChild?.type.name === 'checkbox';

export const isInTaskList = (state: EditorState): boolean =>
  findInnermostList(state.selection.$from) !== null && isInTask(state);

/** Toggles tasks: items of the list at the cursor get boxes or lose them; other lines become a task list. */
export const toggleTaskList: Command = (state, dispatch) => {
  const list = findInnermostList(state.selection.$from);
  if (!list) {
    return toggleList('bullet_list')(
      state,
      dispatch && ((tr) => dispatch(addBoxes(tr, tr.selection.from, tr.selection.to))),
    );
  }
  const { tr } = state;
  const end = list.pos + list.node.nodeSize;
  if (isInTask(state)) removeBoxes(tr, list.pos, end);
  else addBoxes(tr, list.pos, end);
  dispatch?.(tr.scrollIntoView());
  return true;
};

function addBoxes(tr: Transaction, from: number, to: number): Transaction {
  const starts: number[] = [];
  tr.doc.nodesBetween(from, to, (node, pos, parent) => {
    const isFirstLine = parent?.type.name === 'list_item' && parent.firstChild === node && node.isTextblock;
    if (isFirstLine && !node.type.spec.code && node.firstChild?.type.name !== 'checkbox') starts.push(pos + 1);
  });
  const { schema } = tr.doc.type;
  for (const start of starts.reverse()) tr.insert(start, [getNodeType(schema, 'checkbox').create(), schema.text(' ')]);
  return tr;
}

function removeBoxes(tr: Transaction, from: number, to: number): void {
  const boxes: [from: number, to: number][] = [];
  tr.doc.nodesBetween(from, to, (node, pos, parent) => {
    if (node.type.name !== 'checkbox') return;
    boxes.push([pos, pos + (/^ /.test(parent?.maybeChild(1)?.text ?? '') ? 2 : 1)]);
  });
  for (const [start, end] of boxes.reverse()) tr.delete(start, end);
}

/** Enter in a task: the next item is a task too. In an empty one it ends the list. */
export const splitTask: Command = (state, dispatch, view) => {
  const { schema, selection } = state;
  if (!isInTask(state) || !selection.empty) return false;
  const item = getNodeType(schema, 'list_item');
  const { parent } = selection.$from;
  if (parent.textContent.trim() === '' && parent.childCount <= 2) {
    if (!dispatch) return true;
    dispatch(state.tr.delete(selection.$from.start(), selection.$from.end()));
    return view ? liftListItem(item)(view.state, view.dispatch) : true;
  }
  if (selection.$from.parentOffset === 0) return false;
  return splitListItem(item)(
    state,
    dispatch && ((tr) => dispatch(addBoxes(tr, tr.selection.from, tr.selection.to).scrollIntoView())),
  );
};
