import type { RefObject } from 'react';
import { SelectAll } from '#src/ui/tables/SelectAll.tsx';
import { SortHeader } from '#src/ui/tables/SortHeader.tsx';
import type { Entry } from './entries-api.ts';
import { type EntryHandlers, EntryRow } from './EntryRow.tsx';
import { getDefaultOrder, type ListState, type SortColumn } from './list-state.ts';

export type EntryTableProps = {
  entries: readonly Entry[];
  listState: ListState;
  selected: ReadonlySet<number>;
  isBusy: boolean;
  tableRef: RefObject<HTMLTableElement | null>;
  onSelect: (ids: readonly number[], isOn: boolean) => void;
  onSort: (sort: ListState['sort']) => void;
  handlers: EntryHandlers;
};

export const ENTRY_COLUMNS = ['Name', 'Product', 'Intent', 'Status', 'Joined'];

export function EntryTable(props: EntryTableProps) {
  const { entries, listState, selected, isBusy, tableRef, onSelect, onSort, handlers } = props;
  const head = (label: string, column: SortColumn, className?: string) => (
    <SortHeader
      label={label}
      column={column}
      sort={listState.sort}
      first={getDefaultOrder(column)}
      onSort={onSort}
      {...(className && { className })}
    />
  );
  const selectAll = { rows: entries, selected, onSelect };
  return (
    <>
      <div className="cards-only">
        <SelectAll {...selectAll} isLabelHidden={false} />
      </div>
      <table className="admin-table has-checks entry-table" ref={tableRef} aria-busy={isBusy}>
        <caption className="visually-hidden">People on the waiting lists</caption>
        <thead>
          <tr>
            <th scope="col" className="check-cell narrow">
              <SelectAll {...selectAll} isLabelHidden />
            </th>
            {head('Name', 'first_name')}
            <th scope="col" className="narrow mid">
              Product
            </th>
            <th scope="col" className="intent-cell wide">
              Intent
            </th>
            <th scope="col">Status</th>
            {head('Joined', 'created_at', 'narrow')}
            <th scope="col" className="narrow">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              listState={listState}
              isSelected={selected.has(entry.id)}
              onSelect={(isOn) => onSelect([entry.id], isOn)}
              handlers={handlers}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}
