import { useState } from 'react';
import { getProducts } from '#api/domain/catalogue.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { ShownSecret } from './ShownSecret.tsx';

type NewEndpoint = { url: string; product_id: number | null };
type Props = {
  isOpen: boolean;
  /** Returns the secret. @throws what the server refuses. */
  onSave: (endpoint: NewEndpoint) => Promise<string>;
  onClose: () => void;
};

/** Adds an address for webhooks, and shows the secret that signs them this once. */
export function NewWebhookDialog({ isOpen, ...props }: Props) {
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setSecret(null);
    props.onClose();
  };
  const title = secret === null ? 'New address for webhooks' : 'The secret that signs them';
  return (
    <Modal isOpen={isOpen} title={title} onClose={close}>
      {secret === null ? (
        <EndpointForm onSave={(values) => props.onSave(values).then(setSecret)} onClose={close} />
      ) : (
        <ShownSecret noun="secret" secret={secret} onClose={close} />
      )}
    </Modal>
  );
}

type FormProps = {
  onSave: (endpoint: NewEndpoint) => Promise<void>;
  onClose: () => void;
};

/** Mounted again each time the dialog opens. */
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
