import { findPlan, findPrice, getPlanName, isFreePlan, type PlanTerms } from './catalogue.ts';
import type { Plan, PlanInterval, PlanLimit } from './catalogue-types.ts';
import { formatPrice } from './money.ts';
import { formatNumber } from './numbers.ts';
import { formatCount } from './plurals.ts';

/** 'US$10 per month', 'US$10 per month or US$100 per year'; 'free' for a plan without a price. */
export const formatPlanPrices = (plan: Pick<Plan, 'prices' | 'currency'>): string =>
  isFreePlan(plan)
    ? 'free'
    : plan.prices.map(({ interval, amount }) => `${formatPrice(amount, plan.currency)} per ${interval}`).join(' or ');

/** 'Crew', 'Crew by the year' of a plan that is sold by both intervals: which of its prices is meant. */
export const formatPricedPlan = (plan: Pick<Plan, 'planName' | 'prices'>, interval: PlanInterval): string =>
  plan.prices.length > 1 && findPrice(plan, interval) ? `${plan.planName} by the ${interval}` : plan.planName;

/** 'Crew', 'Crew by the year with 3 seats': as much as tells what somebody has from what else they could have of the plan. */
export function formatPlanTerms({ plan: key, interval, quantity }: PlanTerms): string {
  const plan = findPlan(key);
  const name = plan ? formatPricedPlan(plan, interval) : getPlanName(key);
  if (quantity === 1 && !plan?.sellsSeats) return name;
  return `${name} with ${formatCount(quantity, 'seat')}`;
}

/** 'per month', 'per seat and month': what one price of a plan is for. */
export const formatPriceUnit = ({ sellsSeats }: Pick<Plan, 'sellsSeats'>, interval: PlanInterval): string =>
  `per ${sellsSeats ? 'seat and ' : ''}${interval}`;

type WordedLimit = Pick<PlanLimit, 'name' | 'number' | 'unit'>;

/** '10', '100 GB'; 'No limit' where none is set. */
export const formatLimitNumber = ({ number, unit }: Pick<PlanLimit, 'number' | 'unit'>): string =>
  number === null ? 'No limit' : [formatNumber(number), unit].filter(Boolean).join(' ');

/** 'Generations per month: 10'. */
export const formatLimit = (limit: WordedLimit): string => `${limit.name}: ${formatLimitNumber(limit)}`;

/** The limits whose number none of the plan’s lines says already. */
export const listUntoldLimits = <Limit extends WordedLimit>(
  limits: readonly Limit[],
  lines: readonly string[],
): Limit[] => limits.filter((limit) => !lines.some((line) => saysNumber(line, formatLimitNumber(limit))));

/** ‘100’ isn’t said by ‘100,000 words’. */
const saysNumber = (line: string, number: string): boolean =>
  line
    .split(number)
    .some(
      (before, at, parts) => at < parts.length - 1 && !/[\d.,]$/.test(before) && !/^[.,]?\d/.test(parts[at + 1] ?? ''),
    );
