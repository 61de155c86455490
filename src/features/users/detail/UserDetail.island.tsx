import { useEffect, useState } from 'react';
import { hasPermission } from '#api/domain/permissions.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { ApiError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { showToastAfterNavigation } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { fetchUser } from '#src/features/users/users-api.ts';
import { readUserId } from './detail-state.ts';
import { UserScreen } from './UserScreen.tsx';

/** One user for admins: account, plans, payments, sessions and what happened. The id is in the address. */
export function UserDetailIsland() {
  return (
    <RequireAuth access="users.read">
      {({ role }) => (
        <UserDetail canManage={hasPermission(role, 'users.manage')} canBill={hasPermission(role, 'billing.manage')} />
      )}
    </RequireAuth>
  );
}

function UserDetail(permissions: { canManage: boolean; canBill: boolean }) {
  const [id] = useState(readUserId);
  const { state, reload, replace } = useQuery(id === null ? null : `user ${id}`, (signal) =>
    fetchUser(id ?? 0, signal),
  );
  const failure = state.status === 'failed' ? getFailure(state.error) : null;
  useEffect(() => {
    if (failure !== 'failed') return;
    showToastAfterNavigation('Failed to fetch user data', 'error');
    window.location.replace(paths.userManager);
  }, [failure]);
  if (id === null || failure === 'missing') return <UserNotFound id={id} />;
  if (state.status !== 'loaded') return <Skeleton kind="field" count={4} />;
  return <UserScreen user={state.value} {...permissions} onChange={replace} onGone={reload} />;
}

/** An ended session is no failure of this screen: `RequireAuth` leaves it. */
function getFailure(error: unknown): 'missing' | 'signed-out' | 'failed' {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401) return 'signed-out';
  // The API refuses a number that is too long for an id.
  return status === 404 || status === 400 ? 'missing' : 'failed';
}

function UserNotFound({ id }: { id: number | null }) {
  return (
    <EmptyState
      title="User not found"
      icon="users"
      action={
        <a className="button button-secondary" href={paths.userManager}>
          <Icon name="arrow-left" size={16} />
          Back to User Manager
        </a>
      }
    >
      <p>{id !== null && `No one has the ID ${id}. `}The account may have been deleted.</p>
    </EmptyState>
  );
}
