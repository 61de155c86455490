import type { UserDetailJson, UserSubscriptionJson } from '#api/features/users/users.contract.ts';
import { formatLongDate, formatPeriod } from '#src/lib/format/dates.ts';
import { formatDiscounts, formatInterval, formatSubscriptionAmount } from '#src/lib/format/subscription-price.ts';
import { ProductLabel } from '#src/ui/brand/ProductLabel.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { getShortName, getStatusTone, isLive } from '#src/features/users/user-labels.ts';

/** Every subscription, those that run first. */
export function SubscriptionsTab({ user }: { user: UserDetailJson }) {
  if (user.subscriptions.length === 0) {
    return (
      <EmptyState title="No subscriptions" icon="credit-card">
        <p>{getShortName(user)} has never had a paid plan.</p>
      </EmptyState>
    );
  }
  const rows = user.subscriptions.toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)));
  return (
    <table className="admin-table tight-table">
      <caption className="visually-hidden">Subscriptions</caption>
      <TableHead columns={['Product', 'Plan', 'Price', 'Status', 'Current period', 'Created']} />
      <tbody>
        {rows.map((subscription) => (
          <SubscriptionRow key={subscription.id} subscription={subscription} />
        ))}
      </tbody>
    </table>
  );
}

function SubscriptionRow({ subscription }: { subscription: UserSubscriptionJson }) {
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
    </tr>
  );
}

/** What this person pays, which may not be what the plan costs now. */
function Price({ price }: Pick<UserSubscriptionJson, 'price'>) {
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
function describeChange(subscription: UserSubscriptionJson): string | null {
  if (subscription.ended_at) return `Ended on ${formatLongDate(subscription.ended_at)}`;
  if (!isLive(subscription)) return null;
  if (subscription.cancel_at_period_end) return 'Cancelled, ends with this period';
  return subscription.pending_plan_name && `Changes to ${subscription.pending_plan_name} after this period`;
}
