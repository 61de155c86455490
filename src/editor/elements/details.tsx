import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { type Command, type EditorState, TextSelection } from '@milkdown/kit/prose/state';
import { insertBlock } from '#src/editor/commands/blocks.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { serializeStored } from '#src/editor/html/serialize-html.ts';
import { writeBlocks } from '#src/editor/html/to-html.ts';
import { ContextButton } from '#src/editor/toolbar/ContextControls.tsx';
import { type EditorElement, getLabel, type ToolsProps } from './element.ts';

/** A toggle. Readers see it folded, unless `isOpen`; writers always see what is in it. */
export const details: EditorElement = {
  nodes: {
    details: {
      content: 'details_summary (plain | block)+',
      group: 'block',
      defining: true,
      attrs: { isOpen: { default: false } },
      parseDOM: [
        {
          tag: 'details',
          getAttrs: (dom) => ({ isOpen: dom.hasAttribute('open') && !dom.hasAttribute('data-folded') }),
        },
      ],
      toDOM: ({ attrs: { isOpen } }) => ['details', { open: '', ...(!isOpen && { 'data-folded': '' }) }, 0],
      toHtml: ({ attrs: { isOpen }, content }) =>
        serializeStored('details', { open: isOpen ? '' : null }, writeBlocks(content)),
    },
    details_summary: { tag: 'summary', content: 'inline*', defining: true },
  },
  actions: () => [
    {
      tag: 'details',
      label: getLabel('details'),
      icon: 'm9 18 6-6-6-6',
      menu: {
        group: 'Blocks',
        description: 'Text that folds away',
        keywords: 'toggle details summary fold collapse',
      },
      group: 'insert',
      isMenuOnly: true,
      command: insertDetails,
    },
  ],
  tools: [{ name: 'toggle', of: (state) => findDetails(state) !== null, Tools: DetailsTools }],
};

function DetailsTools({ state, run }: ToolsProps) {
  return (
    <>
      <ContextButton
        label="Open at first"
        isOn={findDetails(state)?.node.attrs.isOpen === true}
        onClick={() => run(toggleDetailsOpen)}
      />
      <ContextButton label="Remove toggle" onClick={() => run(unwrapDetails)} />
    </>
  );
}

/** A toggle with an empty summary and a paragraph. The cursor goes into the summary. */
const insertDetails: Command = (state, dispatch) => {
  const toggle = getNodeType(state.schema, 'details').createAndFill(null, [
    getNodeType(state.schema, 'details_summary').create(),
    getNodeType(state.schema, 'paragraph').create(),
  ]);
  return toggle !== null && insertBlock(state, toggle, dispatch);
};

/** The toggle that the cursor is in. */
function findDetails({ selection: { $from } }: EditorState): { node: EditorNode; pos: number } | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name === 'details') return { node: $from.node(depth), pos: $from.before(depth) };
  }
  return null;
}

/** Whether readers see it unfolded at first. */
const toggleDetailsOpen: Command = (state, dispatch) => {
  const found = findDetails(state);
  if (!found) return false;
  dispatch?.(state.tr.setNodeMarkup(found.pos, null, { isOpen: !found.node.attrs.isOpen }));
  return true;
};

const isInSummary = ({ selection: { $from } }: EditorState) => $from.parent.type.name === 'details_summary';

/** Enter in the summary moves to the text below it, into a new paragraph unless the first one is empty. */
export const leaveSummary: Command = (state, dispatch) => {
  if (!isInSummary(state)) return false;
  const { $from, $to } = state.selection;
  const { tr } = state;
  if ($from.sameParent($to)) tr.deleteSelection();
  const after = tr.mapping.map($from.after());
  const first = tr.doc.nodeAt(after);
  if (!(first?.isTextblock && first.content.size === 0))
    tr.insert(after, getNodeType(state.schema, 'paragraph').create());
  tr.setSelection(TextSelection.create(tr.doc, after + 1));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Unwraps a toggle; its summary becomes a paragraph. */
const unwrapDetails: Command = (state, dispatch) => {
  const found = findDetails(state);
  if (!found) return false;
  const paragraph = getNodeType(state.schema, 'paragraph');
  const blocks: EditorNode[] = [];
  found.node.forEach((child) => {
    const isLine = child.type.name === 'details_summary' || child.type.name === 'plain';
    if (child.content.size > 0 || !isLine) blocks.push(isLine ? paragraph.create(null, child.content) : child);
  });
  const { pos, node } = found;
  const tr = state.tr.replaceWith(pos, pos + node.nodeSize, blocks.length > 0 ? blocks : [paragraph.create()]);
  tr.setSelection(TextSelection.near(tr.doc.resolve(pos + 1)));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Backspace at the start of the summary. */
export const unwrapAtSummary: Command = (state, dispatch) => {
  const { empty, $from } = state.selection;
  return isInSummary(state) && empty && $from.parentOffset === 0 && unwrapDetails(state, dispatch);
};
