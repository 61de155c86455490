import { useState } from 'react';
import { getPageName } from '#api/domain/site-pages.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { PageAddressField } from './PageAddressField.tsx';
import type { PageSummary } from './pages-api.ts';
import { suggestAddress } from './suggest-address.ts';

export type NewPage = { title: string; address: string; copy_of?: number };

type Props = {
  isOpen: boolean;
  /** What it may start from. */
  pages: readonly PageSummary[];
  /** Creates it, and opens it. @throws what the server refuses */
  onCreate: (page: NewPage) => Promise<void>;
  onClose: () => void;
};

/** A new page: its title, its address, and what it starts from. */
export const NewPageDialog = ({ isOpen, ...form }: Props) => (
  <Modal isOpen={isOpen} title="New page" onClose={form.onClose}>
    <NewPageForm {...form} />
  </Modal>
);

/** Mounted again each time the dialog opens. */
function NewPageForm({ pages, onCreate, onClose }: Omit<Props, 'isOpen'>) {
  const [title, setTitle] = useState('');
  /** Null while it follows the title. */
  const [typedAddress, setTypedAddress] = useState<string | null>(null);
  const [source, setSource] = useState('');
  const address = typedAddress ?? suggestAddress(title);
  const form = useFormSubmit(
    () => onCreate({ title, address, ...(source !== '' && { copy_of: Number(source) }) }),
    () => ({
      ...(title.trim() === '' && { title: 'Enter a title.' }),
      ...(address === '' && title.trim() !== '' && { address: 'Enter an address.' }),
    }),
  );
  const options = [
    { value: '', label: 'An empty page' },
    ...pages.map((page) => ({ value: String(page.id), label: `A copy of ${getPageName(page)}` })),
  ];
  return (
    <DialogForm
      form={form}
      failure="Failed to create the page"
      submitLabel="Create page"
      busyLabel="Creating..."
      onClose={onClose}
    >
      <TextField
        label="Title"
        name="title"
        autoComplete="off"
        maxLength={120}
        value={title}
        error={form.getIssue('title')}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <PageAddressField
        name="address"
        hint="Follows the title until you change it."
        value={address}
        error={form.getIssue('address')}
        onChange={setTypedAddress}
      />
      <SelectField
        label="Start with"
        name="copy_of"
        options={options}
        value={source}
        error={form.getIssue('copy_of')}
        onChange={({ currentTarget }) => setSource(currentTarget.value)}
      />
    </DialogForm>
  );
}
