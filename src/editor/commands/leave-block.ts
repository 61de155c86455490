import { type Command, TextSelection } from '@milkdown/kit/prose/state';
import type { ResolvedPos } from '@milkdown/kit/prose/model';
import { getNodeType } from '#src/editor/html/from-html.ts';

/** Besides code: Enter makes a new line in them. `use-draft-shortcuts.ts` names the same by their tags. */
const EXITABLE_BLOCKS = new Set(['table', 'callout', 'details']);

/** Leaves code, a table, a callout or a toggle by its end: into the empty line below, or into a new one. */
export const leaveBlock: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const depth = findExitableDepth($from);
  if (depth === null) return false;
  const after = $from.after(depth);
  const [container, index] = [$from.node(depth - 1), $from.indexAfter(depth - 1)];
  const next = container.maybeChild(index);
  const isEmptyLine = next?.isTextblock && next.content.size === 0 && !next.type.spec.code;
  const paragraph = getNodeType(state.schema, 'paragraph');
  if (!isEmptyLine && !container.canReplaceWith(index, index, paragraph)) return false;
  const { tr } = state;
  if (!isEmptyLine) tr.insert(after, paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
};

/** The depth of the innermost block here that can be left so; null outside of any. */
function findExitableDepth($from: ResolvedPos): number | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { name, spec } = $from.node(depth).type;
    if (spec.code || EXITABLE_BLOCKS.has(name)) return depth;
  }
  return null;
}
