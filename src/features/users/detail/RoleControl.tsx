import { roleWords } from '#api/domain/role-words.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = { user: UserDetailJson; canManage: boolean; onChange: () => void };

/** The role: a button that opens the choice of roles, or why it can't be changed. */
export function RoleControl({ user, canManage, onChange }: Props) {
  const { label } = roleWords[user.role];
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
    <button
      type="button"
      className="value-button"
      aria-label={`Role: ${label}`}
      aria-haspopup="dialog"
      onClick={onChange}
    >
      {label}
      <Icon name="chevron-down" size={14} />
    </button>
  );
}
