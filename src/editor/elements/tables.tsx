import { Fragment, type Node as EditorNode } from '@milkdown/kit/prose/model';
import type { Command, EditorState, Transaction } from '@milkdown/kit/prose/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  selectedRect,
  setCellAttr,
} from '@milkdown/kit/prose/tables';
import type { NodeView } from '@milkdown/kit/prose/view';
import { insertBlock } from '#src/editor/commands/blocks.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { serializeElement, serializeText } from '#src/editor/html/serialize-html.ts';
import { writeBlocks } from '#src/editor/html/to-html.ts';
import { ContextButton, ContextField } from '#src/editor/toolbar/ContextControls.tsx';
import { type EditorElement, type ElementNode, getLabel, type ToolsProps } from './element.ts';

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);

const cellAttrs = { colspan: { default: 1 }, rowspan: { default: 1 }, align: { default: null } };

const readCell = (dom: HTMLElement) => ({
  colspan: Math.max(1, Math.min(1000, Number(dom.getAttribute('colspan') ?? 1) || 1)),
  rowspan: Math.max(1, Math.min(1000, Number(dom.getAttribute('rowspan') ?? 1) || 1)),
  align: dom.getAttribute('align'),
});

/** Attributes of a cell that differ from the defaults, for the DOM and for the HTML. */
function toCellAttributes(attrs: Record<string, unknown>): Record<string, string> {
  const { colspan, rowspan, align } = attrs;
  return {
    ...(colspan !== 1 && { colspan: String(colspan) }),
    ...(rowspan !== 1 && { rowspan: String(rowspan) }),
    ...(align !== null && { align: String(align) }),
  };
}

const defineCell = (tag: 'td' | 'th', tableRole: string): ElementNode => ({
  content: '(plain | block)+',
  tableRole,
  isolating: true,
  attrs: cellAttrs,
  parseDOM: [{ tag, getAttrs: readCell }],
  toDOM: ({ attrs }) => [tag, toCellAttributes(attrs), 0],
});

/** Rows are direct children of the table, as prosemirror-tables expects; each has its section as an attribute. */
export const table: EditorElement = {
  nodes: {
    table: {
      content: 'table_row+',
      group: 'block',
      tableRole: 'table',
      isolating: true,
      attrs: { caption: { default: null } },
      parseDOM: [
        {
          tag: 'table',
          getAttrs: (dom) => ({ caption: dom.querySelector(':scope > caption')?.textContent.trim() ?? null }),
        },
        { tag: 'caption', ignore: true, context: 'table/' },
      ],
      toDOM: ({ attrs: { caption } }) =>
        caption === null ? ['table', ['tbody', 0]] : ['table', ['caption', caption], ['tbody', 0]],
      toHtml: writeTable,
    },
    table_row: {
      content: '(table_cell | table_header)+',
      tableRole: 'row',
      attrs: {
        section: { default: 'tbody' },
        // A second <tbody> directly after the first.
        isSectionStart: { default: false },
      },
      parseDOM: [{ tag: 'tr', getAttrs: readRow }],
      toDOM: ({ attrs }) => ['tr', { 'data-section': attrs.section }, 0],
    },
    table_cell: defineCell('td', 'cell'),
    table_header: { ...defineCell('th', 'header_cell'), view: createHeaderCellView },
  },
  actions: () => [
    {
      tag: 'table',
      label: getLabel('table'),
      icon: 'M12 3v18M3 9h18M3 15h18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
      menu: { group: 'Blocks', description: 'Rows and columns', keywords: 'table rows columns' },
      group: 'insert',
      command: insertTable,
    },
  ],
  tools: [{ name: 'table', of: isInTable, Tools: TableTools }],
};

function readRow(dom: HTMLElement) {
  const parent = dom.parentElement;
  const name = parent?.localName ?? '';
  const isFirst = parent?.firstElementChild === dom;
  return {
    section: SECTIONS.has(name) ? name : 'tbody',
    isSectionStart: isFirst && parent?.previousElementSibling?.localName === name,
  };
}

function writeTable({ attrs, content }: EditorNode): string {
  const sections: { name: string; rows: string }[] = [];
  content.forEach((row) => {
    const name = String(row.attrs.section);
    const last = sections.at(-1);
    const section = last?.name === name && !row.attrs.isSectionStart ? last : { name, rows: '' };
    if (section !== last) sections.push(section);
    section.rows += serializeElement('tr', {}, writeBlocks(row.content));
  });
  const caption = attrs.caption === null ? '' : serializeElement('caption', {}, serializeText(attrs.caption));
  return serializeElement(
    'table',
    {},
    caption + sections.map(({ name, rows }) => serializeElement(name, {}, rows)).join(''),
  );
}

/** A header cell. While it is empty it names no column, so it is announced as an ordinary cell. */
function createHeaderCellView(node: EditorNode): NodeView {
  const dom = document.createElement('th');
  for (const [name, value] of Object.entries(toCellAttributes(node.attrs))) dom.setAttribute(name, value);
  const showRole = ({ textContent }: EditorNode) => {
    if (textContent.trim() === '') dom.setAttribute('role', 'cell');
    else dom.removeAttribute('role');
  };
  showRole(node);
  return {
    dom,
    contentDOM: dom,
    update(next) {
      if (!next.sameMarkup(node)) return false;
      showRole(next);
      return true;
    },
  };
}

