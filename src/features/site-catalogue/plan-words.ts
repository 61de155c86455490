import { formatPrice } from '#api/domain/money.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { PlanSummary, ProductSummary } from './catalogue-api.ts';

type Price = { price: number; currency: string; interval: PlanSummary['interval'] };

/** As visitors read it: 'US$10 per month', 'Free'. */
export const formatPlanPrice = ({ price, currency, interval }: Price): string =>
  price === 0 ? 'Free' : `${formatPrice(price, currency)} per ${interval}`;

export const formatListedPrice = ({ price, currency, interval }: PlanSummary): string =>
  price === null ? 'No price yet' : formatPlanPrice({ price, currency, interval });

/** Why a row differs from what visitors see; '' where it doesn’t. */
export function formatDraftState({ status }: PlanSummary | ProductSummary): string {
  if (status === 'live') return '';
  return status === 'new' ? 'Not public yet' : 'Changes not published';
}

/** Who has an archived plan. */
export function formatKeepers(count: number): string {
  if (count === 0) return 'No one has it';
  return count === 1
    ? '1 person keeps it at this price'
    : `${formatCount(count, 'person', 'people')} keep it at this price`;
}

/** What archiving a plan means for those who have it. */
export function formatArchiveConsequence({ subscriber_count: count }: PlanSummary): string {
  if (count === 0) return 'No one has it.';
  if (count === 1) return 'The person on it keeps it at the same price until they change or cancel.';
  return `The ${formatCount(count, 'person', 'people')} on it keep it at the same price until they change or cancel.`;
}

/** What a new price means for those who have a plan. */
export function formatPayers({ subscriber_count: count }: PlanSummary): string {
  if (count === 0) return '';
  if (count === 1) return 'The person on it keeps the price that they pay.';
  return `The ${formatCount(count, 'person', 'people')} on it keep the price that they pay.`;
}

/** Of a product without plans. */
export const formatNoPlans = ({ waiting_count: count }: ProductSummary): string =>
  count === 0
    ? 'No plans yet.'
    : `No plans yet. ${formatCount(count, 'person', 'people')} ${count === 1 ? 'is' : 'are'} on the waiting list.`;
