import { useState } from 'react';
import { findPlan, listPaidPlans } from '#api/domain/catalogue.ts';
import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import { COMPLIMENTARY_SEATS_MAX } from '#api/domain/field-limits.ts';
import { formatCents } from '#api/domain/money.ts';
import { formatComingPayments } from '#api/domain/payment-words.ts';
import { region } from '#api/domain/region.ts';
import type { ChangePreviewJson, SubscriptionSummaryJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { RadioChoice } from '#src/ui/forms/RadioChoice.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { formatPlan, formatUser, getShortName } from '#src/features/users/user-labels.ts';
import { type ChangeTerms, previewPlanChange } from '#src/features/users/users-api.ts';

type Time = 'now' | 'period_end';

type FormProps = {
  user: UserDetailJson;
  subscription: SubscriptionSummaryJson;
  onChange: (subscription: SubscriptionSummaryJson, terms: ChangeTerms, preview: ChangePreviewJson) => Promise<void>;
  onClose: () => void;
};

type Props = Omit<FormProps, 'subscription'> & {
  /** Null while it does not ask. */
  subscription: SubscriptionSummaryJson | null;
};

/** Asks which plan a user gets, and says what they pay for it, now and next, before it is changed. */
export function ChangePlanDialog({ subscription, ...form }: Props) {
  const plan = subscription ? formatPlan(subscription.product_name, subscription.plan_name) : '';
  return (
    <Modal isOpen={subscription !== null} title={`Change ${plan} of ${formatUser(form.user)}`} onClose={form.onClose}>
      {subscription && <ChangePlanForm {...form} subscription={subscription} />}
    </Modal>
  );
}

/** Mounted again each time the dialog opens. */
function ChangePlanForm({ user, subscription, onChange, onClose }: FormProps) {
  const { stripe_subscription_id: id, plan_name: currentName, price } = subscription;
  const currentInterval: PlanInterval = price?.interval === 'year' ? 'year' : 'month';
  const [planName, setPlanName] = useState(currentName);
  const [chosenInterval, setInterval] = useState<PlanInterval>(currentInterval);
  const [typedSeats, setSeats] = useState(String(price?.quantity ?? 1));
  const [when, setWhen] = useState<Time>('now');
  const plan = findPlan(planName);
  const intervals = plan?.prices.map((each) => each.interval) ?? [];
  const interval = intervals.includes(chosenInterval) ? chosenInterval : (intervals[0] ?? chosenInterval);
  const quantity = plan?.sellsSeats ? readSeats(typedSeats) : 1;
  const isOther = planName !== currentName || interval !== currentInterval || quantity !== (price?.quantity ?? 1);
  const terms = isOther && quantity !== null ? { planName, interval, quantity, when } : null;
  const preview = useQuery(terms && `preview ${id} ${JSON.stringify(terms)}`, (signal) =>
    previewPlanChange({ userId: user.id, subscriptionId: id, ...(terms ?? { planName }) }, signal),
  );
  const form = useFormSubmit(
    async () => {
      if (!preview.value || !terms) return;
      await onChange(subscription, terms, preview.value);
      onClose();
    },
    () => ({
      ...(quantity === null && { quantity: `Enter a number of seats from 1 to ${COMPLIMENTARY_SEATS_MAX}.` }),
      ...(!isOther && { planName: 'Choose another plan, interval or number of seats.' }),
    }),
  );
  return (
    <DialogForm
      form={form}
      isDirty={isOther}
      failure="The plan wasn’t changed"
      submitLabel={preview.value?.due_now ? `Charge ${formatDue(preview.value)}` : 'Change plan'}
      busyLabel="Changing..."
      canSubmit={terms === null || preview.value !== null}
      onClose={onClose}
    >
      <SelectField
        label="Plan"
        options={listOptions(subscription)}
        value={planName}
        error={form.getIssue('planName')}
        onChange={(event) => setPlanName(event.currentTarget.value)}
      />
      {intervals.length > 1 && (
        <SelectField
          label="Paid"
          options={intervals.map((value) => ({ value, label: value === 'year' ? 'By the year' : 'By the month' }))}
          value={interval}
          error={form.getIssue('interval')}
          onChange={(event) => setInterval(event.currentTarget.value as PlanInterval)}
        />
      )}
      {plan?.sellsSeats && (
        <TextField
          label="Seats"
          inputMode="numeric"
          autoComplete="off"
          value={typedSeats}
          error={form.getIssue('quantity')}
          onChange={(event) => setSeats(event.currentTarget.value)}
        />
      )}
      <RadioChoice
        legend="Begins"
        options={[
          { value: 'now', label: 'Now', note: 'The difference is charged, or credited.' },
          { value: 'period_end', label: 'With the next period', note: 'Nothing is charged before.' },
        ]}
        value={when}
        onChange={setWhen}
      />
      {preview.error !== null && <Notice tone="error">{preview.error}</Notice>}
      {preview.value && <ChangeFacts name={getShortName(user)} preview={preview.value} />}
    </DialogForm>
  );
}

const formatDue = ({ due_now, currency }: ChangePreviewJson) => formatCents(due_now, currency);

/** 'US$7.50 on 14 December 2026, then US$10.00 every month from 14 January 2027'. */
function formatNextPayment({ coming_payments: coming, next_payment, next_payment_at, ...preview }: ChangePreviewJson) {
  const { currency, interval } = preview;
  if (coming.length < 2) return `${formatCents(next_payment, currency)} on ${formatLongDate(next_payment_at)}`;
  return formatComingPayments(coming, { currency, interval, interval_count: 1, timeZone: region.timeZone });
}

function ChangeFacts({ name, preview }: { name: string; preview: ChangePreviewJson }) {
  const isNow = preview.when === 'now';
  return (
    <ul className="facts" aria-live="polite">
      <li>
        <Icon name="calendar-clock" />
        {isNow
          ? 'It begins in 30 seconds, when you can’t undo it any more.'
          : `It begins on ${formatLongDate(preview.effective_at)}, with the next period.`}
      </li>
      <li>
        <Icon name="credit-card" />
        {preview.due_now > 0 ? `${name} is charged ${formatDue(preview)} then. ` : 'Nothing is charged now. '}
        Next payment: {formatNextPayment(preview)}.
      </li>
      <li>
        <Icon name="rotate-ccw" />
        {isNow
          ? 'You can undo it until then. What was charged afterwards can be refunded under Payments.'
          : 'You can take it back until it begins.'}
      </li>
      <li>
        <Icon name="mail" />
        {name} gets an email that says that it was changed for them.
      </li>
    </ul>
  );
}

/** Plans of the product that are sold, and the one that the user has. */
const listOptions = ({ product_id, plan_name }: SubscriptionSummaryJson) => [
  { value: plan_name, label: `${plan_name} (now)` },
  ...listPaidPlans()
    .filter((plan) => plan.productId === product_id && plan.planName !== plan_name)
    .map((plan) => ({ value: plan.planName, label: plan.planName })),
];

/** Null for what is no number of seats. */
function readSeats(typed: string): number | null {
  const seats = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0;
  return seats >= 1 && seats <= COMPLIMENTARY_SEATS_MAX ? seats : null;
}
