import { closeHistory } from '@milkdown/kit/prose/history';
import { AllSelection, type Command, type EditorState, TextSelection } from '@milkdown/kit/prose/state';

/** A command as a step of its own for undo, apart from what was typed just before and after. */
export const asUndoStep =
  (command: Command): Command =>
  (state, dispatch, view) =>
    command(selectAllText(state), dispatch && ((tr) => dispatch(closeHistory(tr))), view);

/** Where everything is chosen, commands see the text from the first to the last line. */
export function selectAllText(state: EditorState): EditorState {
  const { selection, doc, tr } = state;
  if (!(selection instanceof AllSelection)) return state;
  return state.apply(tr.setSelection(TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size))));
}
