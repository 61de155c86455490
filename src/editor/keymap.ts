import { schemaCtx } from '@milkdown/kit/core';
import {
  baseKeymap,
  chainCommands,
  deleteSelection,
  exitCode,
  joinBackward,
  selectNodeBackward,
} from '@milkdown/kit/prose/commands';
import { undoInputRule } from '@milkdown/kit/prose/inputrules';
import { keymap } from '@milkdown/kit/prose/keymap';
import type { Schema } from '@milkdown/kit/prose/model';
import { liftListItem, sinkListItem, splitListItem } from '@milkdown/kit/prose/schema-list';
import { type Command, type EditorState, Selection, type Transaction } from '@milkdown/kit/prose/state';
import { goToNextCell } from '@milkdown/kit/prose/tables';
import { $prose } from '@milkdown/kit/utils';
import { createActions } from './actions.ts';
import { linkTypedUrl } from './auto-link.ts';
import { deleteSelectedNode, setParagraph } from '#src/editor/commands/blocks.ts';
import { moveBlockAtCursor } from '#src/editor/block-menu/block-commands.ts';
import { leaveBlock } from '#src/editor/commands/leave-block.ts';
import { asUndoStep } from '#src/editor/commands/undo-steps.ts';
import { createCodeOnEnter, exitCodeOnThirdEnter, indentCode, outdentCode } from '#src/editor/elements/code.tsx';
import { splitDefinition } from '#src/editor/elements/definitions.ts';
import { leaveSummary, unwrapAtSummary } from '#src/editor/elements/details.tsx';
import { splitTask } from '#src/editor/elements/lists.ts';
import { addRowAtEnd } from '#src/editor/elements/tables.tsx';
import { getNodeType } from '#src/editor/html/from-html.ts';

/** The keys of the editor: those of actions, and those for which elements take turns. `Mod` is Ctrl, on a Mac the command key. */
export const createKeymapPlugin = (headingLevels: readonly number[], extraKeys: Record<string, Command>) =>
  $prose((ctx) => keymap({ ...createBindings(ctx.get(schemaCtx), headingLevels), ...extraKeys }));

function createBindings(schema: Schema, headingLevels: readonly number[]): Record<string, Command> {
  const item = getNodeType(schema, 'list_item');
  const steps = [
    ...createActions(headingLevels)
      .filter(({ group }) => group !== 'history')
      .map(({ keys, command }) => [keys, command] as const),
    ['Alt-ArrowUp', moveBlockAtCursor(-1)] as const,
    ['Alt-ArrowDown', moveBlockAtCursor(1)] as const,
  ].flatMap(([keys, command]) => (keys && command ? [[keys, asUndoStep(command)] as const] : []));
  return {
    ...Object.fromEntries(steps),
    'Mod-Home': (state, dispatch) => goTo(state, dispatch, Selection.atStart(state.doc)),
    'Mod-End': (state, dispatch) => goTo(state, dispatch, Selection.atEnd(state.doc)),
    Enter: afterLinkingUrl(
      chainCommands(
        exitCodeOnThirdEnter,
        createCodeOnEnter,
        leaveSummary,
        splitDefinition,
        splitTask,
        splitListItem(item),
        ...(baseKeymap.Enter ? [baseKeymap.Enter] : []),
      ),
    ),
    'Mod-Enter': leaveBlock,
    'Shift-Enter': chainCommands(exitCode, breakLine),
    Tab: chainCommands(indentCode, goToNextCell(1), addRowAtEnd, sinkListItem(item)),
    'Shift-Tab': chainCommands(outdentCode, goToNextCell(-1), liftListItem(item)),
    Delete: chainCommands(deleteSelectedNode, ...(baseKeymap.Delete ? [baseKeymap.Delete] : [])),
    Backspace: chainCommands(
      undoInputRule,
      deleteSelectedNode,
      deleteSelection,
      resetToParagraph,
      unwrapAtSummary,
      liftFirstItem(item),
      joinBackward,
      selectNodeBackward,
    ),
  };
}

/** A typed address becomes a link when Enter is pressed. */
const afterLinkingUrl =
  (command: Command): Command =>
  (state, dispatch, view) => {
    const linking = dispatch && view ? linkTypedUrl(state) : null;
    if (!linking || !view) return command(state, dispatch, view);
    dispatch?.(linking);
    return command(view.state, dispatch, view);
  };

/** Chromium does not go past a placeholder at the end. */
function goTo(state: EditorState, dispatch: ((tr: Transaction) => void) | undefined, selection: Selection): boolean {
  dispatch?.(state.tr.setSelection(selection).scrollIntoView());
  return true;
}

const breakLine: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false;
  dispatch?.(state.tr.replaceSelectionWith(getNodeType(state.schema, 'hard_break').create()).scrollIntoView());
  return true;
};

const isAtStart: Command = ({ selection: { empty, $from } }) => empty && $from.parentOffset === 0;

/** At the start of a heading or of code, Backspace turns it into a paragraph. */
const resetToParagraph: Command = (state, dispatch) => {
  const { name } = state.selection.$from.parent.type;
  if (!isAtStart(state) || (name !== 'heading' && name !== 'code_block')) return false;
  return setParagraph(state, dispatch);
};

/** At the start of an item, Backspace takes it out of the list. */
const liftFirstItem =
  (item: ReturnType<typeof getNodeType>): Command =>
  (state, dispatch) => {
    const { $from } = state.selection;
    if (!isAtStart(state) || $from.depth < 2 || $from.node(-1).type !== item || $from.index(-1) > 0) return false;
    return liftListItem(item)(state, dispatch);
  };
