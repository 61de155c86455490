import { closeHistory } from '@milkdown/kit/prose/history';
import { AllSelection, type Command, type EditorState, TextSelection } from '@milkdown/kit/prose/state';

/** A command as an undo step of its own, separate from typing before and after. */
export const asUndoStep =
  (command: Command): Command =>
  (state, dispatch, view) =>
    command(selectAllText(state), dispatch && ((tr) => dispatch(closeHistory(tr))), view);

/** With everything selected, commands apply from the first to the last line. */
export function selectAllText(state: EditorState): EditorState {
  const { selection, doc, tr } = state;
  if (!(selection instanceof AllSelection)) return state;
  return state.apply(tr.setSelection(TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size))));
}
