import { useState } from 'react';
import { EXTENSION_DAYS_MAX } from '#api/domain/field-limits.ts';
import type { SubscriptionSummaryJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { formatPlan, formatUser, getShortName } from '#src/features/users/user-labels.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type FormProps = {
  user: UserDetailJson;
  subscription: SubscriptionSummaryJson;
  onExtend: (subscription: SubscriptionSummaryJson, days: number) => Promise<void>;
  onClose: () => void;
};

type Props = Omit<FormProps, 'subscription'> & {
  /** Null while it does not ask. */
  subscription: SubscriptionSummaryJson | null;
};

/** Asks by how many days a subscription is extended, and says when the next payment is then. */
export function ExtendDialog({ subscription, ...form }: Props) {
  const plan = subscription ? formatPlan(subscription.product_name, subscription.plan_name) : '';
  return (
    <Modal isOpen={subscription !== null} title={`Extend ${plan} of ${formatUser(form.user)}`} onClose={form.onClose}>
      {subscription && <ExtendForm {...form} subscription={subscription} />}
    </Modal>
  );
}

/** Mounted again each time the dialog opens. */
function ExtendForm({ user, subscription, onExtend, onClose }: FormProps) {
  const [typed, setTyped] = useState('30');
  const days = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0;
  const isPossible = days >= 1 && days <= EXTENSION_DAYS_MAX;
  const form = useFormSubmit(
    async () => {
      await onExtend(subscription, days);
      onClose();
    },
    () => (isPossible ? {} : { days: `Enter a number of days from 1 to ${EXTENSION_DAYS_MAX}.` }),
  );
  const end = Date.parse(subscription.current_period_end);
  const name = getShortName(user);
  const isTrial = subscription.status === 'trialing';
  return (
    <DialogForm
      form={form}
      isDirty={typed !== '30'}
      failure="The subscription wasn’t extended"
      submitLabel="Extend"
      busyLabel="Extending..."
      onClose={onClose}
    >
      <TextField
        label="Days free of charge"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={form.getIssue('days')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p aria-live="polite">
        {isTrial ? 'The trial ends' : 'The next payment is'} on {formatLongDate(subscription.current_period_end)}.
        {isPossible &&
          ` ${isTrial ? 'Its end' : 'It'} moves to ${formatLongDate(new Date(end + days * DAY_MS).toISOString())}.`}
      </p>
      <ul className="facts">
        <li>
          <Icon name="credit-card" />
          Nothing is charged or credited. Later periods are counted from the new day.
        </li>
        <li>
          <Icon name="calendar-clock" />
          {isTrial
            ? 'The first payment moves with it.'
            : 'Until the new day, other plans and seats can only begin with that payment.'}
        </li>
        <li>
          <Icon name="mail" />
          {isTrial ? 'The end' : 'The payment'} moves in 30 seconds, and {name} gets an email. Until then you can undo
          this.
        </li>
      </ul>
    </DialogForm>
  );
}
