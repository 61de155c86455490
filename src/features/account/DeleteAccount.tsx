import { useState } from 'react';
import type { DeletionReceiptJson } from '#api/features/account/account.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { clearSession } from '#src/stores/session.ts';

type Props = { user: UserJson; onDeleted: (receipt: DeletionReceiptJson) => void };

/** Deletes the account after the address was typed once more, and signs out. */
export function DeleteAccount({ user, onDeleted }: Props) {
  const [typedEmail, setTypedEmail] = useState('');
  const remove = async () => {
    const { receipt } = await api.delete<{ receipt: DeletionReceiptJson }>('/api/account', { email: typedEmail });
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
      <ConfirmButton
        label="Delete account"
        button={{ variant: 'danger' }}
        onOpen={() => setTypedEmail('')}
        title="Delete your account?"
        confirmLabel="Delete account"
        busyLabel="Deleting..."
        isDestructive
        canConfirm={typedEmail.trim().toLowerCase() === user.email}
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
          value={typedEmail}
          onChange={(event) => setTypedEmail(event.currentTarget.value)}
        />
      </ConfirmButton>
    </section>
  );
}
