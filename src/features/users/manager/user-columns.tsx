import { hasAnyPermission } from '#api/domain/permissions.ts';
import { roleWords } from '#api/domain/role-words.ts';
import type { AdminUserJson } from '#api/features/users/users.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import type { ListColumn, RowMenuProps } from '#src/ui/lists/ListTable.tsx';
import { Initials } from '#src/ui/tables/Person.tsx';
import type { RowAction } from '#src/ui/tables/RowMenu.tsx';
import { copyEmail } from '#src/features/users/actions/copy-email.ts';
import {
  formatBlacklistedScopes,
  formatBlacklisting,
  formatPlan,
  formatUser,
  getStatusTone,
  listLiveSubscriptions,
} from '#src/features/users/user-labels.ts';

export const userColumns: readonly ListColumn<AdminUserJson>[] = [
  { sort: 'email', className: 'title-cell', cell: (user) => <UserName user={user} /> },
  { sort: 'role', className: 'status-cell', cell: (user) => <UserStatus user={user} /> },
  { label: 'Plan', width: 'mid', className: 'plans-cell', cell: (user) => <Plans user={user} /> },
  {
    sort: 'last_login_at',
    isLabelledOnCard: true,
    cell: ({ last_login_at: at }) => (at ? <Time iso={at} /> : <span className="none">Never</span>),
  },
  { sort: 'created_at', width: 'mid', isLabelledOnCard: true, cell: ({ created_at: at }) => <Time iso={at} isDate /> },
];

/** `onDelete` is null for those who may only read; nobody deletes their own account here. */
export function createUserMenu(
  user: AdminUserJson,
  { viewerId, onDelete }: { viewerId: number; onDelete: ((user: AdminUserJson) => void) | null },
): RowMenuProps {
  const isViewer = user.id === viewerId;
  const remove: RowAction[] = [];
  if (onDelete) {
    remove.push({
      label: 'Delete...',
      icon: 'trash',
      isDestructive: true,
      onSelect: () => onDelete(user),
      isDisabled: isViewer,
      ...(isViewer && { note: 'You can’t delete your own account here.' }),
    });
  }
  const view: RowAction[] = [
    { label: 'Open', icon: 'user', href: paths.userDetail(user.id) },
    { label: 'Copy email', icon: 'copy', onSelect: () => void copyEmail(user.email) },
  ];
  return { name: formatUser(user), note: user.email, groups: [view, remove] };
}

function UserName({ user }: { user: AdminUserJson }) {
  const name = formatUser(user);
  return (
    <span className="user-cell">
      <Initials name={name} />
      <span>
        <a className="row-title" href={paths.userDetail(user.id)}>
          {name}
        </a>
        {name !== user.email && <span className="row-note">{user.email}</span>}
      </span>
    </span>
  );
}

function UserStatus({ user }: { user: AdminUserJson }) {
  const role = roleWords[user.role].label;
  const scopes = formatBlacklistedScopes(user);
  return (
    <>
      {hasAnyPermission(user.role) ? <Badge tone="grey">{role}</Badge> : <span>{role}</span>}
      {user.is_blacklisted && <Badge tone="red">{formatBlacklisting(user)}</Badge>}
      {scopes && <span className="row-note">With {scopes}</span>}
      {user.deletion && <Badge tone="yellow">Waiting to be deleted</Badge>}
    </>
  );
}

/** The subscriptions that run. Of one in trouble, its status too. */
function Plans({ user }: { user: AdminUserJson }) {
  const subscriptions = listLiveSubscriptions(user);
  if (subscriptions.length === 0) return <span className="none">None</span>;
  return subscriptions.map(({ id, product_name, plan_name, status }) => (
    <Badge key={id} tone={getStatusTone(status)}>
      {formatPlan(product_name, plan_name)}
      {status !== 'active' && `, ${status.replaceAll('_', ' ')}`}
    </Badge>
  ));
}
