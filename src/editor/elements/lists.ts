import { chainCommands } from '@milkdown/kit/prose/commands';
import { InputRule, wrappingInputRule } from '@milkdown/kit/prose/inputrules';
import type { Node as EditorNode, NodeType, ResolvedPos, Schema } from '@milkdown/kit/prose/model';
import { liftListItem, splitListItem, wrapInList } from '@milkdown/kit/prose/schema-list';
import type { Command, EditorState, Transaction } from '@milkdown/kit/prose/state';
import type { EditorView, NodeView } from '@milkdown/kit/prose/view';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { type EditorElement, getLabel } from './element.ts';

export const list: EditorElement = {
  nodes: {
    bullet_list: { tag: 'ul', content: 'list_item+', group: 'block' },
    // As it is written in the HTML: `start="07"` stays what it is.
    ordered_list: { tag: 'ol', attributes: ['start'], content: 'list_item+', group: 'block' },
    // `id`: a footnote, to which a link in the text leads.
    list_item: { tag: 'li', attributes: ['id'], content: '(plain | block)+', defining: true },
  },
  actions: () => [
    {
      tag: 'ul',
      label: 'Bulleted list',
      icon: 'M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13',
      keys: 'Mod-Shift-8',
      menu: { group: 'Lists', description: 'Points in any order', keywords: 'bulleted list unordered points' },
      group: 'block',
      command: toggleList('bullet_list'),
      isOn: isInList('bullet_list'),
    },
    {
      tag: 'ol',
      label: getLabel('ol'),
      icon: 'M11 5h10M11 12h10M11 19h10M4 4h1v5M4 9h2M6.5 20H3.4c0-1 2.6-1.925 2.6-3.5a1.5 1.5 0 0 0-2.6-1.02',
      keys: 'Mod-Shift-7',
      menu: { group: 'Lists', description: 'Steps in order', keywords: 'numbered list ordered' },
      group: 'block',
      command: toggleList('ordered_list'),
      isOn: isInList('ordered_list'),
    },
  ],
  inputRules: [
    (schema) => createListRule(schema, 'bullet_list', /^\s*[-*+]\s$/),
    (schema) => createListRule(schema, 'ordered_list', /^\s*(\d{1,9})\.\s$/),
  ],
  markdown: [
    ['- ', 'Bulleted list'],
    ['[ ] ', 'Task, in a list'],
    ['1. ', 'Numbered list'],
  ],
};

/** The box of a task, inline in the text of its item as in the HTML. */
export const task: EditorElement = {
  nodes: {
    checkbox: {
      inline: true,
      group: 'inline',
      atom: true,
      selectable: false,
      attrs: { isChecked: { default: false } },
      parseDOM: [{ tag: 'input[type=checkbox]', getAttrs: (dom) => ({ isChecked: dom.hasAttribute('checked') }) }],
      toDOM: ({ attrs: { isChecked } }) => ['input', { type: 'checkbox', ...(isChecked && { checked: '' }) }],
      view: createCheckboxView,
    },
  },
  actions: () => [
    {
      tag: 'input',
      label: 'Task list',
      icon: 'M13 5h8M13 12h8M13 19h8M3 17l2 2 4-4M3 7l2 2 4-4',
      keys: 'Mod-Shift-6',
      menu: { group: 'Lists', description: 'Items to tick off', keywords: 'task list todo checklist checkbox' },
      group: 'block',
      isMenuOnly: true,
      command: toggleTaskList,
      isOn: (state) => findInnermostList(state.selection.$from) !== null && isInTask(state),
    },
  ],
  inputRules: [createTaskRule],
};

type ListName = 'bullet_list' | 'ordered_list';

const isInList = (name: ListName) => (state: EditorState) =>
  findInnermostList(state.selection.$from)?.node.type.name === name;

/** Makes a list of the chosen blocks, another kind of list of a list, or no list of one that is of this kind already. */
function toggleList(name: ListName): Command {
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
function findInnermostList($pos: ResolvedPos): { node: EditorNode; pos: number } | null {
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
function unwrapSingleParagraphs(tr: Transaction, { schema, selection }: EditorState): Transaction {
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

/** A list joins the one above only when its number follows: a list typed from 7 starts at 7. */
function createListRule(schema: Schema, name: ListName, pattern: RegExp): InputRule {
  const parseStart = ([, number]: RegExpMatchArray) => (number && number !== '1' ? String(Number(number)) : null);
  const attrs = name === 'ordered_list' ? (match: RegExpMatchArray) => ({ start: parseStart(match) }) : null;
  const wrapping = wrappingInputRule(pattern, getNodeType(schema, name), attrs, (match, above) => {
    if (name === 'bullet_list') return true;
    return Number(match[1]) === Number(above.attrs.start ?? 1) + above.childCount;
  });
  const { handler } = wrapping as unknown as { handler: ConstructorParameters<typeof InputRule>[1] };
  return new InputRule(pattern, (state, match, start, end) => {
    const tr = typeof handler === 'function' ? handler(state, match, start, end) : null;
    return tr && unwrapSingleParagraphs(tr, state);
  });
}

/** Whether the cursor is in a task. */
const isInTask = ({ selection: { $from } }: EditorState) => $from.parent.firstChild?.type.name === 'checkbox';

/** Toggles tasks: items of the list at the cursor get boxes or lose them; other lines become a task list. */
const toggleTaskList: Command = (state, dispatch) => {
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

/** `[ ]` or `[x]` at the start of an item. */
function createTaskRule(schema: Schema): InputRule {
  return new InputRule(/^\[([ xX])?\]\s$/, (state, [, mark = ' '], start, end) => {
    if (state.doc.resolve(start).node(-1).type.name !== 'list_item') return null;
    const box = getNodeType(schema, 'checkbox').create({ isChecked: mark !== ' ' });
    return state.tr.replaceWith(start, end, [box, schema.text(' ')]);
  });
}

/** The box of a task: a press changes its state. */
function createCheckboxView(node: EditorNode, view: EditorView, getPos: () => number | undefined): NodeView {
  const dom = document.createElement('input');
  dom.type = 'checkbox';
  dom.checked = node.attrs.isChecked;
  dom.ariaLabel = 'Done';
  dom.contentEditable = 'false';
  dom.tabIndex = -1;
  dom.addEventListener('click', (event) => {
    event.preventDefault();
    const position = getPos();
    if (position === undefined || !view.editable) return;
    const current = view.state.doc.nodeAt(position);
    view.dispatch(view.state.tr.setNodeMarkup(position, null, { isChecked: !current?.attrs.isChecked }));
  });
  return { dom, ignoreMutation: () => true, stopEvent: ({ type }) => type === 'mousedown' || type === 'click' };
}