const COLUMNS = 3;
const ROWS = 3;

/** Three columns, a head and two rows. */
const insertTable: Command = (state, dispatch) => {
  const { schema } = state;
  const cells = (name: string) => Array.from({ length: COLUMNS }, () => getNodeType(schema, name).createAndFill());
  const row = (section: string, name: string) =>
    getNodeType(schema, 'table_row').create({ section }, Fragment.from(cells(name).filter((cell) => cell !== null)));
  const body = Array.from({ length: ROWS - 1 }, () => row('tbody', 'table_cell'));
  const empty = getNodeType(schema, 'table').create(null, [row('thead', 'table_header'), ...body]);
  return !isInTable(state) && insertBlock(state, empty, dispatch);
};

type TableAction = { label: string; command: Command };

/** What can be done in a table. */
export const tableActions: TableAction[] = [
  { label: 'Insert row above', command: (state, dispatch) => addRow(state, dispatch, 'above') },
  { label: 'Insert row below', command: (state, dispatch) => addRow(state, dispatch, 'below') },
  { label: 'Insert column left', command: addColumnBefore },
  { label: 'Insert column right', command: addColumnAfter },
  { label: 'Delete row', command: deleteRow },
  { label: 'Delete column', command: deleteColumn },
  { label: 'Delete table', command: deleteTable },
];

/** A new row gets the section of the current row; a row below the header is the first of the body. */
function addRow(state: EditorState, dispatch: ((tr: Transaction) => void) | undefined, side: 'above' | 'below') {
  if (!isInTable(state)) return false;
  const { top, bottom, table: rows, tableStart } = selectedRect(state);
  const beside = rows.child(side === 'above' ? top : bottom - 1);
  const { section } = beside.attrs;
  if (side === 'above' && section === 'thead') return false;
  const at = side === 'above' ? top : bottom;
  return (side === 'above' ? addRowBefore : addRowAfter)(
    state,
    dispatch &&
      ((tr) => {
        const added = tr.doc.nodeAt(tableStart - 1);
        let pos = tableStart;
        for (let index = 0; index < at; index += 1) pos += added?.child(index).nodeSize ?? 0;
        tr.setNodeMarkup(pos, null, { section: section === 'thead' ? 'tbody' : section });
        dispatch(tr);
      }),
  );
}

/** In the last cell: a row below, and into its first cell. */
export const addRowAtEnd: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  const { bottom, right, map } = selectedRect(state);
  if (bottom < map.height || right < map.width) return false;
  if (!dispatch || !view) return true;
  addRow(state, dispatch, 'below');
  return goToNextCell(1)(view.state, view.dispatch);
};

const isHeadRow = (state: EditorState) =>
  isInTable(state) && selectedRect(state).table.firstChild?.attrs.section === 'thead';

/** Turns the header row of a table on or off. */
export const toggleHeadRow: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const { table: rows, tableStart } = selectedRect(state);
  const first = rows.firstChild;
  if (!first) return false;
  const isHead = first.attrs.section === 'thead';
  const { tr, schema } = state;
  tr.setNodeMarkup(tableStart, null, { section: isHead ? 'tbody' : 'thead', isSectionStart: false });
  first.forEach((cell, offset) => {
    tr.setNodeMarkup(tableStart + 1 + offset, getNodeType(schema, isHead ? 'table_cell' : 'table_header'), cell.attrs);
  });
  dispatch?.(tr);
  return true;
};

type Align = 'center' | 'right' | null;

export const setAlign = (align: Align): Command => setCellAttr('align', align);

function setCaption(caption: string | null): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false;
    const { tableStart, table: rows } = selectedRect(state);
    dispatch?.(state.tr.setNodeMarkup(tableStart - 1, null, { ...rows.attrs, caption }));
    return true;
  };
}

const ALIGNS: [label: string, align: Align][] = [
  ['Align left', null],
  ['Align centre', 'center'],
  ['Align right', 'right'],
];

/** Rows, columns, head, alignment and caption of a table. */
function TableTools({ view, state, run }: ToolsProps) {
  const { table: rows, map, tableStart, left, top } = selectedRect(state);
  const cell = state.doc.nodeAt(tableStart + (map.map[top * map.width + left] ?? 0));
  return (
    <>
      {tableActions.map(({ label, command }) => (
        <ContextButton key={label} label={label} isOff={!command(state)} onClick={() => run(command)} />
      ))}
      <ContextButton label="Header row" isOn={isHeadRow(state)} onClick={() => run(toggleHeadRow)} />
      {ALIGNS.map(([label, align]) => (
        <ContextButton
          key={label}
          label={label}
          isOn={cell?.attrs.align === align}
          onClick={() => run(setAlign(align))}
        />
      ))}
      <ContextField
        label="Caption"
        value={rows.attrs.caption ?? ''}
        onValueChange={(value) => setCaption(value || null)(view.state, view.dispatch)}
        onDone={() => view.focus()}
      />
    </>
  );
}
