import type { RefObject } from 'react';
import type { AdminUserJson } from '#api/features/users/users.contract.ts';
import { ColumnHead } from '#src/ui/tables/ColumnHead.tsx';
import { SortHeader } from '#src/ui/tables/SortHeader.tsx';
import { getDefaultOrder, type ListState, type SortColumn } from './list-state.ts';
import { UserRow } from './UserRow.tsx';

export const USER_COLUMNS = ['Email', 'Role', 'Plan', 'Last login', 'Created'];

type Props = {
  tableRef: RefObject<HTMLTableElement | null>;
  users: readonly AdminUserJson[];
  listState: ListState;
  isBusy: boolean;
  onSort: (sort: ListState['sort']) => void;
  /** The signed-in admin, who can't delete their own account here. */
  viewerId: number;
  /** Null for those who may only read. */
  onDelete: ((user: AdminUserJson) => void) | null;
};

export function UserTable({ tableRef, users, listState, isBusy, onSort, viewerId, onDelete }: Props) {
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
    <table ref={tableRef} className="admin-table user-table" aria-busy={isBusy}>
      <caption className="visually-hidden">Users</caption>
      <thead>
        <tr>
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
            isViewer={user.id === viewerId}
            onDelete={onDelete && (() => onDelete(user))}
          />
        ))}
      </tbody>
    </table>
  );
}
