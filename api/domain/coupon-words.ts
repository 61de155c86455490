import { formatCents } from './money.ts';
import { formatPercent } from './numbers.ts';
import { formatCount } from './plurals.ts';
import type { Discount } from './subscription-price.ts';

/** What a coupon takes off, and for how long. Exactly one of `percentOff` and `amountOff` is set; `amountOff` in minor units of `currency`. */
export type CouponTerms = {
  percentOff: number | null;
  amountOff: number | null;
  currency: string | null;
  duration: Discount['duration'];
  /** Of `repeating`. */
  months: number | null;
};

/** '25% off the next payment', '€5.00 off for 3 months', '10% off every payment'. `payment`: the first one, where buyers enter it. */
export function describeCoupon(
  { percentOff, amountOff, currency, duration, months }: CouponTerms,
  payment: 'first' | 'next' = 'next',
): string {
  const reduction = percentOff === null ? formatCents(amountOff ?? 0, currency ?? '') : formatPercent(percentOff);
  if (duration === 'once') return `${reduction} off the ${payment} payment`;
  if (duration === 'forever') return `${reduction} off every payment`;
  return `${reduction} off for ${formatCount(months ?? 1, 'month')}`;
}
