import { useState } from 'react';
import { formatCents } from '#api/domain/money.ts';
import type { SubscriptionSummaryJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { formatDiscounts, formatInterval, formatSubscriptionAmount } from '#src/lib/format/subscription-price.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { formatPlan, formatUser, getShortName } from '#src/features/users/user-labels.ts';
import type { CancelTime } from '#src/features/users/users-api.ts';
import { RadioChoice } from '#src/ui/forms/RadioChoice.tsx';

/** What is asked about a subscription; `end`: it is to end with its period already; `keep`: its plan is to change. */
export type SubscriptionPrompt = {
  act: 'cancel' | 'end' | 'reactivate' | 'keep' | 'extend' | 'coupon' | 'change';
  subscription: SubscriptionSummaryJson;
};

type Props = {
  user: UserDetailJson;
  /** Null while nothing is asked. */
  prompt: SubscriptionPrompt | null;
  onCancel: (subscription: SubscriptionSummaryJson, when: CancelTime) => Promise<void>;
  onReactivate: (subscription: SubscriptionSummaryJson) => Promise<void>;
  onKeep: (subscription: SubscriptionSummaryJson) => Promise<void>;
  onClose: () => void;
};

/** Asks before a subscription is cancelled or reactivated for its user; says what will happen. */
export function SubscriptionDialogs({ user, prompt, onCancel, onReactivate, onKeep, onClose }: Props) {
  const [chosen, setChosen] = useState<CancelTime>('period_end');
  const close = () => {
    setChosen('period_end');
    onClose();
  };
  const subscription = prompt?.subscription;
  const plan = subscription ? formatPlan(subscription.product_name, subscription.plan_name) : '';
  const name = getShortName(user);
  const end = subscription ? formatLongDate(subscription.current_period_end) : '';
  const discounts = subscription?.price && formatDiscounts(subscription.price);
  const credit = user.credits.find(({ currency }) => currency === subscription?.price?.currency);
  const when = prompt?.act === 'end' ? 'now' : chosen;
  return (
    <>
      <ConfirmDialog
        isOpen={prompt?.act === 'cancel' || prompt?.act === 'end'}
        title={`${prompt?.act === 'end' ? 'End' : 'Cancel'} ${plan} of ${formatUser(user)}?`}
        confirmLabel={when === 'now' ? 'End subscription now' : 'Cancel subscription'}
        cancelLabel={`Keep ${plan}`}
        busyLabel="Cancelling..."
        isDestructive
        onConfirm={async () => {
          if (subscription) await onCancel(subscription, when);
        }}
        onClose={close}
      >
        {prompt?.act === 'cancel' && (
          <RadioChoice
            legend="Ends"
            options={[
              { value: 'period_end', label: 'With its period', note: `${name} keeps it until ${end}.` },
              { value: 'now', label: 'Now', note: 'It can’t be reactivated.' },
            ]}
            value={chosen}
            onChange={setChosen}
          />
        )}
        {prompt?.act === 'end' && <p>It would end on {end}. Ended now, it can’t be reactivated.</p>}
        <p>
          Nothing more is charged, and nothing is refunded: you can do that under Payments. {name} gets an email.
          {subscription?.pending_plan_name && ` The change to ${subscription.pending_plan_name} is cancelled, too.`}
        </p>
        {credit && (
          <p>
            {name} has a credit of {formatCents(credit.amount, credit.currency)}. It stays with the account, and is
            taken off the next purchase in the same currency.
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={prompt?.act === 'reactivate'}
        title={`Reactivate ${plan} of ${formatUser(user)}?`}
        confirmLabel="Reactivate"
        busyLabel="Reactivating..."
        onConfirm={async () => {
          if (subscription) await onReactivate(subscription);
        }}
        onClose={close}
      >
        <p>
          It renews on {end}
          {subscription?.price &&
            ` for ${formatSubscriptionAmount(subscription.price)} ${formatInterval(subscription.price)}`}
          {discounts && ` (${discounts})`}. {name} is charged then, so make sure that this was asked for.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={prompt?.act === 'keep'}
        title={`Take back the change of ${plan} of ${formatUser(user)}?`}
        confirmLabel={`Keep ${subscription?.plan_name ?? ''}`}
        busyLabel="Saving..."
        onConfirm={async () => {
          if (subscription) await onKeep(subscription);
        }}
        onClose={close}
      >
        <p>
          It was to change to {subscription?.pending_plan_name} on {end}. {name} keeps {subscription?.plan_name}{' '}
          instead.
        </p>
      </ConfirmDialog>
    </>
  );
}
