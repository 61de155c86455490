import { useState } from 'react';
import { formatAddress, redirectStatuses } from '#api/domain/redirects.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import type { Redirect, RedirectFields } from './redirects-api.ts';

/** A redirect that is changed, or the address from which a new one leads. */
export type RedirectSubject = Redirect | { id: null; from: string };

type FormProps = {
  subject: RedirectSubject;
  /** @throws what the server refuses. */
  onSave: (id: number | null, fields: RedirectFields) => Promise<void>;
  onClose: () => void;
};

/** Adds or changes a redirect. */
export function RedirectDialog({ subject, ...form }: Omit<FormProps, 'subject'> & { subject: RedirectSubject | null }) {
  const title = subject?.id == null ? 'Add redirect' : 'Edit redirect';
  return (
    <Modal isOpen={subject !== null} title={title} onClose={form.onClose}>
      {subject && <RedirectForm subject={subject} {...form} />}
    </Modal>
  );
}

const KINDS: Record<(typeof redirectStatuses)[number], string> = { 301: 'Permanent', 302: 'Temporary' };
const KIND_OPTIONS = redirectStatuses.map((status) => ({ value: String(status), label: KINDS[status] }));

const getFields = (subject: RedirectSubject): RedirectFields =>
  subject.id === null
    ? { from: formatAddress(subject.from), to: '', status: 301 }
    : { from: formatAddress(subject.from), to: formatAddress(subject.to), status: subject.status };

/** Mounted again each time the dialog opens. */
function RedirectForm({ subject, onSave, onClose }: FormProps) {
  const [initial] = useState(() => getFields(subject));
  const [fields, setFields] = useState(initial);
  const form = useFormSubmit(async () => {
    await onSave(subject.id, fields);
    onClose();
  });
  const change = (next: Partial<RedirectFields>) => setFields({ ...fields, ...next });
  return (
    <DialogForm
      form={form}
      firstField={initial.from === '' ? '[name=from]' : '[name=to]'}
      isDirty={fields.from !== initial.from || fields.to !== initial.to || fields.status !== initial.status}
      failure="Failed to save redirect"
      submitLabel={subject.id === null ? 'Add redirect' : 'Update redirect'}
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField
        label="Old address"
        name="from"
        hint="On this site, such as /old-page."
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={fields.from}
        error={form.getIssue('from')}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <TextField
        label="New address"
        name="to"
        hint="A page of this site, such as /new-page, or an address that begins with https://."
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={fields.to}
        error={form.getIssue('to')}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
      <SelectField
        label="Kind"
        name="status"
        hint={
          fields.status === 301
            ? 'Search engines replace the old address with the new one.'
            : 'Search engines keep the old address.'
        }
        options={KIND_OPTIONS}
        value={fields.status}
        error={form.getIssue('status')}
        onChange={({ currentTarget }) => change({ status: currentTarget.value === '302' ? 302 : 301 })}
      />
    </DialogForm>
  );
}
