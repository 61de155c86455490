import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { BlacklistDialog } from '#src/features/users/actions/BlacklistDialog.tsx';
import { DeleteUserDialog } from '#src/features/users/actions/DeleteUserDialog.tsx';
import { formatUser, getShortName } from '#src/features/users/user-labels.ts';
import type { UserActions } from './use-user-actions.ts';

type Props = { user: UserDetailJson; actions: UserActions };

/** Asks before each act; says what will happen. */
export function UserDialogs({ user, actions }: Props) {
  const { prompt, close } = actions;
  const [fullName, name] = [formatUser(user), getShortName(user)];
  return (
    <>
      <BlacklistDialog user={user} isOpen={prompt === 'blacklist'} onBlacklist={actions.blacklist} onClose={close} />
      <ConfirmDialog
        isOpen={prompt === 'unblacklist'}
        title={`Remove ${fullName} from the blacklist?`}
        confirmLabel="Remove Blacklist"
        busyLabel="Removing..."
        onConfirm={actions.unblacklist}
        onClose={close}
      >
        <p>{name} can sign in again straight away.</p>
      </ConfirmDialog>
      <RoleDialog user={user} actions={actions} />
      <ConfirmDialog
        isOpen={prompt === 'end-all'}
        title="End all sessions?"
        confirmLabel="End all sessions"
        busyLabel="Ending..."
        isDestructive
        onConfirm={actions.endAllSessions}
        onClose={close}
      >
        <p>
          <strong>{fullName}</strong> will be signed out everywhere straight away, and will need a new code to sign in
          again.
        </p>
      </ConfirmDialog>
      <DeleteUserDialog user={prompt === 'delete' ? user : null} onDeleted={actions.leave} onClose={close} />
    </>
  );
}

function RoleDialog({ user, actions }: Props) {
  const isAdmin = user.role === 'admin';
  return (
    <ConfirmDialog
      isOpen={actions.prompt === 'role'}
      title={`Make ${formatUser(user)} ${isAdmin ? 'a user' : 'an admin'}?`}
      confirmLabel={isAdmin ? 'Make user' : 'Make admin'}
      busyLabel="Changing..."
      isDestructive={isAdmin}
      onConfirm={actions.changeRole}
      onClose={actions.close}
    >
      <p>
        {isAdmin
          ? `${getShortName(user)} will lose access to every admin screen straight away.`
          : `${getShortName(user)} will be able to use every admin screen: posts, users, payments and publishing.`}
      </p>
    </ConfirmDialog>
  );
}
