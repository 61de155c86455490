import { useEffect, useRef } from 'react';
import { type PlanName, paidPlans } from '#api/domain/catalogue.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { formatPrice } from '#api/domain/money.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';

type Props = { current: SubscriptionJson; selected: PlanName; onSelect: (planName: PlanName) => void };

/** The plans of the product; the current one and one that is already scheduled can't be chosen. */
export function PlanChoice({ current, selected, onSelect }: Props) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  // The dialog would focus the first plan, which may be another than the chosen one.
  useEffect(() => {
    fieldset.current?.querySelector(':checked')?.setAttribute('autofocus', '');
  }, []);
  return (
    <fieldset ref={fieldset} className="choices">
      <legend className="visually-hidden">Plan</legend>
      {paidPlans
        .filter(({ productId }) => productId === current.product_id)
        .map(({ planName, price, currency, badge, features }) => {
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
                <small>{features[0]}</small>
              </span>
              <span className="amount">{formatPrice(price, currency)}</span>
            </label>
          );
        })}
    </fieldset>
  );
}
