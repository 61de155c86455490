import { AllSelection, type EditorState, TextSelection } from '@milkdown/kit/prose/state';
import type { EditorAction } from '#src/editor/elements/element.ts';

/** What is done with selected words, in groups. */
const GROUPS = [['strong', 'em', 'del', 'code', 'mark'], ['a'], ['h2', 'h3', 'blockquote']];

/** The actions for selected words by their groups; a heading only where the text may have it. */
export const groupSelectionActions = (actions: readonly EditorAction[]): EditorAction[][] =>
  GROUPS.map((tags) => tags.flatMap((tag) => actions.find((action) => action.tag === tag) ?? []));

/** Whether words are selected: not a bare cursor, an image, cells of a table or code. */
export function hasSelectedWords({ selection, doc }: EditorState): boolean {
  const { empty, $from, from, to } = selection;
  const isText = selection instanceof TextSelection || selection instanceof AllSelection;
  if (empty || !isText || $from.parent.type.spec.code) return false;
  return doc.textBetween(from, Math.min(to, from + 500), ' ').trim() !== '';
}
