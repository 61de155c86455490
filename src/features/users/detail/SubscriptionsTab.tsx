import { hasSeveralPaidPlans, listPaidPlans } from '#api/domain/catalogue.ts';
import { isLive } from '#api/domain/entitlements.ts';
import { formatCents } from '#api/domain/money.ts';
import { useState } from 'react';
import type { SubscriptionSummaryJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { formatLongDate, formatPeriod } from '#src/lib/format/dates.ts';
import { formatDiscounts, formatInterval, formatSubscriptionAmount } from '#src/lib/format/subscription-price.ts';
import { useFocusAfterDelete } from '#src/ui/crud/use-focus-after-delete.ts';
import { ProductLabel } from '#src/ui/brand/ProductLabel.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { type RowAction, RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { ChangePlanDialog } from '#src/features/users/actions/ChangePlanDialog.tsx';
import { CouponDialog } from '#src/features/users/actions/CouponDialog.tsx';
import { ExtendDialog } from '#src/features/users/actions/ExtendDialog.tsx';
import { type SubscriptionPrompt, SubscriptionDialogs } from '#src/features/users/actions/SubscriptionDialogs.tsx';
import { formatPlan, getShortName, getStatusTone } from '#src/features/users/user-labels.ts';
import { GivenPlans } from './GivenPlans.tsx';
import type { UserActions } from './use-user-actions.ts';

const COLUMNS = ['Product', 'Plan', 'Price', 'Status', 'Current period', 'Created'];

type Props = {
  user: UserDetailJson;
  /** Whether the viewer may change subscriptions. */
  canBill: boolean;
  actions: UserActions;
};

/** What the user has: plans that were given free of charge, then every subscription. */
export function SubscriptionsTab({ user, canBill, actions }: Props) {
  const give = canBill && listPaidPlans().length > 0 && (
    <Button variant="secondary" onClick={() => actions.ask('give-plan')}>
      Give a plan...
    </Button>
  );
  const hasNothing = user.subscriptions.length === 0 && user.complimentary_plans.length === 0;
  if (hasNothing) {
    return (
      <EmptyState title="No subscriptions" icon="credit-card" action={give || undefined}>
        <p>{getShortName(user)} has never had a paid plan.</p>
      </EmptyState>
    );
  }
  return (
    <div className="plan-tables">
      <GivenPlans user={user} canBill={canBill} onEnd={actions.endGivenPlan} />
      {user.subscriptions.length > 0 && <SubscriptionTable user={user} canBill={canBill} actions={actions} />}
      {user.credits.length > 0 && <p>{describeCredits(user)}</p>}
      {give && <div className="form-actions">{give}</div>}
    </div>
  );
}

/** 'Credit: € 57.67. It’s taken off the next payments in the same currency.' */
const describeCredits = ({ credits }: UserDetailJson): string =>
  `Credit: ${credits.map(({ amount, currency }) => formatCents(amount, currency)).join(' and ')}. It’s taken off the next payments in the same currency.`;

/** Every subscription, those that run first. */
function SubscriptionTable({ user, canBill, actions }: Props) {
  const [prompt, setPrompt] = useState<SubscriptionPrompt | null>(null);
  const close = () => setPrompt(null);
  const asked = (act: SubscriptionPrompt['act']) => (prompt?.act === act ? prompt.subscription : null);
  // The menu of a subscription that has ended is gone.
  const markEnded = useFocusAfterDelete(prompt !== null, '.screen-tabs [aria-current]');
  const rows = user.subscriptions.toSorted((a, b) => Number(isLive(b.status)) - Number(isLive(a.status)));
  return (
    <>
      <table className="admin-table tight-table">
        <caption className="visually-hidden">Subscriptions</caption>
        <TableHead columns={canBill ? [...COLUMNS, 'Actions'] : COLUMNS} />
        <tbody>
          {rows.map((subscription) => (
            <SubscriptionRow
              key={subscription.id}
              subscription={subscription}
              onAsk={canBill ? (act) => setPrompt({ act, subscription }) : null}
            />
          ))}
        </tbody>
      </table>
      <SubscriptionDialogs
        user={user}
        prompt={prompt}
        onCancel={async (subscription, when) => {
          await actions.cancelSubscription(subscription, when);
          if (when === 'now') markEnded();
        }}
        onReactivate={actions.reactivateSubscription}
        onKeep={actions.keepPlan}
        onClose={close}
      />
      <ExtendDialog user={user} subscription={asked('extend')} onExtend={actions.extendSubscription} onClose={close} />
      <CouponDialog
        user={user}
        subscription={asked('coupon')}
        onAdd={actions.addCoupon}
        onRemove={actions.removeCoupon}
        onClose={close}
      />
      <ChangePlanDialog user={user} subscription={asked('change')} onChange={actions.changePlan} onClose={close} />
    </>
  );
}

type RowProps = {
  subscription: SubscriptionSummaryJson;
  /** Null for those who may only read. */
  onAsk: ((act: SubscriptionPrompt['act']) => void) | null;
};

function SubscriptionRow({ subscription, onAsk }: RowProps) {
  const { status, current_period_start: start, current_period_end: end } = subscription;
  const change = describeChange(subscription);
  return (
    <tr>
      <td className="title-cell">
        <ProductLabel name={subscription.product_name} />
      </td>
      <td>{subscription.plan_name}</td>
      <td data-label="Price">
        <Price price={subscription.price} />
      </td>
      <td>
        <Badge tone={getStatusTone(status)}>{status}</Badge>
      </td>
      <td>
        {formatPeriod(start, end)}
        {change && <span className="row-note">{change}</span>}
      </td>
      <td data-label="Created">
        <Time iso={subscription.created_at} isDate />
      </td>
      {onAsk && (
        <td className="menu-cell narrow">
          {isLive(subscription.status) && (
            <RowMenu
              name={formatPlan(subscription.product_name, subscription.plan_name)}
              groups={listActions(subscription, onAsk)}
            />
          )}
        </td>
      )}
    </tr>
  );
}

/** Another plan, interval or number of seats to change to. */
const hasOtherTerms = (productId: number): boolean =>
  hasSeveralPaidPlans(productId) ||
  listPaidPlans().some((plan) => plan.productId === productId && (plan.sellsSeats || plan.prices.length > 1));

function listActions(
  {
    cancel_at_period_end: isCancelled,
    pending_plan_name: pending,
    product_id: productId,
    status,
  }: SubscriptionSummaryJson,
  onAsk: (act: SubscriptionPrompt['act']) => void,
): RowAction[][] {
  if (isCancelled) {
    return [
      [{ label: 'Reactivate...', icon: 'rotate-ccw', onSelect: () => onAsk('reactivate') }],
      [{ label: 'End now...', icon: 'ban', isDestructive: true, onSelect: () => onAsk('end') }],
    ];
  }
  const isPaid = status === 'active' || status === 'trialing';
  const changes: RowAction[] = [];
  if (pending) changes.push({ label: 'Take back the change...', icon: 'rotate-ccw', onSelect: () => onAsk('keep') });
  else if (isPaid) {
    if (hasOtherTerms(productId))
      changes.push({ label: 'Change plan...', icon: 'pencil', onSelect: () => onAsk('change') });
    changes.push({ label: 'Extend...', icon: 'calendar-clock', onSelect: () => onAsk('extend') });
    changes.push({ label: 'Coupons...', icon: 'tag', onSelect: () => onAsk('coupon') });
  }
  const cancel: RowAction = { label: 'Cancel...', icon: 'ban', isDestructive: true, onSelect: () => onAsk('cancel') };
  return changes.length > 0 ? [changes, [cancel]] : [[cancel]];
}

/** What this person pays, which may not be what the plan costs now. */
function Price({ price }: Pick<SubscriptionSummaryJson, 'price'>) {
  if (!price) return <span className="none">Unknown</span>;
  const discounts = formatDiscounts(price);
  return (
    <>
      {formatSubscriptionAmount(price)} {formatInterval(price)}
      {discounts && <span className="row-note">{discounts}</span>}
    </>
  );
}

/** What happens at the end of the period, if the subscription doesn't renew as it is. */
function describeChange(subscription: SubscriptionSummaryJson): string | null {
  if (subscription.ended_at) return `Ended on ${formatLongDate(subscription.ended_at)}`;
  if (!isLive(subscription.status)) return null;
  if (subscription.cancel_at_period_end) return 'Cancelled, ends with this period';
  return subscription.pending_plan_name && `Changes to ${subscription.pending_plan_name} after this period`;
}
