import { getZoneName } from '#src/lib/format/dates.ts';
import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { ApiError, formatError } from '#src/lib/api-client.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { formatUser, getShortName } from '#src/features/users/user-labels.ts';
import { getDomain, isSharedDomain, toBaseAddress } from '#api/domain/base-address.ts';
import type { Blacklisting } from '#src/features/users/users-api.ts';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { BlacklistFacts } from './BlacklistFacts.tsx';
import { BlacklistFields, type BlacklistValues, isEndMissing, NO_VALUES, toEnd } from './BlacklistFields.tsx';

const MISSING_REASON = 'Please provide a reason for blacklisting';

type Props = {
  user: UserDetailJson;
  isOpen: boolean;
  onBlacklist: (blacklisting: Blacklisting) => Promise<void>;
  onClose: () => void;
};

/** Asks why and until when a user is blacklisted. Closing asks first when something is typed. */
export function BlacklistDialog({ user, isOpen, onBlacklist, onClose }: Props) {
  const [isDirty, setDirty] = useState(false);
  useUnsavedWarning(isOpen && isDirty);
  return (
    <Modal isOpen={isOpen} title={`Blacklist ${formatUser(user)}?`} isDirty={isDirty} onClose={onClose}>
      <BlacklistForm user={user} onBlacklist={onBlacklist} onClose={onClose} onDirty={setDirty} />
    </Modal>
  );
}

type FormProps = Omit<Props, 'isOpen'> & { onDirty: (isDirty: boolean) => void };

/** Mounted again each time the dialog opens. */
function BlacklistForm({ user, onBlacklist, onClose, onDirty }: FormProps) {
  const [values, setValues] = useState(NO_VALUES);
  const [isCancelling, setCancelling] = useState(false);
  const [scope, setScope] = useState<Scope>('');
  const form = useRef<HTMLFormElement>(null);
  const { submit, isBusy, error, issues } = useBlacklistForm(form, onBlacklist);
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    form.current?.querySelector('textarea')?.setAttribute('autofocus', '');
  }, []);
  useEffect(() => {
    onDirty(values.reason !== '' || values.day !== '');
    return () => onDirty(false);
  }, [values, onDirty]);
  const name = getShortName(user);
  return (
    <form
      className="form"
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event, { ...values, isCancelling, scope })}
    >
      <BlacklistFields
        values={values}
        onChange={setValues}
        reasonHint={`${name} sees it when signing in`}
        dayHint={`${name} can sign in again from midnight at the end of this day, ${getZoneName()}.`}
        issues={issues}
      />
      <SelectField
        label="Who can’t sign up any more"
        options={listScopes(user.email)}
        value={scope}
        onChange={(event) => setScope(event.currentTarget.value as Scope)}
      />
      <BlacklistFacts user={user} isCancelling={isCancelling} onCancel={setCancelling} />
      {error && (
        <Notice tone="error" title="Failed to blacklist user">
          {error}
        </Notice>
      )}
      <div className="form-actions">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" isBusy={isBusy} busyLabel="Blacklisting...">
          Blacklist
        </Button>
      </div>
    </form>
  );
}

/** Empty for the address alone. */
type Scope = '' | NonNullable<Blacklisting['scope']>;

function listScopes(email: string): { value: Scope; label: string }[] {
  const [local, domain] = [toBaseAddress(email).replace(/@.*$/, ''), getDomain(email)];
  const scopes: { value: Scope; label: string }[] = [
    { value: '', label: 'This address only' },
    { value: 'base_address', label: `Every form of it, such as ${local}+1@${domain}` },
  ];
  if (!isSharedDomain(domain)) scopes.push({ value: 'domain', label: `Everyone new at ${domain}` });
  return scopes;
}

type Values = BlacklistValues & { isCancelling: boolean; scope: Scope };
type Issues = { reason?: string | undefined; day?: string | undefined };

/** Sends the form once it is complete. The first field with an error gets the focus. */
function useBlacklistForm(form: { current: HTMLFormElement | null }, onBlacklist: Props['onBlacklist']) {
  const [isBusy, setBusy] = useState(false);
  const [issues, setIssues] = useState<Issues>({});
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (issues.reason || issues.day) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [issues, form]);

  const submit = async (event: SubmitEvent, values: Values) => {
    event.preventDefault();
    if (isBusy) return;
    const found = findIssues(values);
    setIssues(found);
    setError(null);
    if (found.reason || found.day) return;
    setBusy(true);
    try {
      const blacklistedUntil = toEnd(values);
      const { reason, isCancelling: cancelSubscriptions, scope } = values;
      await onBlacklist({ reason: reason.trim(), blacklistedUntil, cancelSubscriptions, ...(scope && { scope }) });
    } catch (cause) {
      const getIssue = (path: string) => (cause instanceof ApiError ? cause.getIssue(path) : undefined);
      const refused = { reason: getIssue('reason'), day: getIssue('blacklistedUntil') };
      setIssues(refused);
      if (!refused.reason && !refused.day) setError(formatError(cause));
    } finally {
      setBusy(false);
    }
  };
  return { submit, isBusy, issues, error };
}

const findIssues = (values: Values): Issues => ({
  reason: values.reason.trim() === '' ? MISSING_REASON : undefined,
  day: isEndMissing(values) ? 'Choose the last day, today or later.' : undefined,
});
