import { getZoneName } from '#src/lib/format/dates.ts';
import { useState } from 'react';
import type { BlacklistedSubscriptionAct } from '#api/domain/enums.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { formatUser, getShortName, listLiveSubscriptions } from '#src/features/users/user-labels.ts';
import { getDomain, isSharedDomain, toBaseAddress } from '#api/domain/base-address.ts';
import type { Blacklisting } from '#src/features/users/users-api.ts';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { BlacklistFacts } from './BlacklistFacts.tsx';
import { BlacklistFields, type BlacklistValues, NO_VALUES } from './BlacklistFields.tsx';
import { isEndMissing, toEnd } from './EndChoice.tsx';
import { MadeKeys } from './MadeKeys.tsx';
import { getDefaultAct, SubscriptionActField } from './SubscriptionActField.tsx';

type Props = {
  user: UserDetailJson;
  isOpen: boolean;
  onBlacklist: (blacklisting: Blacklisting) => Promise<void>;
  onClose: () => void;
};

/** Asks why and until when a user is blacklisted. Closing asks first when something is typed. */
export function BlacklistDialog({ isOpen, ...form }: Props) {
  return (
    <Modal isOpen={isOpen} title={`Blacklist ${formatUser(form.user)}?`} onClose={form.onClose}>
      <BlacklistForm {...form} />
    </Modal>
  );
}

/** Mounted again each time the dialog opens. */
function BlacklistForm({ user, onBlacklist, onClose }: Omit<Props, 'isOpen'>) {
  const [values, setValues] = useState(NO_VALUES);
  const [chosen, setChosen] = useState<BlacklistedSubscriptionAct | null>(null);
  const hasSubscription = listLiveSubscriptions(user).length > 0;
  const act = hasSubscription ? (chosen ?? getDefaultAct(values)) : 'keep';
  const [scope, setScope] = useState<Scope>('');
  const [keepKeys, setKeepKeys] = useState<number[]>([]);
  const form = useFormSubmit(
    () =>
      onBlacklist({
        reason: values.reason.trim(),
        blacklistedUntil: toEnd(values),
        subscriptions: act,
        ...(scope && { scope }),
        ...(keepKeys.length > 0 && { keepKeys }),
      }),
    () => findIssues(values),
  );
  const name = getShortName(user);
  return (
    <DialogForm
      form={form}
      firstField="textarea"
      isDirty={values.reason !== '' || values.day !== ''}
      failure="Failed to blacklist user"
      submitLabel="Blacklist"
      busyLabel="Blacklisting..."
      isDestructive
      onClose={onClose}
    >
      <BlacklistFields
        values={values}
        onChange={setValues}
        reasonHint={`${name} sees it when signing in`}
        dayHint={`${name} can sign in again from midnight at the end of this day, ${getZoneName()}.`}
        issues={{ reason: form.getIssue('reason'), day: form.getIssue('blacklistedUntil') }}
      />
      <SelectField
        label="Who can’t sign up any more"
        options={listScopes(user.email)}
        value={scope}
        onChange={(event) => setScope(event.currentTarget.value as Scope)}
      />
      {hasSubscription && <SubscriptionActField value={act} onChange={setChosen} />}
      <MadeKeys userId={user.id} name={name} kept={keepKeys} onChange={setKeepKeys} />
      <BlacklistFacts user={user} act={act} />
    </DialogForm>
  );
}

const findIssues = (values: BlacklistValues): Record<string, string> => ({
  ...(values.reason.trim() === '' && { reason: 'Please provide a reason for blacklisting' }),
  ...(isEndMissing(values) && { blacklistedUntil: 'Choose the last day, today or later.' }),
});

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
