import { useState } from 'react';
import { showToast } from '#src/lib/toast.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { suppressAddress } from './mail-api.ts';

type FormProps = { onSuppressed: () => void; onClose: () => void };

/** Adds an address to those that get no email. */
export function AddressDialog({ isOpen, ...form }: FormProps & { isOpen: boolean }) {
  return (
    <Modal isOpen={isOpen} title="Suppress an address" onClose={form.onClose}>
      <AddressForm {...form} />
    </Modal>
  );
}

function AddressForm({ onSuppressed, onClose }: FormProps) {
  const [email, setEmail] = useState('');
  const form = useFormSubmit(async () => {
    showToast((await suppressAddress(email)).message, 'success');
    onSuppressed();
    onClose();
  });
  return (
    <DialogForm form={form} submitLabel="Suppress address" busyLabel="Suppressing..." onClose={onClose}>
      <TextField
        label="Email address"
        hint="It gets no email from us any more, except sign-in codes."
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        error={form.getIssue('email')}
        onChange={(event) => setEmail(event.target.value)}
      />
    </DialogForm>
  );
}
