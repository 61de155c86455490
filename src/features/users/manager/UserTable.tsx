import type { RefObject } from 'react';
import type { AdminUserJson } from '#api/features/users/users.contract.ts';
import { ColumnHead } from '#src/ui/tables/ColumnHead.tsx';
import { SelectAll } from '#src/ui/tables/SelectAll.tsx';
import { SortHeader } from '#src/ui/tables/SortHeader.tsx';
import { getDefaultOrder, type ListState, type SortColumn } from './list-state.ts';
import { UserRow } from './UserRow.tsx';

export const USER_COLUMNS = ['Email', 'Role', 'Plan', 'Last login', 'Created'];

type Props = {
  tableRef: RefObject<HTMLTableElement | null>;
  users: readonly AdminUserJson[];
  listState: ListState;
  isBusy: boolean;
  selected: ReadonlySet<number>;
  onSelect: (ids: readonly number[], isOn: boolean) => void;
  onSort: (sort: ListState['sort']) => void;
  /** The signed-in admin, who can't delete their own account here. */
  viewerId: number;
  /** Null for those who may only read. */
  onDelete: ((user: AdminUserJson) => void) | null;
};

export function UserTable(props: Props) {
  const { tableRef, users, listState, isBusy, selected, onSelect, onSort, viewerId, onDelete } = props;
  const selectAll = { rows: users, selected, onSelect };
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
  return (
    <>
      <div className="cards-only">
        <SelectAll {...selectAll} isLabelHidden={false} />
      </div>
      <table ref={tableRef} className="admin-table has-checks user-table" aria-busy={isBusy}>
        <caption className="visually-hidden">Users</caption>
        <thead>
          <tr>
            <th scope="col" className="check-cell narrow">
              <SelectAll {...selectAll} isLabelHidden />
            </th>
            {head('Email', 'email')}
            {head('Role', 'role')}
            <ColumnHead label="Plan" isMid />
            {head('Last login', 'last_login_at')}
            {head('Created', 'created_at', 'mid')}
            <ColumnHead label="Actions" />
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isSelected={selected.has(user.id)}
              onSelect={(isOn) => onSelect([user.id], isOn)}
              isViewer={user.id === viewerId}
              onDelete={onDelete && (() => onDelete(user))}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}
