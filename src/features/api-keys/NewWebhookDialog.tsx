import { useLayoutEffect, useState } from 'react';
import { getProducts } from '#api/domain/catalogue.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
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
  const [isDirty, setDirty] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  useUnsavedWarning(isDirty);
  const close = () => {
    setSecret(null);
    props.onClose();
  };
  const title = secret === null ? 'New address for webhooks' : 'The secret that signs them';
  return (
    <Modal isOpen={isOpen} title={title} isDirty={isDirty} onClose={close}>
      {secret === null ? (
        <EndpointForm onSave={(values) => props.onSave(values).then(setSecret)} onClose={close} onDirty={setDirty} />
      ) : (
        <ShownSecret noun="secret" secret={secret} onClose={close} />
      )}
    </Modal>
  );
}

type FormProps = {
  onSave: (endpoint: NewEndpoint) => Promise<void>;
  onClose: () => void;
  onDirty: (isDirty: boolean) => void;
};

/** Mounted again each time the dialog opens. */
function EndpointForm({ onSave, onClose, onDirty }: FormProps) {
  const [url, setUrl] = useState('');
  const [product, setProduct] = useState('');
  const { form, submit, isBusy, error, getIssue } = useFormSubmit(
    () => onSave({ url: url.trim(), product_id: product === '' ? null : Number(product) }),
    () => (/^https:\/\/./i.test(url.trim()) ? {} : { url: 'Enter a web address that starts with https://.' }),
  );
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    form.current?.querySelector('[name=url]')?.setAttribute('autofocus', '');
  }, [form]);
  useLayoutEffect(() => {
    onDirty(url !== '');
    return () => onDirty(false);
  }, [url, onDirty]);
  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <TextField
        label="Address"
        name="url"
        type="url"
        hint="Where your product receives them, on the public internet."
        placeholder="https://"
        autoComplete="off"
        value={url}
        error={getIssue('url')}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <SelectField
        label="About"
        name="product_id"
        value={product}
        error={getIssue('product_id')}
        options={[
          { value: '', label: 'Every product' },
          ...getProducts().map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget }) => setProduct(currentTarget.value)}
      />
      {error && (
        <Notice tone="error" title="Failed to add the address">
          {error}
        </Notice>
      )}
      <div className="form-actions">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy} busyLabel="Adding...">
          Add address
        </Button>
      </div>
    </form>
  );
}
