import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { BlacklistDialog } from '#src/features/users/actions/BlacklistDialog.tsx';
import { ContactDialog } from '#src/features/users/actions/ContactDialog.tsx';
import { GivePlanDialog } from '#src/features/users/actions/GivePlanDialog.tsx';
import { DeleteUserDialog } from '#src/features/users/actions/DeleteUserDialog.tsx';
import { RoleDialog } from '#src/features/users/actions/RoleDialog.tsx';
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
      <ContactDialog user={user} isOpen={prompt === 'contact'} onChange={actions.changeContact} onClose={close} />
      <ConfirmDialog
        isOpen={prompt === 'unblacklist'}
        title={`Remove ${fullName} from the blacklist?`}
        confirmLabel="Remove Blacklist"
        busyLabel="Removing..."
        failure="Failed to remove blacklist"
        onConfirm={actions.unblacklist}
        onClose={close}
      >
        <p>{name} can sign in again straight away. You can undo this for 30 seconds.</p>
      </ConfirmDialog>
      <RoleDialog user={user} isOpen={prompt === 'role'} onChange={actions.changeRole} onClose={close} />
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
      <GivePlanDialog user={user} isOpen={prompt === 'give-plan'} onGive={actions.givePlan} onClose={close} />
      <DeleteUserDialog user={prompt === 'delete' ? user : null} onDeleted={actions.leave} onClose={close} />
    </>
  );
}
