import { formatPrice, toMajorUnits, toMinorUnits } from '#api/domain/money.ts';
import { getPlanAmount } from '#api/domain/site-plans.ts';
import { formatInterval } from '#src/lib/format/subscription-price.ts';
import type { Charge, PlanPrice, PlanSummary } from './catalogue-api.ts';
import { hasPrice } from './plan-words.ts';

/** 'US$30 per month', 'US$90 every 3 months'. */
export const formatCharge = (charge: Charge): string => `${formatChargedAmount(charge)} ${formatInterval(charge)}`;

export const formatChargedAmount = ({ amount, currency }: Charge): string =>
  formatPrice(toMajorUnits(amount, currency), currency.toUpperCase());

const hasSameInterval = ({ interval }: PlanPrice, charge: Charge) =>
  charge.interval === interval && charge.interval_count === 1;

const hasSameCurrency = ({ currency }: PlanSummary, charge: Charge) =>
  charge.currency.toUpperCase() === currency.toUpperCase();

/** Whether Stripe charges what the plan says; tax may be counted another way. */
export const isSameCharge = (plan: PlanSummary, price: PlanPrice, charge: Charge): boolean =>
  hasSameInterval(price, charge) &&
  hasSameCurrency(plan, charge) &&
  charge.amount === toMinorUnits(getPlanAmount(plan, price.interval) ?? 0, plan.currency);

/** Whether the plan could say what Stripe charges instead. */
export const canShowCharge = (plan: PlanSummary, price: PlanPrice): boolean =>
  price.state === 'differs' &&
  price.charged !== null &&
  !isSameCharge(plan, price, price.charged) &&
  hasSameCurrency(plan, price.charged) &&
  hasSameInterval(price, price.charged);

/** How a plan stands at Stripe, in a few words. */
export function formatPriceState(plan: PlanSummary, price: PlanPrice): string {
  const { state, charged } = price;
  if (!hasPrice(plan)) return '';
  if (state === 'free') return 'No price needed';
  if (state === 'matches') return 'Matches Stripe';
  if (state === 'missing') return 'Not in Stripe yet';
  if (state === 'archived') return 'Archived in Stripe';
  if (state === 'unknown') return 'Stripe didn’t answer';
  if (charged === null) return 'Differs in Stripe';
  if (isSameCharge(plan, price, charged)) return 'Tax differs in Stripe';
  return `Stripe charges ${hasSameInterval(price, charged) ? formatChargedAmount(charged) : formatCharge(charged)}`;
}

/** 'price_1Qf…8aK2': enough to find it in Stripe. */
export const shortenPriceId = (id: string): string => (id.length > 16 ? `${id.slice(0, 9)}…${id.slice(-4)}` : id);
