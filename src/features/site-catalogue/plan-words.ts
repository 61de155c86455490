import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import { formatPrice } from '#api/domain/money.ts';
import { getPlanAmount, listSoldIntervals } from '#api/domain/site-plans.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { PlanSummary, ProductSummary } from './catalogue-api.ts';

type Priced = Pick<PlanSummary, 'price_month' | 'price_year'>;

export const hasPrice = ({ price_month: month, price_year: year }: Priced): boolean => month !== null || year !== null;

/** As visitors read one of its prices: 'US$10 per month'. */
export const formatPlanPrice = (plan: Priced & { currency: string }, interval: PlanInterval): string =>
  `${formatPrice(getPlanAmount(plan, interval) ?? 0, plan.currency)} per ${interval}`;

/** As visitors read them, one for each interval: 'US$10 per month', 'US$100 per year'; 'Free'. */
export function listPrices(plan: Priced & { currency: string }): string[] {
  if (!hasPrice(plan)) return ['No price yet'];
  const prices = listSoldIntervals(plan).map((interval) => formatPlanPrice(plan, interval));
  return prices.length === 0 ? ['Free'] : prices;
}

/** 'US$10 per month or US$100 per year', 'Free'. */
export const formatListedPrice = (plan: Priced & { currency: string }): string => listPrices(plan).join(' or ');

/** '14 days free, per seat': what a plan is sold with besides its prices; '' if nothing. */
export const describeSale = ({ trial_days: days, sells_seats: sellsSeats }: PlanSummary): string =>
  [days ? `${formatCount(days, 'day')} free` : '', sellsSeats ? 'per seat' : ''].filter(Boolean).join(', ');

/** 'the price of Crew', 'the price of Crew by the year' of one that is sold by both intervals. */
export const formatWhichPrice = ({ name }: PlanSummary, interval: PlanInterval, isOneOfTwo: boolean): string =>
  `the price of ${name}${isOneOfTwo ? ` by the ${interval}` : ''}`;

/** Why a row differs from what visitors see; '' where it doesn’t. */
export function formatDraftState({ status }: PlanSummary | ProductSummary): string {
  if (status === 'live') return '';
  return status === 'new' ? 'Not public yet' : 'Changes not published';
}

/** Who has an archived plan. */
export function formatKeepers(count: number): string {
  if (count === 0) return 'No one has it';
  return count === 1
    ? '1 person keeps it at the price they pay'
    : `${formatCount(count, 'person', 'people')} keep it at the price they pay`;
}

/** What archiving a plan means for those who have it. */
export function formatArchiveConsequence({ subscriber_count: count }: PlanSummary): string {
  if (count === 0) return 'No one has it.';
  if (count === 1) return 'The person on it keeps it at the same price until they change or cancel.';
  return `The ${formatCount(count, 'person', 'people')} on it keep it at the same price until they change or cancel.`;
}

/** What a new price by an interval means for those who renew a plan by it. */
export function formatPayers({ renewing_count: counts }: PlanSummary, interval: PlanInterval): string {
  const count = counts[interval];
  if (count === 0) return '';
  if (count === 1) return `The person who pays by the ${interval} keeps their price.`;
  return `The ${formatCount(count, 'person', 'people')} who pay by the ${interval} keep their price.`;
}

/** Of a product without plans. */
export const formatNoPlans = ({ waiting_count: count }: ProductSummary): string =>
  count === 0
    ? 'No plans yet.'
    : `No plans yet. ${formatCount(count, 'person', 'people')} ${count === 1 ? 'is' : 'are'} on the waiting list.`;
