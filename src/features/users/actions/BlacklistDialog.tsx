import { getZoneName } from '#src/lib/format/dates.ts';
import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { ApiError, formatError } from '#src/lib/api-client.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { formatUser, getShortName } from '#src/features/users/user-labels.ts';
import { getDomain, isSharedDomain, toBaseAddress } from '#api/domain/base-address.ts';
import type { Blacklisting } from '#src/features/users/users-api.ts';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { toCompanyDay, toEndOfDay } from './blacklist-end.ts';
import { BlacklistFacts } from './BlacklistFacts.tsx';
import { RadioChoice } from './RadioChoice.tsx';

export const REASON_MAX_LENGTH = 1_000;
export const ENDS = [
  { value: 'never', label: 'Permanent', note: 'Until an admin removes it.' },
  { value: 'day', label: 'On a day', note: 'It ends by itself.' },
] as const;
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
  const [reason, setReason] = useState('');
  const [isPermanent, setPermanent] = useState(true);
  const [day, setDay] = useState('');
  const [isCancelling, setCancelling] = useState(false);
  const [scope, setScope] = useState<Scope>('');
  const form = useRef<HTMLFormElement>(null);
  const { submit, isBusy, error, issues } = useBlacklistForm(form, onBlacklist);
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    form.current?.querySelector('textarea')?.setAttribute('autofocus', '');
  }, []);
  useEffect(() => {
    onDirty(reason !== '' || day !== '');
    return () => onDirty(false);
  }, [reason, day, onDirty]);
  const name = getShortName(user);
  return (
    <form
      className="form"
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event, { reason, isPermanent, day, isCancelling, scope })}
    >
      <TextArea
        label="Reason"
        hint={`${name} sees it when signing in`}
        value={reason}
        error={issues.reason}
        maxLength={REASON_MAX_LENGTH}
        required
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <RadioChoice
        legend="Ends"
        options={ENDS}
        value={isPermanent ? 'never' : 'day'}
        onChange={(end) => setPermanent(end === 'never')}
      />
      {!isPermanent && (
        <TextField
          type="date"
          label="Last day"
          hint={`${name} can sign in again from midnight at the end of this day, ${getZoneName()}.`}
          value={day}
          min={toCompanyDay(Date.now())}
          error={issues.blacklistedUntil}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      )}
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

type Values = { reason: string; isPermanent: boolean; day: string; isCancelling: boolean; scope: Scope };
type Issues = { reason?: string | undefined; blacklistedUntil?: string | undefined };

/** Sends the form once it is complete. The first field with an error gets the focus. */
function useBlacklistForm(form: { current: HTMLFormElement | null }, onBlacklist: Props['onBlacklist']) {
  const [isBusy, setBusy] = useState(false);
  const [issues, setIssues] = useState<Issues>({});
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (issues.reason || issues.blacklistedUntil)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [issues, form]);

  const submit = async (event: SubmitEvent, values: Values) => {
    event.preventDefault();
    if (isBusy) return;
    const found = findIssues(values);
    setIssues(found);
    setError(null);
    if (found.reason || found.blacklistedUntil) return;
    setBusy(true);
    try {
      const blacklistedUntil = values.isPermanent ? null : toEndOfDay(values.day);
      const { reason, isCancelling: cancelSubscriptions, scope } = values;
      await onBlacklist({ reason: reason.trim(), blacklistedUntil, cancelSubscriptions, ...(scope && { scope }) });
    } catch (cause) {
      const getIssue = (path: string) => (cause instanceof ApiError ? cause.getIssue(path) : undefined);
      const refused = { reason: getIssue('reason'), blacklistedUntil: getIssue('blacklistedUntil') };
      setIssues(refused);
      if (!refused.reason && !refused.blacklistedUntil) setError(formatError(cause));
    } finally {
      setBusy(false);
    }
  };
  return { submit, isBusy, issues, error };
}

const findIssues = ({ reason, isPermanent, day }: Values): Issues => ({
  reason: reason.trim() === '' ? MISSING_REASON : undefined,
  blacklistedUntil: isPermanent || day >= toCompanyDay(Date.now()) ? undefined : 'Choose the last day, today or later.',
});
