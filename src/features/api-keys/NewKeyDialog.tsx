import { useState } from 'react';
import { API_KEY_NAME_MAX, type ApiScope, apiScopes, scopeWords } from '#api/domain/api-keys.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { SecretDialog, type SecretDialogProps } from './SecretDialog.tsx';

type NewKey = { name: string; scopes: ApiScope[] };

/** Makes an API key, and shows it this once. */
export const NewKeyDialog = (props: SecretDialogProps<NewKey>) => (
  <SecretDialog {...props} title="New API key" secretTitle="Your new key" noun="key">
    {(onSave, onClose) => <NewKeyForm onSave={onSave} onClose={onClose} />}
  </SecretDialog>
);

type FormProps = {
  onSave: (key: NewKey) => Promise<void>;
  onClose: () => void;
};

function NewKeyForm({ onSave, onClose }: FormProps) {
  const [{ name, scopes }, setValues] = useState<NewKey>({ name: '', scopes: [] });
  const form = useFormSubmit(
    () => onSave({ name, scopes }),
    () => findIssues({ name, scopes }),
  );
  const scopeIssue = form.getIssue('scopes');
  return (
    <DialogForm
      form={form}
      isDirty={name !== '' || scopes.length > 0}
      failure="Failed to make the key"
      submitLabel="Make key"
      busyLabel="Making..."
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        hint="Where it is used, such as ‘Release notes’."
        maxLength={API_KEY_NAME_MAX}
        autoComplete="off"
        value={name}
        error={form.getIssue('name')}
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
        It acts in your name, as far as your role goes. If you lose the role, it ends unless an admin keeps it.
      </p>
    </DialogForm>
  );
}

/** The words of the server, without asking it. */
const findIssues = ({ name, scopes }: NewKey): Record<string, string> => ({
  ...(name.trim() === '' && { name: 'Enter a name.' }),
  ...(scopes.length === 0 && { scopes: 'Choose what the key may do.' }),
});
