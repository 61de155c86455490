import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { hasPermission } from '#api/domain/permissions.ts';
import { userBulkActionNames, userBulkActions } from '#api/domain/user-bulk.ts';
import { userList } from '#api/domain/user-list.ts';
import type { AdminUserJson, PendingDeletionJson, UserJson } from '#api/features/users/users.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { reloadNavigationCounts, useNavigationCount } from '#src/lib/navigation-counts.ts';
import { toFilterQuery } from '#src/lib/list-address.ts';
import { paths } from '#src/lib/paths.ts';
import { getDelayUntilDue } from '#src/lib/use-polling.ts';
import { ExportButton } from '#src/ui/crud/ExportButton.tsx';
import { ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { BulkRunNotice } from '#src/ui/bulk/BulkRunNotice.tsx';
import { ListScreen } from '#src/ui/lists/ListScreen.tsx';
import { useFocusAfterRow } from '#src/ui/lists/use-focus-after-row.ts';
import { useList } from '#src/ui/lists/use-list.ts';
import { BulkUserDialog, type UserBulkPrompt } from '#src/features/users/actions/BulkUserDialog.tsx';
import { DeleteUserDialog } from '#src/features/users/actions/DeleteUserDialog.tsx';
import { showResult, type UserActResult, userUndos } from '#src/features/users/actions/undo-toast.ts';
import {
  exportUsers,
  fetchUsers,
  type UserSelection,
  cancelDeletion,
  type BulkUsersFilter,
  bulkUpdateUsers,
  type UserBulkRequest,
} from '#src/features/users/users-api.ts';
import { formatUser } from '#src/features/users/user-labels.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { useBulkRun } from '#src/ui/bulk/use-bulk-run.ts';
import { BlacklistedAddresses } from './BlacklistedAddresses.tsx';
import { createUserMenu, userColumns } from './user-columns.tsx';

/** One bulk action on users at a time. */
const useUserBulkRun = ({ userId, reload }: { userId: number; reload: () => void }) =>
  useBulkRun<UserBulkRequest, BulkUsersFilter>({
    name: 'userBulkRun',
    userId,
    partSize: 50,
    noun: { one: 'user', many: 'users' },
    getWords: ({ action }) => userBulkActions[action],
    send: async (request, target) => {
      const { updated, ...part } = await bulkUpdateUsers({ ...target, ...request });
      const subjects = updated.map((id) => `user ${id}: blacklist`);
      return { ...part, updatedCount: updated.length, subjects };
    },
    reload,
  });

type Props = { deletions: readonly PendingDeletionJson[]; canStop: boolean; onStopped: () => void };

/** Deletions of other admins in their 30 seconds: until then anybody who manages users can stop them. */
const PendingDeletions = ({ deletions, canStop, onStopped }: Props) =>
  deletions.map((deletion) => (
    <PendingDeletion key={deletion.user_id} deletion={deletion} canStop={canStop} onStopped={onStopped} />
  ));

function PendingDeletion({
  deletion,
  canStop,
  onStopped,
}: Omit<Props, 'deletions'> & { deletion: PendingDeletionJson }) {
  const { run, isBusy } = useToastAction(async () => (await cancelDeletion(deletion.user_id)).message, {
    failure: 'Failed to stop the deletion',
    onSettled: onStopped,
  });
  const { name, email, actor } = deletion;
  return (
    <Notice tone="info">
      <p>
        {actor?.name ?? 'A former admin'} is deleting {name === email ? name : `${name} (${email})`}. It can be stopped
        for 30 seconds.
      </p>
      {canStop && (
        <Button variant="secondary" isBusy={isBusy} busyLabel="Stopping..." onClick={() => void run()}>
          Stop deletion
        </Button>
      )}
    </Notice>
  );
}

/** All accounts for admins: search, filters, order, and deletion with undo. */
export function UserManagerIsland() {
  return <RequireAuth access="users.read">{(viewer) => <UserManager viewer={viewer} />}</RequireAuth>;
}

/** A whole address in the search. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** While a deletion of another admin is shown, which anybody can stop (ms). */
const DELETION_CHECK_MS = 10_000;

const waitForDeletion = (deletions: readonly PendingDeletionJson[] = []) =>
  getDelayUntilDue(
    deletions.map(({ delete_after: at }) => Date.parse(at)),
    DELETION_CHECK_MS,
  );

function UserManager({ viewer }: { viewer: UserJson }) {
  const list = useList(userList, paths.userManager, fetchUsers, (loaded) => waitForDeletion(loaded?.deletions));
  const { page, rows, reload } = list;
  const { selected, isAllMatching, clear } = list.selection;
  useNavigationCount('users', page?.counts.all ?? null);
  const canManage = hasPermission(viewer.role, 'users.manage');
  const [deleted, setDeleted] = useState<AdminUserJson | null>(null);
  const showUndoable = useUndoable(reload);
  const selection: UserSelection = {
    users: rows.filter(({ id }) => selected.has(id)),
    count: isAllMatching ? list.total : selected.size,
    filter: isAllMatching ? toFilterQuery(userList, list.state) : null,
  };
  const [prompt, setPrompt] = useState<UserBulkPrompt | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const bulk = useUserBulkRun({ userId: viewer.id, reload });
  const focusAfter = useFocusAfterRow(list, deleted !== null || prompt !== null, result);
  const search = list.state.search.trim();
  const { all = 0, blacklisted = 0, by_role: byRole } = page?.counts ?? {};
  return (
    <div className="screen-parts">
      {page && <ScreenCount>{formatNumber(all)}</ScreenCount>}
      <ListScreen
        list={list}
        title="Users"
        noun={{ one: 'user', many: 'users' }}
        failure="Failed to fetch users"
        counts={byRole && { all, admins: byRole.admin, blacklisted }}
        columns={userColumns}
        menu={(user) => createUserMenu(user, { viewerId: viewer.id, onDelete: canManage ? setDeleted : null })}
        tableClass="has-checks user-table"
        selection={{
          rowName: formatUser,
          actions: !bulk.isRunning && (
            <>
              {canManage && <BulkActions selection={selection} onAct={(action) => setPrompt({ action, selection })} />}
              <ExportButton
                onExport={() => exportUsers(list.state, isAllMatching ? undefined : [...selected])}
                failure="Failed to export the users"
                isInBar
              />
            </>
          ),
        }}
        noMatches={{ title: 'No users found', message: 'No users match your search and filters.' }}
        empty={
          <EmptyState title="No users yet" icon="users">
            <p>Everyone who signs up appears here.</p>
          </EmptyState>
        }
      >
        <BulkRunNotice bulk={bulk} focusRef={result} />
        <PendingDeletions
          deletions={page?.deletions.filter(({ actor }) => actor?.id !== viewer.id) ?? []}
          canStop={canManage}
          onStopped={reload}
        />
        {EMAIL.test(search) && <BlacklistedAddresses email={search.toLowerCase()} canManage={canManage} />}
      </ListScreen>
      <BulkUserDialog
        prompt={prompt}
        viewerId={viewer.id}
        onConfirm={async (request, { users, ...chosen }) => {
          await bulk.start(request, { ...chosen, ids: users.map(({ id }) => id) });
          focusAfter(users[0]?.id);
          clear();
        }}
        onClose={() => setPrompt(null)}
      />
      <DeleteUserDialog
        user={deleted}
        onDeleted={(result) => {
          focusAfter(result.user.id);
          showUndoable(result);
        }}
        onClose={() => setDeleted(null)}
      />
    </div>
  );
}

type BulkActionsProps = { selection: UserSelection; onAct: (action: UserBulkPrompt['action']) => void };

type Applies = (user: Pick<AdminUserJson, 'is_blacklisted'>) => boolean;

/** Where it applies to some of those who are selected. Of all that match, only the filter says what they are. */
function isOffered(appliesTo: Applies, users: UserSelection['users'], filter: UserSelection['filter']): boolean {
  if (filter === null) return users.some(appliesTo);
  const { isBlacklisted } = filter;
  return isBlacklisted === undefined || appliesTo({ is_blacklisted: isBlacklisted === 'true' });
}

/** The actions on those who are selected. */
const BulkActions = ({ selection: { users, filter }, onAct }: BulkActionsProps) =>
  userBulkActionNames
    .filter((action) => isOffered(userBulkActions[action].appliesTo, users, filter))
    .map((action) => (
      <Button key={action} variant="quiet" onClick={() => onAct(action)}>
        {userBulkActions[action].label}
      </Button>
    ));

/** Shows what was done to a user, with Undo, and the list as it is then; also what was done on the screen before. */
function useUndoable(reload: () => void) {
  const refresh = () => {
    reload();
    reloadNavigationCounts();
  };
  const latestRefresh = useRef(refresh);
  latestRefresh.current = refresh;
  const onUndone = () => latestRefresh.current();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list opens
  useEffect(() => userUndos.restore(onUndone), []);
  return (result: UserActResult) => {
    showResult(result, onUndone);
    refresh();
  };
}
