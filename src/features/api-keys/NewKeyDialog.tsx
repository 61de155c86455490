import { useLayoutEffect, useState } from 'react';
import { API_KEY_NAME_MAX, type ApiScope, apiScopes, scopeWords } from '#api/domain/api-keys.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { ShownSecret } from './ShownSecret.tsx';

type NewKey = { name: string; scopes: ApiScope[] };
type Props = {
  isOpen: boolean;
  /** Returns the key. @throws what the server refuses. */
  onSave: (key: NewKey) => Promise<string>;
  onClose: () => void;
};

/** Makes an API key, and shows it this once. */
export function NewKeyDialog({ isOpen, ...props }: Props) {
  const [isDirty, setDirty] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  useUnsavedWarning(isDirty);
  const close = () => {
    setKey(null);
    props.onClose();
  };
  return (
    <Modal isOpen={isOpen} title={key === null ? 'New API key' : 'Your new key'} isDirty={isDirty} onClose={close}>
      {key === null ? (
        <NewKeyForm onSave={(values) => props.onSave(values).then(setKey)} onClose={close} onDirty={setDirty} />
      ) : (
        <ShownSecret noun="key" secret={key} onClose={close} />
      )}
    </Modal>
  );
}

type FormProps = {
  onSave: (key: NewKey) => Promise<void>;
  onClose: () => void;
  onDirty: (isDirty: boolean) => void;
};

/** Mounted again each time the dialog opens. */
function NewKeyForm({ onSave, onClose, onDirty }: FormProps) {
  const [{ name, scopes }, setValues] = useState<NewKey>({ name: '', scopes: [] });
  const { form, submit, isBusy, error, getIssue } = useFormSubmit(
    () => onSave({ name, scopes }),
    () => findIssues({ name, scopes }),
  );
  const isDirty = name !== '' || scopes.length > 0;
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    form.current?.querySelector('[name=name]')?.setAttribute('autofocus', '');
  }, [form]);
  useLayoutEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const scopeIssue = getIssue('scopes');
  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <TextField
        label="Name"
        name="name"
        hint="Where it is used, such as ‘Release notes’."
        maxLength={API_KEY_NAME_MAX}
        autoComplete="off"
        value={name}
        error={getIssue('name')}
        onChange={({ currentTarget }) => setValues({ name: currentTarget.value, scopes })}
      />
      <fieldset className="key-scopes" aria-describedby={scopeIssue ? 'key-scopes-issue' : undefined}>
        <legend>Permissions</legend>
        {apiScopes.map((scope, at) => (
          <CheckField
            key={scope}
            label={scopeWords[scope].label}
            hint={scopeWords[scope].hint}
            checked={scopes.includes(scope)}
            aria-invalid={scopeIssue && at === 0 ? true : undefined}
            onChange={({ currentTarget }) =>
              setValues({
                name,
                scopes: currentTarget.checked ? [...scopes, scope] : scopes.filter((each) => each !== scope),
              })
            }
          />
        ))}
        {scopeIssue && (
          <p className="field-error" id="key-scopes-issue">
            {scopeIssue}
          </p>
        )}
      </fieldset>
      <p className="field-hint">
        It acts in your name, and stops when you lose your role. Entitlements can be asked for even then.
      </p>
      {error && (
        <Notice tone="error" title="Failed to make the key">
          {error}
        </Notice>
      )}
      <div className="form-actions">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy} busyLabel="Making...">
          Make key
        </Button>
      </div>
    </form>
  );
}

/** The words of the server, without asking it. */
const findIssues = ({ name, scopes }: NewKey): Record<string, string> => ({
  ...(name.trim() === '' && { name: 'Enter a name.' }),
  ...(scopes.length === 0 && { scopes: 'Choose what the key may do.' }),
});
