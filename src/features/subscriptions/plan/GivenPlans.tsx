import { formatCount } from '#api/domain/plurals.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import type { OwnComplimentaryJson } from '#api/features/complimentary-plans/complimentary-plans.contract.ts';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';

/** Plans that the company gave to the user free of charge. */
export const GivenPlans = ({ plans }: { plans: readonly OwnComplimentaryJson[] }) =>
  plans.map((plan) => (
    <article key={plan.id} className="plan-card" aria-label={plan.plan_name}>
      <div className="plan-head">
        <h2>{formatPlanName(plan.product_name, plan.plan_name)}</h2>
        <Badge tone="green">free of charge</Badge>
      </div>
      <p>
        {describeGift(plan)} {plan.quantity > 1 && `It has ${formatCount(plan.quantity, 'seat')}. `}
        {plan.ends_at === null ? 'Nothing is charged.' : 'It ends by itself, and nothing is charged.'}
      </p>
    </article>
  ));

/** 'Given to you by Tideworks, until 24 December 2026.' */
const describeGift = ({ ends_at: end }: OwnComplimentaryJson) =>
  `Given to you by ${getSiteFacts().company}${end === null ? '' : `, until ${formatLongDate(end)}`}.`;
