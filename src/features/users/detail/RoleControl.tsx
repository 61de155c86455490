import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { formatUser, ROLE_WORDS } from '#src/features/users/user-labels.ts';
import { getRoleChange } from './role-change.ts';

type Props = { user: UserDetailJson; canManage: boolean; onChange: () => void };

/** The role: a menu that changes it, or why it can't be changed. */
export function RoleControl({ user, canManage, onChange }: Props) {
  const label = ROLE_WORDS[user.role].label;
  const { allowed, reason } = user.can.change_role;
  if (!canManage || !allowed) {
    return (
      <>
        {label}
        {reason && <span className="row-note">{reason}</span>}
      </>
    );
  }
  return (
    <RowMenu
      name={formatUser(user)}
      note={user.email}
      label={`Role: ${label}`}
      groups={[[{ label: `${getRoleChange(user).action}...`, icon: 'user', onSelect: onChange }]]}
    >
      {label}
      <Icon name="chevrons-up-down" size={14} />
    </RowMenu>
  );
}
