import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { AllSelection, NodeSelection, type Selection, TextSelection } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { createActions } from '#src/editor/actions.ts';
import { removeLink, setLink } from '#src/editor/elements/link.tsx';
import { deleteSelectedNode, moveBlock } from '#src/editor/commands/blocks.ts';
import { toggleCaption } from '#src/editor/elements/media.tsx';
import { setAlign, tableActions, toggleHeadRow } from '#src/editor/elements/tables.tsx';
import { fromHtml } from '#src/editor/html/from-html.ts';
import { toHtml } from '#src/editor/html/to-html.ts';

/** An action, its selection (any numbers, taken modulo), and the text to type. */
export type EditStep = { action: number; from: number; length: number; text: string };

const KEYS = ['Enter', 'Backspace', 'Delete', 'Tab', 'Shift-Tab', 'Shift-Enter', 'Mod-Enter', 'Mod-z', 'Mod-y'];

const actions: ((view: EditorView, text: string) => void)[] = [
  ...Array.from({ length: 12 }, () => (view: EditorView, text: string) => type(view, text)),
  ...KEYS.map((key) => (view: EditorView) => press(view, key)),
  ...KEYS.slice(0, 4).map((key) => (view: EditorView) => press(view, key)),
  ...[
    ...createActions([1, 2, 3]).flatMap(({ command }) => (command ? [command] : [])),
    ...tableActions.map(({ command }) => command),
    toggleHeadRow,
    setAlign('right'),
    setLink('/x', 'link'),
    removeLink,
    toggleCaption,
    deleteSelectedNode,
    moveBlock(-1),
    moveBlock(1),
  ].map((command) => (view: EditorView) => void command(view.state, view.dispatch, view)),
];

export type EditResult = { html: string; rawHtmlBlocks: number };

export function countRawHtmlBlocks(doc: EditorNode): number {
  let count = 0;
  doc.forEach((node) => {
    if (node.type.name === 'rawHtml') count += 1;
  });
  return count;
}

/** Runs the steps in an editor with this content. Returns the HTML and the number of raw HTML blocks after each. @throws when the document violates its schema */
export function editAtRandom(view: EditorView, html: string, steps: readonly EditStep[]): EditResult[] {
  const { schema } = view.state;
  view.dispatch(view.state.tr.replaceWith(0, view.state.doc.content.size, fromHtml(schema, html).content));
  return steps.map(({ action, from, length, text }) => {
    view.dispatch(view.state.tr.setSelection(select(view, from, length)));
    actions[action % actions.length]?.(view, text);
    view.state.doc.check();
    return { html: toHtml(view.state.doc), rawHtmlBlocks: countRawHtmlBlocks(view.state.doc) };
  });
}

function select({ state: { doc } }: EditorView, from: number, length: number): Selection {
  if (length === 9) return new AllSelection(doc);
  const start = doc.resolve(from % (doc.content.size + 1));
  const node = start.nodeAfter;
  if (length === 8 && node && !node.isText && NodeSelection.isSelectable(node))
    return NodeSelection.create(doc, start.pos);
  const end = doc.resolve(Math.min(doc.content.size, start.pos + (length < 5 ? 0 : length * 3)));
  return TextSelection.between(start, end);
}

function type(view: EditorView, text: string): void {
  for (const character of text) {
    const { from, to } = view.state.selection;
    const isHandled = view.someProp('handleTextInput', (handle) =>
      handle(view, from, to, character, () => view.state.tr.insertText(character, from, to)),
    );
    if (!isHandled) view.dispatch(view.state.tr.insertText(character, from, to));
  }
}

function press(view: EditorView, keys: string): void {
  const parts = keys.split('-');
  const key = parts.at(-1) ?? '';
  const event = new KeyboardEvent('keydown', {
    key,
    ctrlKey: parts.includes('Mod'),
    shiftKey: parts.includes('Shift'),
  });
  view.someProp('handleKeyDown', (handle) => handle(view, event));
}
