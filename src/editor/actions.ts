import { toggleMark } from '@milkdown/kit/prose/commands';
import { redo, undo } from '@milkdown/kit/prose/history';
import type { Command, EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import type { IconName } from '#src/editor/toolbar/icons.tsx';
import {
  insertRule,
  isInsideNode,
  setParagraph,
  toggleCodeBlock,
  toggleHeading,
  toggleQuote,
} from '#src/editor/commands/blocks.ts';
import { findInnermostList, toggleList } from '#src/editor/commands/lists.ts';
import { insertDefinitionList } from '#src/editor/commands/definitions.ts';
import { insertDetails } from '#src/editor/commands/details.ts';
import { insertFootnote } from '#src/editor/footnotes/insert-footnote.ts';
import { isInTaskList, toggleTaskList } from '#src/editor/commands/tasks.ts';
import { insertTable } from '#src/editor/commands/tables.ts';
import { getMarkType } from './mark-type.ts';
import { asUndoStep } from '#src/editor/commands/undo-steps.ts';

/** What the editor asks of the screen around it. */
export type EditorUi = { editLink(): void; pickFiles(kind: 'image' | 'video'): void };

export type EditorAction = {
  label: string;
  icon: IconName;
  /** As ProseMirror writes it: `Mod-b`. */
  keys?: string;
  /** Words by which the slash menu finds it; without them it is not listed there. */
  keywords?: string;
  group: 'text' | 'block' | 'insert' | 'history';
  /** Only in the slash menu and by its keys: the toolbar is one row. */
  isMenuOnly?: boolean;
  command?: Command;
  /** For what needs a dialog or a file. */
  open?: (ui: EditorUi) => void;
  isOn?: (state: EditorState) => boolean;
};

/** Everything that the toolbar and the slash menu offer, in their order. */
export function createActions(headingLevels: readonly number[]): EditorAction[] {
  return [...textActions, ...createBlockActions(headingLevels), ...insertActions, ...markActions, ...historyActions];
}

export function runAction(action: EditorAction, view: EditorView, ui: EditorUi): void {
  view.focus();
  if (action.open) action.open(ui);
  else if (action.command) asUndoStep(action.command)(view.state, view.dispatch, view);
}

/** Whether it can do anything where the cursor is. */
export const isActionEnabled = ({ command }: EditorAction, state: EditorState) =>
  !command || asUndoStep(command)(state);

const createMarkAction = (
  name: string,
  label: string,
  icon: IconName,
  keys: string,
  keywords?: string,
): EditorAction => ({
  label,
  icon,
  keys,
  ...(keywords && { keywords, isMenuOnly: true }),
  group: 'text',
  command: (state, dispatch) => toggleMark(getMarkType(state.schema, name))(state, dispatch),
  isOn: (state) => hasMark(state, name),
});

function hasMark(state: EditorState, name: string): boolean {
  const { empty, $from, from, to } = state.selection;
  const type = getMarkType(state.schema, name);
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined;
  return state.doc.rangeHasMark(from, to, type);
}

const textActions: EditorAction[] = [
  createMarkAction('strong', 'Bold', 'bold', 'Mod-b'),
  createMarkAction('em', 'Italic', 'italic', 'Mod-i'),
  createMarkAction('strike', 'Strikethrough', 'strike', 'Mod-Shift-x'),
  createMarkAction('code', 'Code', 'code', 'Mod-e'),
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
  findInnermostList(state.selection.$from)?.node.type.name === name;

const createBlockActions = (levels: readonly number[]): EditorAction[] => [
  {
    label: 'Text',
    icon: 'text',
    keys: 'Mod-Alt-0',
    keywords: 'text paragraph plain',
    group: 'block',
    command: setParagraph,
    isOn: (state) => ['paragraph', 'plain'].includes(state.selection.$from.parent.type.name),
  },
  ...levels.map((level): EditorAction => ({
    label: `Heading ${level}`,
    icon: `h${level as 1 | 2 | 3 | 4 | 5 | 6}`,
    keys: `Mod-Alt-${level}`,
    keywords: `heading title h${level} ${level}`,
    group: 'block',
    command: toggleHeading(level),
    isOn: isHeading(level),
  })),
  {
    label: 'Bulleted list',
    icon: 'bullets',
    keys: 'Mod-Shift-8',
    keywords: 'bulleted list unordered points',
    group: 'block',
    command: toggleList('bullet_list'),
    isOn: isInList('bullet_list'),
  },
  {
    label: 'Numbered list',
    icon: 'numbers',
    keys: 'Mod-Shift-7',
    keywords: 'numbered list ordered',
    group: 'block',
    command: toggleList('ordered_list'),
    isOn: isInList('ordered_list'),
  },
  {
    label: 'Task list',
    icon: 'tasks',
    keys: 'Mod-Shift-6',
    keywords: 'task list todo checklist checkbox',
    group: 'block',
    isMenuOnly: true,
    command: toggleTaskList,
    isOn: isInTaskList,
  },
  {
    label: 'Quote',
    icon: 'quote',
    keys: 'Mod-Shift-9',
    keywords: 'quote blockquote citation',
    group: 'block',
    command: toggleQuote,
    isOn: (state) => isInsideNode(state, 'blockquote'),
  },
  {
    label: 'Code block',
    icon: 'codeBlock',
    keys: 'Mod-Alt-c',
    keywords: 'code block program listing',
    group: 'block',
    command: toggleCodeBlock,
    isOn: (state) => isInsideNode(state, 'code_block'),
  },
];

const insertActions: EditorAction[] = [
  { label: 'Table', icon: 'table', keywords: 'table rows columns', group: 'insert', command: insertTable },
  {
    label: 'Image',
    icon: 'picture',
    keywords: 'picture image photo',
    group: 'insert',
    open: (ui) => ui.pickFiles('image'),
  },
  { label: 'Video', icon: 'video', keywords: 'video film movie', group: 'insert', open: (ui) => ui.pickFiles('video') },
  {
    label: 'Toggle',
    icon: 'toggle',
    keywords: 'toggle details summary fold collapse',
    group: 'insert',
    isMenuOnly: true,
    command: insertDetails,
  },
  {
    label: 'Definition list',
    icon: 'definitions',
    keywords: 'definition list term glossary',
    group: 'insert',
    isMenuOnly: true,
    command: insertDefinitionList,
  },
  {
    label: 'Footnote',
    icon: 'footnote',
    keywords: 'footnote note reference',
    group: 'insert',
    isMenuOnly: true,
    command: insertFootnote,
  },
  { label: 'Divider', icon: 'rule', keywords: 'divider rule line hr', group: 'insert', command: insertRule },
];

const markActions: EditorAction[] = [
  createMarkAction('highlight', 'Highlight', 'highlight', 'Mod-Shift-h', 'highlight mark'),
  createMarkAction('superscript', 'Superscript', 'superscript', 'Mod-.', 'superscript sup'),
  createMarkAction('subscript', 'Subscript', 'subscript', 'Mod-,', 'subscript sub'),
  createMarkAction('keyboard', 'Key', 'keyboard', 'Mod-Alt-k', 'key keyboard kbd shortcut'),
];

const historyActions: EditorAction[] = [
  { label: 'Undo', icon: 'undo', keys: 'Mod-z', group: 'history', command: undo },
  { label: 'Redo', icon: 'redo', keys: 'Mod-Shift-z', group: 'history', command: redo },
];
