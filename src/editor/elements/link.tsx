import { InputRule } from '@milkdown/kit/prose/inputrules';
import type { Schema } from '@milkdown/kit/prose/model';
import { type Command, type EditorState, TextSelection } from '@milkdown/kit/prose/state';
import { linkTypedUrl } from '#src/editor/auto-link.ts';
import { deleteSelectedNode, getSelectedNode, hasMark } from '#src/editor/commands/blocks.ts';
import { normalizeLinkUrl } from '#src/editor/link-url.ts';
import { getMarkType } from '#src/editor/mark-type.ts';
import { ContextButton } from '#src/editor/toolbar/ContextControls.tsx';
import { type EditorElement, getLabel, type ToolsProps } from './element.ts';

/** Links, and the places that links of the same text lead to. */
export const link: EditorElement = {
  nodes: {
    // The target of an in-page link, without any text of its own.
    anchor: {
      inline: true,
      group: 'inline',
      atom: true,
      attrs: { id: {} },
      parseDOM: [
        {
          tag: 'a[id]:not([href])',
          priority: 60,
          getAttrs: (dom) => (dom.hasChildNodes() ? false : { id: dom.id }),
        },
      ],
      toDOM: ({ attrs: { id } }) => ['a', { id }],
    },
  },
  marks: {
    link: { tag: 'a', attributes: ['href', 'title', 'id'], nesting: 'outermost', inclusive: false },
  },
  actions: () => [
    {
      tag: 'a',
      label: getLabel('a'),
      icon: 'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
      keys: 'Mod-Shift-k',
      group: 'text',
      open: (ui) => ui.editLink(),
      isOn: (state) => hasMark(state, 'link'),
    },
  ],
  inputRules: [
    // A space after a URL.
    () => new InputRule(/\S\s$/, (state) => linkTypedUrl(state)?.insertText(' ') ?? null),
    createLinkRule,
  ],
  markdown: [['[text](address)', 'Link']],
  tools: [{ name: 'anchor', of: ['anchor'], Tools: AnchorTools }],
};

/** `[text](address)` */
function createLinkRule(schema: Schema): InputRule {
  return new InputRule(/(?<!!)\[([^[\]]+)\]\(([^()\s]+)\)$/, (state, [, text = '', typed = ''], start, end) => {
    const href = normalizeLinkUrl(typed);
    if (!href) return null;
    const mark = getMarkType(schema, 'link').create({ href });
    return state.tr.replaceWith(start, end, schema.text(text, [mark])).removeStoredMark(mark.type);
  });
}

function AnchorTools({ state, run }: ToolsProps) {
  return (
    <>
      <span className="editor-help">Links to #{getSelectedNode(state)?.attrs.id} lead here.</span>
      <ContextButton label="Delete" onClick={() => run(deleteSelectedNode)} />
    </>
  );
}

export type LinkRange = { from: number; to: number; href: string; text: string };

/** The whole link at the cursor, with all marks that are in it. Between two links, the second. */
export function findLinkAtCursor({ selection: { $from }, schema, doc }: EditorState): LinkRange | null {
  const { parent, pos } = $from;
  if (!parent.inlineContent) return null;
  const links: Omit<LinkRange, 'text'>[] = [];
  parent.forEach((node, offset) => {
    const mark = getMarkType(schema, 'link').isInSet(node.marks);
    if (!mark) return;
    const from = $from.start() + offset;
    const to = from + node.nodeSize;
    const href = String(mark.attrs.href ?? '');
    const last = links.at(-1);
    if (last?.to === from && last.href === href) last.to = to;
    else links.push({ from, to, href });
  });
  const link = links.findLast(({ from, to }) => from <= pos && pos <= to);
  return link ? { ...link, text: doc.textBetween(link.from, link.to) } : null;
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
