import { useEffect, useMemo, useRef, useState } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { hasPermission } from '#api/domain/permissions.ts';
import { pluralize } from '#api/domain/plurals.ts';
import type { AdminUserJson, PendingDeletionJson, UserJson } from '#api/features/users/users.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { reloadNavigationCounts, useNavigationCount } from '#src/lib/navigation-counts.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { useReloadWhenDue } from '#src/lib/use-reload-when-due.ts';
import { ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { useFocusAfterDelete } from '#src/ui/crud/use-focus-after-delete.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { Pager } from '#src/ui/tables/Pager.tsx';
import { createMoveShortcuts } from '#src/ui/tables/row-shortcuts.ts';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { useSelection } from '#src/ui/tables/use-selection.ts';
import { BulkBlacklistDialog } from '#src/features/users/actions/BulkBlacklistDialog.tsx';
import { DeleteUserDialog } from '#src/features/users/actions/DeleteUserDialog.tsx';
import { showResult, type UserActResult, userUndos } from '#src/features/users/actions/undo-toast.ts';
import { exportUsers, fetchUsers } from '#src/features/users/users-api.ts';
import { isFiltered, NO_FILTERS, PAGE_SIZE, parseListState, toListUrl } from './list-state.ts';
import { BlacklistedAddresses } from './BlacklistedAddresses.tsx';
import { PendingDeletions } from './PendingDeletions.tsx';
import { useBulkBlacklist } from './use-bulk-blacklist.ts';
import { UserBulkBar } from './UserBulkBar.tsx';
import { UserFilters } from './UserFilters.tsx';
import { USER_COLUMNS, UserTable } from './UserTable.tsx';

/** All accounts for admins: search, filters, order, and deletion with undo. */
export function UserManagerIsland() {
  return <RequireAuth access="users.read">{(viewer) => <UserManager viewer={viewer} />}</RequireAuth>;
}

/** A whole address in the search. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const NO_USERS: AdminUserJson[] = [];

/** While a deletion of another admin is shown, which anybody can stop (ms). */
const DELETION_CHECK_MS = 10_000;

const findNextDeletion = (deletions: readonly PendingDeletionJson[] = []): number | null =>
  deletions.length === 0 ? null : Math.min(...deletions.map(({ delete_after }) => Date.parse(delete_after)));

function UserManager({ viewer }: { viewer: UserJson }) {
  const { listState, change } = useListState({ parse: parseListState, toUrl: toListUrl });
  const { value, error, isLoading, reload } = useListQuery(toListUrl(listState), (signal) =>
    fetchUsers(listState, signal),
  );
  useNavigationCount('users', value?.counts.all ?? null);
  useReloadWhenDue(
    { loaded: value, dueAt: findNextDeletion(value?.deletions), longestWait: DELETION_CHECK_MS },
    reload,
  );
  const pagination = value?.pagination;
  useClampedPage(listState.page, pagination?.page === listState.page ? pagination.totalPages : null, change);
  const canManage = hasPermission(viewer.role, 'users.manage');
  const deletion = useDeletion(reload);
  const search = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const shortcuts = useMemo(() => createMoveShortcuts({ search, table }, 'user'), []);
  const users = value?.users ?? NO_USERS;
  const total = pagination?.total ?? 0;
  const { selected, isAllMatching, ...choose } = useSelection(toListUrl(listState), users);
  const bulk = useBulkBlacklist({
    reload,
    onDone: (ids, isComplete) => (isComplete ? choose.clear() : choose.select(ids, false)),
  });
  const isEmpty = value?.users.length === 0 && !isLoading;
  return (
    <div className="screen-parts">
      {value && <ScreenCount>{formatNumber(value.counts.all)}</ScreenCount>}
      <UserFilters listState={listState} counts={value?.counts ?? null} searchRef={search} onChange={change} />
      <PendingDeletions
        deletions={value?.deletions.filter(({ actor }) => actor?.id !== viewer.id) ?? []}
        canStop={canManage}
        onStopped={reload}
      />
      {EMAIL.test(listState.search.trim()) && (
        <BlacklistedAddresses email={listState.search.trim().toLowerCase()} canManage={canManage} />
      )}
      {error !== null && <ErrorPanel title="Failed to fetch users" message={error} onRetry={reload} />}
      {isLoading && !value?.users.length && <TableSkeleton columns={USER_COLUMNS} />}
      {isEmpty && error === null && (
        <NoUsers isFiltered={isFiltered(listState)} onClear={() => change({ search: '', ...NO_FILTERS })} />
      )}
      {value && value.users.length > 0 && (
        <UserTable
          tableRef={table}
          users={value.users}
          listState={listState}
          isBusy={isLoading}
          selected={selected}
          onSelect={choose.select}
          onSort={(sort) => change({ sort })}
          viewerId={viewer.id}
          onDelete={canManage ? deletion.open : null}
        />
      )}
      <UserBulkBar
        count={isAllMatching ? total : selected.size}
        matches={
          selected.size === users.length && total > users.length
            ? { total, isSelected: isAllMatching, onSelect: choose.selectAllMatching }
            : undefined
        }
        onClear={choose.clear}
        onBlacklist={canManage && !isAllMatching ? bulk.open : null}
        onExport={() => exportUsers(listState, isAllMatching ? undefined : [...selected])}
      />
      <div className="manager-foot">
        {value && value.users.length > 0 && (
          <Pager
            page={listState.page}
            limit={PAGE_SIZE}
            total={value.pagination.total}
            noun={pluralize(value.pagination.total, 'user')}
            toHref={(page) => toListUrl({ ...listState, page })}
            onPage={(page) => change({ page })}
          />
        )}
        <KeyboardShortcuts items={shortcuts} />
      </div>
      <BulkBlacklistDialog
        users={bulk.isOpen ? users.filter(({ id }) => selected.has(id)) : null}
        viewerId={viewer.id}
        onBlacklist={bulk.blacklist}
        onClose={bulk.close}
      />
      <DeleteUserDialog user={deletion.user} onDeleted={deletion.finish} onClose={deletion.close} />
    </div>
  );
}

/** The user whose deletion is asked about, and the undo of what was done to users, also on the screen before. */
function useDeletion(reload: () => void) {
  const [user, setUser] = useState<AdminUserJson | null>(null);
  const markRemoved = useFocusAfterDelete(user !== null, '.filter-line input');
  const refresh = () => {
    reload();
    reloadNavigationCounts();
  };
  const latestRefresh = useRef(refresh);
  latestRefresh.current = refresh;
  const onUndone = () => latestRefresh.current();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list opens
  useEffect(() => userUndos.restore(onUndone), []);
  return {
    user,
    open: setUser,
    close: () => setUser(null),
    finish(result: UserActResult) {
      markRemoved();
      showResult(result, onUndone);
      refresh();
    },
  };
}

function NoUsers({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return <NoMatches title="No users found" message="No users match your search and filters." onClear={onClear} />;
  }
  return (
    <EmptyState title="No users yet" icon="users">
      <p>Everyone who signs up appears here.</p>
    </EmptyState>
  );
}
