import type { ComponentProps, ReactNode } from 'react';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { ColumnHead } from '#src/ui/tables/ColumnHead.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { SelectAll } from '#src/ui/tables/SelectAll.tsx';
import { SortHeader } from '#src/ui/tables/SortHeader.tsx';
import type { AnyList, ListRow } from './use-list.ts';

/** A column of a list. One that sorts has the name of its order, and its label from there. */
export type ListColumn<Row> = ({ label: string; sort?: never } | { sort: string; label?: never }) & {
  /** As wide as its content; left out on narrow screens; left out on all but wide ones. */
  width?: 'narrow' | 'mid' | 'wide' | 'narrow mid';
  /** What its cells hold, as the style sheet of tables names it: 'title-cell'. */
  className?: string;
  /** On the phone, where each row is a card without heads, the cell says what it is. */
  isLabelledOnCard?: boolean;
  /** The head is only read out. */
  isHeadHidden?: boolean;
  cell: (row: Row) => ReactNode;
};

export type RowMenuProps = ComponentProps<typeof RowMenu>;

export type ListTableProps<Row extends ListRow> = {
  list: AnyList<Row>;
  /** What is in the table, for screen readers. */
  caption: string;
  columns: readonly ListColumn<Row>[];
  /** The menu of a row; null for one without actions. */
  menu?: (row: Row) => RowMenuProps | null;
  /** With it rows can be selected: the name of a row, for its box. */
  rowName?: ((row: Row) => string) | undefined;
  /** Further classes of the table, and of a row. */
  tableClass?: string;
  rowClass?: (row: Row) => string | undefined;
};

export const getColumnLabel = <Row,>(list: AnyList, { label, sort }: ListColumn<Row>): string =>
  label ?? list.definition.sort[sort]?.label ?? '';

const joinClasses = (...classes: (string | false | undefined)[]) => classes.filter(Boolean).join(' ') || undefined;

/** The rows of a list: a table, on the phone a list of cards. */
export function ListTable<Row extends ListRow>(props: ListTableProps<Row>) {
  const { list, caption, columns, menu, rowName, tableClass } = props;
  const selectAll = { rows: list.rows, selected: list.selection.selected, onSelect: list.selection.select };
  return (
    <>
      {rowName && (
        <div className="cards-only">
          <SelectAll {...selectAll} isLabelHidden={false} />
        </div>
      )}
      <table ref={list.tableRef} className={joinClasses('admin-table', tableClass)} aria-busy={list.isLoading}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {rowName && (
              <th scope="col" className="check-cell narrow">
                <SelectAll {...selectAll} isLabelHidden />
              </th>
            )}
            {columns.map((column) => (
              <Head key={getColumnLabel(list, column)} list={list} column={column} />
            ))}
            {menu && <ColumnHead label="Actions" />}
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row) => (
            <TableRow key={row.id} {...props} row={row} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Head<Row extends ListRow>({ list, column }: { list: AnyList<Row>; column: ListColumn<Row> }) {
  const { sort, width, isHeadHidden } = column;
  const label = getColumnLabel(list, column);
  const order = sort === undefined ? undefined : list.definition.sort[sort];
  if (sort !== undefined && order) {
    return (
      <SortHeader
        label={label}
        column={sort}
        sort={list.state.sort}
        first={order.first}
        onSort={(next) => list.change({ sort: next })}
        className={width}
      />
    );
  }
  return (
    <th scope="col" className={width}>
      {isHeadHidden ? <span className="visually-hidden">{label}</span> : label}
    </th>
  );
}

function TableRow<Row extends ListRow>(props: ListTableProps<Row> & { row: Row }) {
  const { list, columns, menu, rowName, rowClass, row } = props;
  const isSelected = list.selection.selected.has(row.id);
  const actions = menu?.(row);
  return (
    <tr className={joinClasses(isSelected && 'is-selected', rowClass?.(row))} data-row={row.id}>
      {rowName && (
        <td className="check-cell narrow">
          <CheckField
            label={`Select ${rowName(row)}`}
            isLabelHidden
            checked={isSelected}
            onChange={(event) => list.selection.select([row.id], event.target.checked)}
          />
        </td>
      )}
      {columns.map((column) => {
        const label = getColumnLabel(list, column);
        return (
          <td
            key={label}
            className={joinClasses(column.className, column.width)}
            data-label={column.isLabelledOnCard ? label : undefined}
          >
            {column.cell(row)}
          </td>
        );
      })}
      {menu && <td className="menu-cell narrow">{actions && <RowMenu {...actions} />}</td>}
    </tr>
  );
}
