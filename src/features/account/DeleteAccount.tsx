import { useState } from 'react';
import type { DeletionReceiptJson } from '#api/features/account/account.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { clearSession } from '#src/stores/session.ts';

type Props = { user: UserJson; onDeleted: (receipt: DeletionReceiptJson) => void };

/** Deletes the account after the address was typed once more, and signs out. */
export function DeleteAccount({ user, onDeleted }: Props) {
  const [isAsked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = async () => {
    const { receipt } = await api.delete<{ receipt: DeletionReceiptJson }>('/api/account', { email: typed });
    clearSession();
    onDeleted(receipt);
  };
  return (
    <section className="panel" aria-labelledby="delete">
      <h2 id="delete">Delete your account</h2>
      <p>
        Your account, your sessions, your settings and your places on waiting lists are deleted at once and cannot be
        brought back. You then see a receipt of what was deleted, and of what we keep and why.
      </p>
      <Button
        variant="danger"
        onClick={() => {
          setTyped('');
          setAsked(true);
        }}
      >
        Delete account
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title="Delete your account?"
        confirmLabel="Delete account"
        busyLabel="Deleting..."
        isDestructive
        canConfirm={typed.trim().toLowerCase() === user.email}
        onClose={() => setAsked(false)}
        onConfirm={remove}
      >
        <p>
          The account of <strong>{user.email}</strong> is deleted for good, and you are signed out on every device.
        </p>
        <TextField
          label="Type your e-mail address to confirm"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </section>
  );
}
