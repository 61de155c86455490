import { useState } from 'react';
import { type CancellationFeedback, cancellationFeedbacks } from '#api/domain/enums.ts';
import { CANCEL_COMMENT_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { formatCents } from '#api/domain/money.ts';
import type { BillingDetailsJson, SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { cancelSubscription, type ChangedSubscription } from '../subscription-api.ts';
import { formatTerms } from '../subscription-model.ts';

const REASONS: Record<CancellationFeedback, string> = {
  too_expensive: 'It’s too expensive',
  missing_features: 'Something is missing',
  switched_service: 'I’m switching to another service',
  unused: 'I don’t use it enough',
  customer_service: 'Customer service was less than I expected',
  too_complex: 'It’s too hard to use',
  low_quality: 'The quality was less than I expected',
  other: 'Another reason',
};
const OPTIONS = [
  { value: '', label: 'Choose a reason' },
  ...cancellationFeedbacks.map((value) => ({ value, label: REASONS[value] })),
];

type Props = {
  user: UserJson;
  subscription: SubscriptionJson;
  credits: BillingDetailsJson['credits'];
  isOpen: boolean;
  onCancelled: (changed: ChangedSubscription) => void;
  onClose: () => void;
};

/** Asks before a subscription is cancelled; the reason and the comment are optional. */
export function CancelDialog({ user, subscription, credits, isOpen, onCancelled, onClose }: Props) {
  const [reason, setReason] = useState<CancellationFeedback | ''>('');
  const [comment, setComment] = useState('');
  const { plan_name, current_period_end, stripe_subscription_id, pending_plan_name, pending, price } = subscription;
  const credit = credits.find(({ currency }) => currency === price?.currency);
  const cancel = async () => {
    const details = { userId: user.id, reason: reason || null, comment: comment.trim() || null };
    onCancelled(await cancelSubscription(stripe_subscription_id, details));
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Cancel ${plan_name}?`}
      confirmLabel="Cancel subscription"
      cancelLabel={`Keep ${plan_name}`}
      busyLabel="Cancelling..."
      failure="Failed to cancel subscription"
      isDestructive
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>
        You keep {plan_name} until {formatLongDate(current_period_end)}. Then it ends, and nothing more is charged.
      </p>
      {pending_plan_name !== null && (
        <p>
          Your change to {pending ? formatTerms(pending.plan_name, pending) : pending_plan_name} is cancelled, too. If
          you reactivate later, you stay on {pending && price ? formatTerms(plan_name, price) : plan_name}.
        </p>
      )}
      {credit && (
        <p>
          You have a credit of {formatCents(credit.amount, credit.currency)}. It stays with your account, and is taken
          off your next purchase in the same currency.
        </p>
      )}
      <SelectField
        label="Why are you leaving? (optional)"
        options={OPTIONS}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value as CancellationFeedback | '')}
      />
      <TextArea
        label="Anything else? (optional)"
        maxLength={CANCEL_COMMENT_MAX_LENGTH}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
