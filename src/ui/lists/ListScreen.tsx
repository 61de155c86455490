import type { ReactNode } from 'react';
import { pluralize } from '#api/domain/plurals.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { KeyboardShortcuts, type Shortcut } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { BulkBar } from '#src/ui/tables/BulkBar.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { createMoveShortcuts, createRowShortcuts } from '#src/ui/tables/row-shortcuts.ts';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { ListFilters } from './ListFilters.tsx';
import { getColumnLabel, ListTable, type ListTableProps } from './ListTable.tsx';
import type { AnyList, ListRow } from './use-list.ts';

type Noun = { one: string; many: string };

type Props<Row extends ListRow> = Omit<ListTableProps<Row>, 'caption' | 'rowName'> & {
  /** What the list holds, as its title and in sentences. */
  title: string;
  noun: Noun;
  /** The title of the error when it can't be loaded. */
  failure: string;
  /** In place of an empty list: nothing is there yet, or nothing matches. */
  empty: ReactNode;
  noMatches: { title: string; message: string };
  /** Above the list. */
  counts?: Readonly<Record<string, number>> | null;
  fields?: Readonly<Record<string, ReactNode>>;
  atLineEnd?: ReactNode;
  /** With it rows can be selected: the name of a row, and the actions on those that are; none while a bulk run goes on. */
  selection?: { rowName: (row: Row) => string; actions: ReactNode };
  shortcuts?: readonly Shortcut[];
  /** Between the line above the list and its rows. */
  children?: ReactNode;
};

/**
 * A list in all of its states: it loads, it failed and can be tried again, nothing is there, nothing matches, its rows
 * (those before while the next ones load), what is selected, pages and keys.
 */
export function ListScreen<Row extends ListRow>(props: Props<Row>) {
  const { list, title, noun, failure, counts, fields, atLineEnd, selection, children } = props;
  const shortcuts = createShortcuts(list, noun, selection !== undefined, props.shortcuts);
  return (
    <>
      <ListFilters list={list} label={title} counts={counts} fields={fields}>
        {atLineEnd}
      </ListFilters>
      {children}
      {list.error !== null && <ErrorPanel title={failure} message={list.error} onRetry={list.reload} />}
      <Rows {...props} />
      {selection?.actions && <SelectionBar list={list} noun={noun} actions={selection.actions} />}
      <div className="manager-foot">
        {list.rows.length > 0 && <ListPager list={list} noun={noun} />}
        <KeyboardShortcuts items={shortcuts} />
      </div>
    </>
  );
}

/** Where one is in a list, and the way to its other pages. */
export const ListPager = ({ list, noun }: { list: AnyList; noun: Noun }) => (
  <Pager
    page={list.state.page}
    limit={list.definition.perPage}
    total={list.total}
    noun={pluralize(list.total, noun.one, noun.many)}
    toHref={(page) => list.toHref({ page })}
    onPage={(page) => list.change({ page })}
  />
);

function Rows<Row extends ListRow>(props: Props<Row>) {
  const { list, title, columns, menu, selection, tableClass, rowClass, empty, noMatches } = props;
  if (list.rows.length > 0) {
    return (
      <ListTable
        list={list}
        caption={title}
        columns={columns}
        menu={menu}
        rowName={selection?.rowName}
        tableClass={tableClass}
        rowClass={rowClass}
      />
    );
  }
  if (list.isLoading || list.isBeyondEnd) {
    // The shape is seen by the title: what stands before it is left out, but for an image, whose head is hidden.
    const hasThumbs = columns.some(({ className, isHeadHidden }) => className === 'lead-cell' && isHeadHidden);
    const labels = columns
      .filter(({ className }) => className !== 'lead-cell')
      .map((column) => getColumnLabel(list, column));
    return (
      <TableSkeleton columns={menu ? [...labels, 'Actions'] : labels} hasThumbs={hasThumbs} className={tableClass} />
    );
  }
  // The error is in the place of the list.
  if (list.error !== null) return null;
  return list.isFiltered ? <NoMatches {...noMatches} onClear={list.clear} /> : empty;
}

function SelectionBar({ list, noun, actions }: { list: AnyList; noun: Noun; actions: ReactNode }) {
  const { selected, isAllMatching, selectAllMatching, clear } = list.selection;
  const hasMore = selected.size === list.rows.length && list.total > list.rows.length;
  return (
    <BulkBar
      count={isAllMatching ? list.total : selected.size}
      noun={noun.one}
      nouns={noun.many}
      matches={hasMore ? { total: list.total, isSelected: isAllMatching, onSelect: selectAllMatching } : undefined}
      onClear={clear}
    >
      {actions}
    </BulkBar>
  );
}

function createShortcuts(
  { definition, searchRef, tableRef, rows, selection }: AnyList,
  { one, many }: Noun,
  canSelect: boolean,
  further: readonly Shortcut[] = [],
): Shortcut[] {
  const refs = { search: searchRef, table: tableRef };
  const { selected, select } = selection;
  const own = canSelect
    ? createRowShortcuts(refs, { rows, selected, select }, one, many)
    : createMoveShortcuts(refs, one, many);
  return [...(definition.search ? own : own.filter(({ keys }) => !keys.includes('/'))), ...further];
}
