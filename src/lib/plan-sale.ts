import type { Plan, PlanInterval } from '#api/domain/catalogue-types.ts';
import type { SiteContent } from '#api/domain/site-content.ts';

/** Whether a plan can be bought by an interval, as far as the last comparison with the payment provider knows. */
export const isPriceSold = ({ unsold }: Pick<SiteContent, 'unsold'>, { key }: Plan, interval: PlanInterval): boolean =>
  !unsold.some((price) => price.planKey === key && price.interval === interval);
