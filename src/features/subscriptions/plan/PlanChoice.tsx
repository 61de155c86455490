import { useEffect, useRef } from 'react';
import { carryQuantity, findPlan, listPaidPlans } from '#api/domain/catalogue.ts';
import type { Plan } from '#api/domain/catalogue-types.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { toMinorUnits } from '#api/domain/money.ts';
import { formatInterval, formatSubscriptionAmount } from '#src/lib/format/subscription-price.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';

type Props = { current: SubscriptionJson; selected: string; onSelect: (planName: string) => void };

/** The plans of the product; the current one and one that is already scheduled can't be chosen. */
export function PlanChoice({ current, selected, onSelect }: Props) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  // The dialog would focus the first plan, which may be another than the chosen one.
  useEffect(() => {
    fieldset.current?.querySelector(':checked')?.setAttribute('autofocus', '');
  }, []);
  const plans = listPaidPlans().filter(({ productId }) => productId === current.product_id);
  const isShared = (feature: string) => plans.every(({ features }) => features.includes(feature));
  return (
    <fieldset ref={fieldset} className="choices">
      <legend className="visually-hidden">Plan</legend>
      {plans.map((plan) => {
        const { planName, badge, features } = plan;
        const isCurrent = planName === current.plan_name;
        const isScheduled = planName === current.pending_plan_name;
        return (
          <label className="choice plan-choice" key={planName}>
            <input
              type="radio"
              name="plan"
              value={planName}
              checked={planName === selected}
              disabled={isCurrent || isScheduled}
              onChange={() => onSelect(planName)}
            />
            <span>
              <strong>{planName}</strong>
              {isCurrent && <Badge tone="grey">Current</Badge>}
              {isScheduled && <Badge tone="grey">Scheduled</Badge>}
              {!isCurrent && !isScheduled && badge && <Badge tone="yellow">{badge}</Badge>}
              <small>{features.find((feature) => !isShared(feature)) ?? features[0]}</small>
            </span>
            <span className="amount">{isCurrent ? formatCurrentPrice(current) : formatPlanPrice(plan, current)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** What is really paid, which the catalogue may not say; nothing until it is known. */
function formatCurrentPrice({ price }: SubscriptionJson): string {
  if (!price) return '';
  const amount = formatSubscriptionAmount(price);
  return price.interval === 'month' && price.interval_count === 1 ? amount : `${amount} ${formatInterval(price)}`;
}

/** The price after a change, which keeps the interval where the plan is sold by it. */
function formatPlanPrice(plan: Plan, current: SubscriptionJson): string {
  const { prices, currency } = plan;
  const price = prices.find(({ interval }) => interval === current.price?.interval) ?? prices[0];
  if (!price) return '';
  const { interval } = price;
  const quantity = carryQuantity(findPlan(current.plan_name), plan, current.price?.quantity ?? 1);
  const amount = formatSubscriptionAmount({ unit_amount: toMinorUnits(price.amount, currency), currency, quantity });
  if (plan.sellsSeats && quantity === 1) return `${amount} per seat${interval === 'month' ? '' : ` and ${interval}`}`;
  return interval === 'month' ? amount : `${amount} per ${interval}`;
}
