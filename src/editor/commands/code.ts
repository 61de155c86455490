import { exitCode } from '@milkdown/kit/prose/commands';
import { type Command, TextSelection } from '@milkdown/kit/prose/state';

const EMPTY_LINES = '\n\n';

/** The third Enter at the end of a block of code leaves it, and takes the two empty lines along. */
export const exitCodeOnThirdEnter: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  const { parent, parentOffset } = $from;
  const isAtEnd = parentOffset === parent.content.size;
  if (!parent.type.spec.code || !empty || !isAtEnd || !parent.textContent.endsWith(EMPTY_LINES)) return false;
  if (!dispatch || !view) return true;
  dispatch(state.tr.delete($from.pos - EMPTY_LINES.length, $from.pos));
  return exitCode(view.state, view.dispatch);
};

/** Leaves the block of code by its end, into the line below. */
export const leaveCode: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (!$from.parent.type.spec.code) return false;
  const next = $from.depth > 0 ? state.doc.resolve($from.after()).nodeAfter : null;
  if (!next?.isTextblock || next.content.size > 0 || next.type.spec.code) return exitCode(state, dispatch);
  const { tr } = state;
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, $from.after() + 1)).scrollIntoView());
  return true;
};
