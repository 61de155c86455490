import { useState } from 'react';
import { productFields } from '#api/domain/site-products.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import type { ProductSummary } from './catalogue-api.ts';

type Props = {
  isOpen: boolean;
  /** Of which a plan is added; null adds a product. */
  product: ProductSummary | null;
  /** Creates it, and opens it. @throws what the server refuses */
  onCreate: (name: string) => Promise<void>;
  onClose: () => void;
};

/** A new product, or a new plan of one: its name. The rest is filled in as a draft. */
export const NewPartDialog = ({ isOpen, ...form }: Props) => (
  <Modal
    isOpen={isOpen}
    title={form.product ? `New plan of ${form.product.name}` : 'New product'}
    onClose={form.onClose}
  >
    <NewPartForm {...form} />
  </Modal>
);

/** Mounted again each time the dialog opens. */
function NewPartForm({ product, onCreate, onClose }: Omit<Props, 'isOpen'>) {
  const noun = product ? 'plan' : 'product';
  const [name, setName] = useState('');
  const form = useFormSubmit(
    () => onCreate(name),
    () => (name.trim() === '' ? { name: 'Enter a name.' } : {}),
  );
  return (
    <DialogForm
      form={form}
      failure={`Failed to add the ${noun}`}
      submitLabel={`Add ${noun}`}
      busyLabel="Adding..."
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        hint="It’s a draft until you publish it."
        autoComplete="off"
        maxLength={productFields.name.max}
        value={name}
        error={form.getIssue('name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </DialogForm>
  );
}
