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
    const { receipt } = await api.delete('/api/account', { json: { email: typedEmail } });
    clearSession();
    onDeleted(receipt);
  };
  return (
    <section className="panel" aria-labelledby="delete">
      <h2 id="delete">Delete your account</h2>
      <p>
        This deletes your account, sessions, settings and waiting list places straight away. It can’t be undone. You’ll
        get a receipt of what was deleted, and of anything we keep and why.
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
          This permanently deletes the account <strong>{user.email}</strong> and signs you out on every device.
        </p>
        <TextField
          label="Type your email address to confirm"
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
