import { formatPrice } from '#api/domain/money.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { PlanSummary, ProductSummary } from './catalogue-api.ts';

/** As visitors read it: 'US$10 per month', 'Free'. */
export const formatPlanPrice = (price: number, currency: string): string =>
  price === 0 ? 'Free' : `${formatPrice(price, currency)} per month`;

export const formatListedPrice = ({ price, currency }: PlanSummary): string =>
  price === null ? 'No price yet' : formatPlanPrice(price, currency);

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

/** Of a product without plans. */
export const formatNoPlans = ({ waiting_count: count }: ProductSummary): string =>
  count === 0
    ? 'No plans yet.'
    : `No plans yet. ${formatCount(count, 'person', 'people')} ${count === 1 ? 'is' : 'are'} on the waiting list.`;
