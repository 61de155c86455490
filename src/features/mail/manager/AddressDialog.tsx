import { useLayoutEffect, useState } from 'react';
import { showToast } from '#src/lib/toast.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
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
  const { form, submit, isBusy, error, getIssue } = useFormSubmit(async () => {
    showToast((await suppressAddress(email)).message, 'success');
    onSuppressed();
    onClose();
  });
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    form.current?.querySelector('input')?.setAttribute('autofocus', '');
  }, [form]);
  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <TextField
        label="Email address"
        hint="It gets no email from us any more, except sign-in codes."
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        error={getIssue('email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      {error && <Notice tone="error">{error}</Notice>}
      <div className="form-actions">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy} busyLabel="Suppressing...">
          Suppress address
        </Button>
      </div>
    </form>
  );
}
