import { redo, undo } from '@milkdown/kit/prose/history';
import type { EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { asUndoStep } from '#src/editor/commands/undo-steps.ts';
import type { EditorAction, EditorUi } from '#src/editor/elements/element.ts';
import { EDITOR_ELEMENTS } from '#src/editor/elements/elements.ts';

/** Everything that the toolbar, the slash menu and the keys offer, in their order. */
export const createActions = (headingLevels: readonly number[]): EditorAction[] => [
  ...EDITOR_ELEMENTS.flatMap(({ actions }) => actions?.(headingLevels) ?? []),
  ...historyActions,
];

export function runAction(action: EditorAction, view: EditorView, ui: EditorUi): void {
  view.focus();
  if (action.open) action.open(ui, view);
  else if (action.command) asUndoStep(action.command)(view.state, view.dispatch, view);
}

/** Whether it can do anything where the cursor is. */
export const isActionEnabled = ({ command }: EditorAction, state: EditorState) =>
  !command || asUndoStep(command)(state);

const historyActions: EditorAction[] = [
  {
    label: 'Undo',
    icon: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
    keys: 'Mod-z',
    group: 'history',
    command: undo,
  },
  {
    label: 'Redo',
    icon: 'm15 14 5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13',
    keys: 'Mod-Shift-z',
    group: 'history',
    command: redo,
  },
];
