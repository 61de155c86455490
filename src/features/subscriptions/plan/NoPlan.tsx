import { genmatePlans, productIds } from '#api/domain/catalogue.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { describeAllowance, getPricingPath } from '../subscription-model.ts';

type Props = { productId: number; /** The subscription that ended last. */ ended: SubscriptionJson | null };

const starter = genmatePlans.find(({ price }) => price === 0);

/** Without a subscription: what is free, and the way to the plans. */
export function NoPlan({ productId, ended }: Props) {
  const isGenmate = productId === productIds.genmate;
  return (
    <div className="no-plan">
      <h2>{ended ? `Your ${ended.plan_name} subscription has ended` : 'You don’t have a subscription'}</h2>
      {ended && (
        <p>
          It ended on {formatLongDate(ended.ended_at ?? ended.current_period_end)}
          {ended.is_ended_unpaid && ' because we couldn’t take your payment'}. Nothing more is charged, and everything
          you made stays yours.
        </p>
      )}
      {isGenmate && starter && (
        <p>
          {starter.planName} is free: {describeAllowance(starter.planName, ' per month')}.
        </p>
      )}
      <a className="button button-primary" href={getPricingPath(productId)}>
        {isGenmate ? 'See the GenMate plans' : 'Subscribe to TaxMate'}
      </a>
    </div>
  );
}
