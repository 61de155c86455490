import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { ApiError, formatError } from '#src/lib/api-client.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { formatUser, getShortName } from '#src/features/users/user-labels.ts';
import type { Contact } from '#src/features/users/users-api.ts';

const NAME_MAX_LENGTH = 100;

type Props = {
  user: UserDetailJson;
  isOpen: boolean;
  onChange: (contact: Contact) => Promise<void>;
  onClose: () => void;
};

/** Changes the name and the email address of a user who asked support for it. */
export function ContactDialog({ user, isOpen, onChange, onClose }: Props) {
  return (
    <Modal isOpen={isOpen} title={`Change name or email of ${formatUser(user)}`} onClose={onClose}>
      <ContactForm user={user} onChange={onChange} onClose={onClose} />
    </Modal>
  );
}

/** Mounted again each time the dialog opens. */
function ContactForm({ user, onChange, onClose }: Omit<Props, 'isOpen'>) {
  const [contact, setContact] = useState<Contact>({
    email: user.email,
    firstName: user.first_name ?? '',
    lastName: user.last_name ?? '',
    endSessions: false,
  });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const form = useRef<HTMLFormElement>(null);
  const isMoved = contact.email.trim().toLowerCase() !== user.email;
  const isChanged =
    isMoved || contact.firstName !== (user.first_name ?? '') || contact.lastName !== (user.last_name ?? '');
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || !isChanged) return;
    setBusy(true);
    setError(null);
    await onChange(contact).catch(setError);
    setBusy(false);
  };
  const field = (name: 'email' | 'firstName' | 'lastName') => ({
    value: contact[name],
    error: error instanceof ApiError ? error.getIssue(name) : undefined,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setContact((before) => ({ ...before, [name]: currentTarget.value })),
  });
  const isOfField = error instanceof ApiError && error.issues.length > 0;
  return (
    <form className="form" ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField label="Email" type="email" {...field('email')} />
      <TextField label="First name" maxLength={NAME_MAX_LENGTH} {...field('firstName')} />
      <TextField label="Last name" maxLength={NAME_MAX_LENGTH} {...field('lastName')} />
      <CheckField
        label="Sign out on all devices, because the account may be in the wrong hands"
        checked={contact.endSessions}
        onChange={({ target }) => setContact((before) => ({ ...before, endSessions: target.checked }))}
      />
      <p className="muted">
        {isMoved && `${getShortName(user)} signs in with the new address from now on. Both addresses get an email. `}
        You can undo this for 30 seconds.
      </p>
      {error !== null && !isOfField && <Notice tone="error">{formatError(error)}</Notice>}
      <div className="form-actions">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={!isChanged || undefined} isBusy={isBusy} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}
