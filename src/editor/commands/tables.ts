import { Fragment } from '@milkdown/kit/prose/model';
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
import { getNodeType } from '#src/editor/html/from-html.ts';
import { insertBlock } from './blocks.ts';

const COLUMNS = 3;
const ROWS = 3;

/** Three columns, a head and two rows. */
export const insertTable: Command = (state, dispatch) => {
  const { schema } = state;
  const cells = (name: string) => Array.from({ length: COLUMNS }, () => getNodeType(schema, name).createAndFill());
  const row = (section: string, name: string) =>
    getNodeType(schema, 'table_row').create({ section }, Fragment.from(cells(name).filter((cell) => cell !== null)));
  const body = Array.from({ length: ROWS - 1 }, () => row('tbody', 'table_cell'));
  const table = getNodeType(schema, 'table').create(null, [row('thead', 'table_header'), ...body]);
  return !isInTable(state) && insertBlock(state, table, dispatch);
};

export type TableAction = { label: string; command: Command };

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
  const { top, bottom, table, tableStart } = selectedRect(state);
  const beside = table.child(side === 'above' ? top : bottom - 1);
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

export const isHeadRow = (state: EditorState) =>
  isInTable(state) && selectedRect(state).table.firstChild?.attrs.section === 'thead';

/** Turns the header row of a table on or off. */
export const toggleHeadRow: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const { table, tableStart } = selectedRect(state);
  const first = table.firstChild;
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

export type Align = 'center' | 'right' | null;

export const setAlign = (align: Align): Command => setCellAttr('align', align);

export function setCaption(caption: string | null): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false;
    const { tableStart, table } = selectedRect(state);
    dispatch?.(state.tr.setNodeMarkup(tableStart - 1, null, { ...table.attrs, caption }));
    return true;
  };
}
