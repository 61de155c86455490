import { useState } from 'react';
import { formatList } from '#api/domain/lists.ts';
import { formatCents } from '#api/domain/money.ts';
import type { AdminUserJson, UserDetailJson } from '#api/features/users/users.contract.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { formatLivePlans, formatUser, getShortName } from '#src/features/users/user-labels.ts';
import { deleteUser } from '#src/features/users/users-api.ts';
import { MadeKeys } from './MadeKeys.tsx';
import { runUndoable, type UserActResult } from './undo-toast.ts';

/** The list of users doesn’t know their credits; the page of one does. */
type DeletedUser = AdminUserJson & Partial<Pick<UserDetailJson, 'credits'>>;

type Props = {
  /** Null while it does not ask. */
  user: DeletedUser | null;
  onDeleted: (result: UserActResult) => void;
  onClose: () => void;
};

/** '€2.00', '€2.00 and $5.00'. */
const formatCredits = ({ credits = [] }: DeletedUser): string =>
  formatList(credits.map(({ amount, currency }) => formatCents(amount, currency)));

/** Asks before a user is deleted; names the person and says what is cancelled first. */
export function DeleteUserDialog({ user, onDeleted, onClose }: Props) {
  const [keptKeys, keepKeys] = useState<number[]>([]);
  const plans = user && formatLivePlans(user);
  const credits = user && formatCredits(user);
  const close = () => {
    keepKeys([]);
    onClose();
  };
  const remove = async () => {
    if (!user) return;
    const note = `${formatUser(user)} can’t sign in any more.`;
    // Nothing that was done before can be undone while the user is being deleted.
    const changes = ['deletion', 'blacklist', 'contact'] as const;
    onDeleted(await runUndoable({ run: () => deleteUser(user.id, keptKeys), note, changes }));
  };
  return (
    <ConfirmDialog
      isOpen={user !== null}
      title={user ? `Delete ${formatUser(user)}?` : ''}
      confirmLabel="Delete user"
      busyLabel="Deleting..."
      failure="Failed to delete user"
      isDestructive
      onConfirm={remove}
      onClose={close}
    >
      <p>Are you sure you want to delete this user?</p>
      {user && (
        <p>
          <strong>{user.email}</strong> is signed out everywhere and can’t sign in again.
          {plans && ` ${plans} will be cancelled first, so no more payments are taken.`}
        </p>
      )}
      {user && credits && (
        <p>
          {getShortName(user)} has a credit of {credits}, which can’t be used afterwards. If you owe it, refund a
          payment first.
        </p>
      )}
      {user && <MadeKeys userId={user.id} name={getShortName(user)} kept={keptKeys} onChange={keepKeys} />}
      <p>
        <strong>You can undo this for 30 seconds.</strong>
      </p>
    </ConfirmDialog>
  );
}
