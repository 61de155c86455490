import { formatNumber } from '#api/domain/numbers.ts';
import type { UserDetailJson, UserSessionsJson } from '#api/features/users/users.contract.ts';
import { formatError } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ProductLabel } from '#src/ui/brand/ProductLabel.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { fetchSessions } from '#src/features/users/users-api.ts';
import { DeviceList } from './DeviceList.tsx';

const COLUMNS = ['Product', 'Logins', 'Logouts', 'Last login', 'First login'];

type Props = {
  user: UserDetailJson;
  canManage: boolean;
  /** Counts the acts that end sessions: with each the list is loaded again. */
  revision: number;
  onEndAll: () => void;
  onEnded: () => void;
};

/** How often the user signed in and out of each product, and the devices that are signed in now. */
export function SessionsTab({ user, canManage, revision, onEndAll, onEnded }: Props) {
  const { state, reload } = useQuery(`sessions ${user.id} ${revision}`, (signal) => fetchSessions(user.id, signal));
  if (state.status === 'loading') return <TableSkeleton columns={COLUMNS} rows={3} />;
  if (state.status === 'failed') {
    return <ErrorPanel title="Couldn’t load the sessions" message={formatError(state.error)} onRetry={reload} />;
  }
  const { sessions, devices } = state.value;
  return (
    <>
      {sessions.length > 0 ? <SignInTable sessions={sessions} /> : <p className="none">No sign-ins yet.</p>}
      <DeviceList user={user} devices={devices} canManage={canManage} onEndAll={onEndAll} onEnded={onEnded} />
    </>
  );
}

function SignInTable({ sessions }: Pick<UserSessionsJson, 'sessions'>) {
  return (
    <table className="admin-table tight-table">
      <caption className="visually-hidden">Sign-ins by product</caption>
      <TableHead columns={COLUMNS} />
      <tbody>
        {sessions.map((session) => (
          <tr key={session.product_name}>
            <td className="title-cell">
              <ProductLabel name={session.product_name} />
            </td>
            <td className="count" data-label="Logins">
              {formatNumber(session.login_count)}
            </td>
            <td className="count" data-label="Logouts">
              {formatNumber(session.logout_count)}
            </td>
            <td data-label="Last login">
              <Time iso={session.last_login} />
            </td>
            <td data-label="First login">
              <Time iso={session.first_login} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
