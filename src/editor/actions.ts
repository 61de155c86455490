import { toggleMark } from '@milkdown/kit/prose/commands';
import { redo, undo } from '@milkdown/kit/prose/history';
import type { Command, EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import type { IconName } from '#src/editor/toolbar/icons.tsx';
import {
  insertRule,
  isWithin,
  setParagraph,
  toggleCodeBlock,
  toggleHeading,
  toggleQuote,
} from '#src/editor/commands/blocks.ts';
import { innermostList, toggleList } from '#src/editor/commands/lists.ts';
import { insertTable } from '#src/editor/commands/tables.ts';
import { markOf } from './input-rules.ts';
import { asStep } from '#src/editor/commands/undo-steps.ts';

/** What the editor asks of the screen around it. */
export type EditorUi = { editLink(): void; pickFiles(kind: 'image' | 'video'): void };

export type Action = {
  label: string;
  icon: IconName;
  /** As ProseMirror writes it: `Mod-b`. */
  keys?: string;
  /** Words by which the slash menu finds it; without them it is not listed there. */
  words?: string;
  group: 'text' | 'block' | 'insert' | 'history';
  command?: Command;
  /** For what needs a dialog or a file. */
  open?: (ui: EditorUi) => void;
  isOn?: (state: EditorState) => boolean;
};

/** Everything that the toolbar and the slash menu offer, in their order. */
export function actionsFor(headingLevels: readonly number[]): Action[] {
  return [...textActions, ...blockActions(headingLevels), ...insertActions, ...historyActions];
}

export function perform(action: Action, view: EditorView, ui: EditorUi): void {
  view.focus();
  if (action.open) action.open(ui);
  else if (action.command) asStep(action.command)(view.state, view.dispatch, view);
}

/** Whether it can do anything where the cursor is. */
export const isPossible = ({ command }: Action, state: EditorState) => !command || asStep(command)(state);

const mark = (name: string, label: string, icon: IconName, keys: string): Action => ({
  label,
  icon,
  keys,
  group: 'text',
  command: (state, dispatch) => toggleMark(markOf(state.schema, name))(state, dispatch),
  isOn: (state) => hasMark(state, name),
});

function hasMark(state: EditorState, name: string): boolean {
  const { empty, $from, from, to } = state.selection;
  const type = markOf(state.schema, name);
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined;
  return state.doc.rangeHasMark(from, to, type);
}

const textActions: Action[] = [
  mark('strong', 'Bold', 'bold', 'Mod-b'),
  mark('em', 'Italic', 'italic', 'Mod-i'),
  mark('strike', 'Strikethrough', 'strike', 'Mod-Shift-x'),
  mark('code', 'Code', 'code', 'Mod-e'),
  {
    label: 'Link',
    icon: 'link',
    keys: 'Mod-k',
    group: 'text',
    open: (ui) => ui.editLink(),
    isOn: (state) => hasMark(state, 'link'),
  },
];

const isHeading = (level: number) => (state: EditorState) => {
  const { parent } = state.selection.$from;
  return parent.type.name === 'heading' && parent.attrs.level === level;
};

const isInList = (name: string) => (state: EditorState) =>
  innermostList(state.selection.$from)?.node.type.name === name;

const blockActions = (levels: readonly number[]): Action[] => [
  {
    label: 'Text',
    icon: 'text',
    keys: 'Mod-Alt-0',
    words: 'text paragraph plain',
    group: 'block',
    command: setParagraph,
    isOn: (state) => ['paragraph', 'plain'].includes(state.selection.$from.parent.type.name),
  },
  ...levels.map((level): Action => ({
    label: `Heading ${level}`,
    icon: `h${level as 1 | 2 | 3 | 4 | 5 | 6}`,
    keys: `Mod-Alt-${level}`,
    words: `heading title h${level} ${level}`,
    group: 'block',
    command: toggleHeading(level),
    isOn: isHeading(level),
  })),
  {
    label: 'Bulleted list',
    icon: 'bullets',
    keys: 'Mod-Shift-8',
    words: 'bulleted list unordered points',
    group: 'block',
    command: toggleList('bullet_list'),
    isOn: isInList('bullet_list'),
  },
  {
    label: 'Numbered list',
    icon: 'numbers',
    keys: 'Mod-Shift-7',
    words: 'numbered list ordered',
    group: 'block',
    command: toggleList('ordered_list'),
    isOn: isInList('ordered_list'),
  },
  {
    label: 'Quote',
    icon: 'quote',
    keys: 'Mod-Shift-9',
    words: 'quote blockquote citation',
    group: 'block',
    command: toggleQuote,
    isOn: (state) => isWithin(state, 'blockquote'),
  },
  {
    label: 'Code block',
    icon: 'codeBlock',
    keys: 'Mod-Alt-c',
    words: 'code block program listing',
    group: 'block',
    command: toggleCodeBlock,
    isOn: (state) => isWithin(state, 'code_block'),
  },
];

const insertActions: Action[] = [
  { label: 'Table', icon: 'table', words: 'table rows columns', group: 'insert', command: insertTable },
  {
    label: 'Picture',
    icon: 'picture',
    words: 'picture image photo',
    group: 'insert',
    open: (ui) => ui.pickFiles('image'),
  },
  { label: 'Video', icon: 'video', words: 'video film movie', group: 'insert', open: (ui) => ui.pickFiles('video') },
  { label: 'Divider', icon: 'rule', words: 'divider rule line hr', group: 'insert', command: insertRule },
];

const historyActions: Action[] = [
  { label: 'Undo', icon: 'undo', keys: 'Mod-z', group: 'history', command: undo },
  { label: 'Redo', icon: 'redo', keys: 'Mod-Shift-z', group: 'history', command: redo },
];
