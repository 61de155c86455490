import { useState } from 'react';
import { getProducts } from '#api/domain/catalogue.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { SecretDialog, type SecretDialogProps } from './SecretDialog.tsx';

type NewEndpoint = { url: string; product_id: number | null };

/** Adds an address for webhooks, and shows the secret that signs them this once. */
export const NewWebhookDialog = (props: SecretDialogProps<NewEndpoint>) => (
  <SecretDialog {...props} title="New address for webhooks" secretTitle="The secret that signs them" noun="secret">
    {(onSave, onClose) => <EndpointForm onSave={onSave} onClose={onClose} />}
  </SecretDialog>
);

type FormProps = {
  onSave: (endpoint: NewEndpoint) => Promise<void>;
  onClose: () => void;
};

function EndpointForm({ onSave, onClose }: FormProps) {
  const [url, setUrl] = useState('');
  const [product, setProduct] = useState('');
  const form = useFormSubmit(
    () => onSave({ url: url.trim(), product_id: product === '' ? null : Number(product) }),
    () => (/^https:\/\/./i.test(url.trim()) ? {} : { url: 'Enter a web address that starts with https://.' }),
  );
  return (
    <DialogForm
      form={form}
      isDirty={url !== ''}
      failure="Failed to add the address"
      submitLabel="Add address"
      busyLabel="Adding..."
      onClose={onClose}
    >
      <TextField
        label="Address"
        name="url"
        type="url"
        hint="Where your product receives them, on the public internet."
        placeholder="https://"
        autoComplete="off"
        value={url}
        error={form.getIssue('url')}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <SelectField
        label="About"
        name="product_id"
        value={product}
        error={form.getIssue('product_id')}
        options={[
          { value: '', label: 'Every product' },
          ...getProducts().map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget }) => setProduct(currentTarget.value)}
      />
    </DialogForm>
  );
}
