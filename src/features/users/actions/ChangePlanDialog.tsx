import { useState } from 'react';
import { findPlan, listPaidPlans } from '#api/domain/catalogue.ts';
import { formatCents } from '#api/domain/money.ts';
import type { ChangePreviewJson, SubscriptionSummaryJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { formatPlan, formatUser, getShortName } from '#src/features/users/user-labels.ts';
import { previewPlanChange } from '#src/features/users/users-api.ts';

type FormProps = {
  user: UserDetailJson;
  subscription: SubscriptionSummaryJson;
  onChange: (subscription: SubscriptionSummaryJson, planName: string, preview: ChangePreviewJson) => Promise<void>;
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
  const [planName, setPlanName] = useState('');
  const { stripe_subscription_id: id } = subscription;
  const preview = useQuery(planName === '' ? null : `preview ${id} ${planName}`, (signal) =>
    previewPlanChange({ userId: user.id, subscriptionId: id, planName }, signal),
  );
  const form = useFormSubmit(
    async () => {
      if (!preview.value) return;
      await onChange(subscription, planName, preview.value);
      onClose();
    },
    () => (planName === '' ? { planName: 'Choose a plan.' } : {}),
  );
  return (
    <DialogForm
      form={form}
      isDirty={planName !== ''}
      failure="The plan wasn’t changed"
      submitLabel={preview.value?.due_now ? `Charge ${formatDue(preview.value)}` : 'Change plan'}
      busyLabel="Changing..."
      canSubmit={planName === '' || preview.value !== null}
      onClose={onClose}
    >
      <SelectField
        label="New plan"
        options={listOptions(subscription)}
        value={planName}
        error={form.getIssue('planName')}
        onChange={(event) => setPlanName(event.currentTarget.value)}
      />
      {preview.error !== null && <Notice tone="error">{preview.error}</Notice>}
      {preview.value && <ChangeFacts name={getShortName(user)} preview={preview.value} />}
    </DialogForm>
  );
}

const formatDue = ({ due_now, currency }: ChangePreviewJson) => formatCents(due_now, currency);

function ChangeFacts({ name, preview }: { name: string; preview: ChangePreviewJson }) {
  const isNow = preview.direction === 'upgrade';
  return (
    <ul className="facts" aria-live="polite">
      <li>
        <Icon name="calendar-clock" />
        {isNow ? 'It begins now.' : `It begins on ${formatLongDate(preview.effective_at)}, with the next period.`}
      </li>
      <li>
        <Icon name="credit-card" />
        {preview.due_now > 0 ? `${name} is charged ${formatDue(preview)} now. ` : 'Nothing is charged now. '}
        Next payment: {formatCents(preview.next_payment, preview.currency)} on {formatLongDate(preview.next_payment_at)}
        .
      </li>
      <li>
        <Icon name="rotate-ccw" />
        {isNow
          ? 'A change that begins now can’t be undone. What was charged can be refunded under Payments.'
          : 'You can take it back until it begins.'}
      </li>
      <li>
        <Icon name="mail" />
        {name} gets an email that says that it was changed for them.
      </li>
    </ul>
  );
}

/** Other plans of the product that are sold. */
const listOptions = ({ product_id, plan_name }: SubscriptionSummaryJson) => [
  { value: '', label: 'Choose a plan' },
  ...listPaidPlans()
    .filter((plan) => plan.productId === product_id && plan.key !== findPlan(plan_name)?.key)
    .map((plan) => ({ value: plan.planName, label: plan.planName })),
];
