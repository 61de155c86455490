import { hasAnyPermission } from '#api/domain/permissions.ts';
import { roleWords } from '#api/domain/role-words.ts';
import type { AdminUserJson } from '#api/features/users/users.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { Initials } from '#src/ui/tables/Person.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { copyEmail } from '#src/features/users/actions/copy-email.ts';
import {
  formatBlacklistedScopes,
  formatBlacklisting,
  formatPlan,
  formatUser,
  getStatusTone,
  listLiveSubscriptions,
} from '#src/features/users/user-labels.ts';

type Props = {
  user: AdminUserJson;
  isSelected: boolean;
  onSelect: (isOn: boolean) => void;
  isViewer: boolean;
  onDelete: (() => void) | null;
};

export function UserRow({ user, isSelected, onSelect, isViewer, onDelete }: Props) {
  const name = formatUser(user);
  const role = roleWords[user.role].label;
  const scopes = formatBlacklistedScopes(user);
  return (
    <tr className={isSelected ? 'is-selected' : undefined} data-user={user.id}>
      <td className="check-cell narrow">
        <CheckField
          label={`Select ${name}`}
          isLabelHidden
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </td>
      <td className="title-cell">
        <span className="user-cell">
          <Initials name={name} />
          <span>
            <a className="row-title" href={paths.userDetail(user.id)}>
              {name}
            </a>
            {name !== user.email && <span className="row-note">{user.email}</span>}
          </span>
        </span>
      </td>
      <td className="status-cell">
        {hasAnyPermission(user.role) ? <Badge tone="grey">{role}</Badge> : <span>{role}</span>}
        {user.is_blacklisted && <Badge tone="red">{formatBlacklisting(user)}</Badge>}
        {scopes && <span className="row-note">With {scopes}</span>}
        {user.deletion && <Badge tone="yellow">Waiting to be deleted</Badge>}
      </td>
      <td className="mid plans-cell">
        <Plans user={user} />
      </td>
      <td data-label="Last login">
        {user.last_login_at ? <Time iso={user.last_login_at} /> : <span className="none">Never</span>}
      </td>
      <td className="mid" data-label="Created">
        <Time iso={user.created_at} isDate />
      </td>
      <td className="menu-cell narrow">
        <RowMenu
          name={name}
          note={user.email}
          groups={[
            [
              { label: 'Open', icon: 'user', href: paths.userDetail(user.id) },
              { label: 'Copy email', icon: 'copy', onSelect: () => void copyEmail(user.email) },
            ],
            onDelete
              ? [
                  {
                    label: 'Delete...',
                    icon: 'trash',
                    isDestructive: true,
                    onSelect: onDelete,
                    isDisabled: isViewer,
                    ...(isViewer && { note: 'You can’t delete your own account here.' }),
                  },
                ]
              : [],
          ]}
        />
      </td>
    </tr>
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
