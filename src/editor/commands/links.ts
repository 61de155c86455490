import type { Mark } from '@milkdown/kit/prose/model';
import { type Command, type EditorState, TextSelection } from '@milkdown/kit/prose/state';
import { getMarkType } from '#src/editor/mark-type.ts';

export type LinkRange = { from: number; to: number; href: string; text: string };

/** The whole link at the cursor. */
export function findLinkAtCursor(state: EditorState): LinkRange | null {
  const { $from } = state.selection;
  const { parent } = $from;
  if (!parent.inlineContent) return null;
  const type = getMarkType(state.schema, 'link');
  const start = $from.start();
  let match: { from: number; to: number; mark: Mark } | null = null;
  parent.forEach((node, offset) => {
    const mark = type.isInSet(node.marks);
    const from = start + offset;
    const to = from + node.nodeSize;
    if (mark && match?.to === from && match.mark.attrs.href === mark.attrs.href && match.to <= $from.pos) match.to = to;
    else if (mark && from <= $from.pos && $from.pos <= to && (!match || match.to <= $from.pos))
      match = { from, to, mark };
    else if (mark && match && match.to === from && match.mark.attrs.href === mark.attrs.href) match.to = to;
  });
  const link = match as { from: number; to: number; mark: Mark } | null;
  if (!link) return null;
  return {
    from: link.from,
    to: link.to,
    href: String(link.mark.attrs.href ?? ''),
    text: state.doc.textBetween(link.from, link.to),
  };
}

/** Links the selected text, changes the link at the cursor, or inserts a new one without a selection. */
export function setLink(href: string, text: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection;
    const range = empty ? (findLinkAtCursor(state) ?? { from, to }) : { from, to };
    const type = getMarkType(state.schema, 'link');
    const { tr } = state;
    const isRewritten = range.from === range.to || state.doc.textBetween(range.from, range.to) !== text;
    if (isRewritten) {
      const marks = state.doc.resolve(range.from).marksAcross(state.doc.resolve(range.to)) ?? [];
      tr.replaceWith(
        range.from,
        range.to,
        state.schema.text(
          text || href,
          marks.filter((mark) => mark.type !== type),
        ),
      );
    }
    const end = isRewritten ? range.from + (text || href).length : range.to;
    tr.removeMark(range.from, end, type).addMark(range.from, end, type.create({ href }));
    tr.setSelection(TextSelection.create(tr.doc, end)).removeStoredMark(type);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

export const removeLink: Command = (state, dispatch) => {
  const { from, to, empty } = state.selection;
  const range = empty ? findLinkAtCursor(state) : { from, to };
  if (!range) return false;
  dispatch?.(state.tr.removeMark(range.from, range.to, getMarkType(state.schema, 'link')));
  return true;
};
