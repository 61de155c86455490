import { findFreePlan, findProduct, formatPlanName, hasSeveralPaidPlans } from '#api/domain/catalogue.ts';
import type { Plan } from '#api/domain/catalogue-types.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { describeAllowance, getPricingPath, hasPaidPlan } from '../subscription-model.ts';

type Props = {
  productId: number;
  /** The subscription that ended last. */
  ended: SubscriptionJson | null;
  /** Other products stand beside it, so this one is named. */
  isOneOfSeveral: boolean;
};

/** Without a subscription: what is free, and the way to the plans. */
export function NoPlan({ productId, ended, isOneOfSeveral }: Props) {
  const free = findFreePlan(productId);
  const productName = findProduct(productId)?.name ?? '';
  return (
    <div className="no-plan">
      <h2>{formatHeading(productName, ended, isOneOfSeveral)}</h2>
      {ended && (
        <p>
          It ended on {formatLongDate(ended.ended_at ?? ended.current_period_end)}
          {ended.is_ended_unpaid && ' because we couldn’t take your payment'}. Nothing more is charged.
        </p>
      )}
      {free && <p>{describeFreePlan(free)}</p>}
      {hasPaidPlan(productId) ? (
        <a className="button button-primary" href={getPricingPath(productId)}>
          {hasSeveralPaidPlans(productId) ? `See the ${productName} plans` : `Subscribe to ${productName}`}
        </a>
      ) : (
        <p>There are no plans to choose from yet.</p>
      )}
    </div>
  );
}

/** 'Starter is free: 10 pages, 1 GB.'; without limits and features only that it is free. */
function describeFreePlan({ planName, features }: Plan): string {
  const included = describeAllowance(planName) ?? features.join(', ');
  return included === '' ? `${planName} is free.` : `${planName} is free: ${included}.`;
}

function formatHeading(productName: string, ended: SubscriptionJson | null, isOneOfSeveral: boolean): string {
  if (ended)
    return `Your ${isOneOfSeveral ? formatPlanName(productName, ended.plan_name) : ended.plan_name} subscription has ended`;
  return `You don’t have a subscription${isOneOfSeveral ? ` to ${productName}` : ''}`;
}
