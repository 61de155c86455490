import { roleWords } from '#api/domain/role-words.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { PageAction, ScreenTitle } from '#src/ui/crud/PageAction.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { Person } from '#src/ui/tables/Person.tsx';
import { type RowAction, RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { copyEmail } from '#src/features/users/actions/copy-email.ts';
import { formatUser } from '#src/features/users/user-labels.ts';
import type { UserPrompt } from './use-user-actions.ts';

type Props = {
  user: UserDetailJson;
  canManage: boolean;
  onAsk: (prompt: UserPrompt) => void;
  onExport: () => Promise<void>;
};

/** Name and actions in the bar; below it the address and what is true of the account. */
export function UserHeader({ user, canManage, onAsk, onExport }: Props) {
  const name = formatUser(user);
  return (
    <>
      <ScreenTitle>
        <Person name={name} />
      </ScreenTitle>
      {canManage && (
        <PageAction>
          {!user.is_blacklisted && user.can.blacklist.allowed && (
            <Button variant="secondary" className="not-phone" onClick={() => onAsk('blacklist')}>
              Blacklist...
            </Button>
          )}
          <RowMenu name={name} note={user.email} groups={listActions(user, onAsk, onExport)} />
        </PageAction>
      )}
      <p className="user-line">
        <span>{user.email}</span>
        <button
          type="button"
          className="icon-button"
          aria-label="Copy email address"
          title="Copy email address"
          onClick={() => void copyEmail(user.email)}
        >
          <Icon name="copy" size={16} />
        </button>
        <Badge tone="grey">{roleWords[user.role].label}</Badge>
        <Badge tone={user.email_verified ? 'green' : 'yellow'}>
          {user.email_verified ? 'Email verified' : 'Email not verified'}
        </Badge>
        {user.is_blacklisted && <Badge tone="red">Blacklisted</Badge>}
      </p>
    </>
  );
}

/** What can be done to the user. An action that is not allowed says why. */
function listActions(user: UserDetailJson, onAsk: Props['onAsk'], onExport: Props['onExport']): RowAction[][] {
  const { change_contact: contact, change_role: role, blacklist, delete: remove } = user.can;
  const toAction = (
    action: Pick<RowAction, 'label' | 'icon' | 'isDestructive'>,
    prompt: UserPrompt,
    { allowed, reason }: { allowed: boolean; reason: string | null } = { allowed: true, reason: null },
  ): RowAction => ({
    ...action,
    onSelect: () => onAsk(prompt),
    isDisabled: !allowed,
    ...(reason && { note: reason }),
  });
  return [
    [
      toAction({ label: 'Change name or email...', icon: 'pencil' }, 'contact', contact),
      toAction({ label: 'Change role...', icon: 'user' }, 'role', role),
      toAction({ label: 'End all sessions...', icon: 'log-out' }, 'end-all'),
      { label: 'Export data', icon: 'download', onSelect: () => void onExport() },
      user.is_blacklisted
        ? toAction({ label: 'Remove Blacklist...', icon: 'rotate-ccw' }, 'unblacklist')
        : toAction({ label: 'Blacklist...', icon: 'ban' }, 'blacklist', blacklist),
    ],
    [toAction({ label: 'Delete...', icon: 'trash', isDestructive: true }, 'delete', remove)],
  ];
}
