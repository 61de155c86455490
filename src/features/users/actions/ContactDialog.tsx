import { useState } from 'react';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
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
  const form = useFormSubmit(() => onChange(contact));
  const isMoved = contact.email.trim().toLowerCase() !== user.email;
  const isChanged =
    isMoved || contact.firstName !== (user.first_name ?? '') || contact.lastName !== (user.last_name ?? '');
  const field = (name: 'email' | 'firstName' | 'lastName') => ({
    value: contact[name],
    error: form.getIssue(name),
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setContact((before) => ({ ...before, [name]: currentTarget.value })),
  });
  return (
    <DialogForm
      form={form}
      isDirty={isChanged}
      canSubmit={isChanged}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
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
    </DialogForm>
  );
}
