import { z } from 'zod';
import { requireObject } from '../http/errors.ts';
import { text } from '../http/params.ts';
import type { Discount } from '../objects/catalogue.ts';
import type { InvoiceLine } from '../objects/invoice.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { Transaction } from '../state/transaction.ts';
import { addIntervals } from './periods.ts';

/** `discounts` of a request: each names a coupon, or a discount that there is already. */
export const discountParams = () =>
  z.array(z.strictObject({ coupon: text().optional(), discount: text().optional() })).optional();
type DiscountParams = z.output<ReturnType<typeof discountParams>>;

/** Redeems coupons for a subscription. Returns the ids of its discounts. */
export const redeem = (
  tx: Transaction,
  { id, customer }: Pick<Subscription, 'id' | 'customer'>,
  params: DiscountParams = [],
): string[] =>
  params.map(({ coupon: couponId, discount }, index) => {
    if (discount) return requireObject(tx, 'discount', discount, `discounts[${index}][discount]`).id;
    const coupon = requireObject(tx, 'coupon', couponId ?? '', `discounts[${index}][coupon]`);
    const start = tx.now();
    const months = coupon.duration_in_months;
    return tx.put('discount', {
      id: tx.createId('discount'),
      object: 'discount',
      customer,
      end: months === null ? null : addIntervals(start, { interval: 'month', interval_count: months }, 1),
      source: { type: 'coupon', coupon: coupon.id },
      start,
      subscription: id,
    }).id;
  });

/** An amount less a percentage: what a proration begins with. A fixed amount is taken off once for a period, not here. */
export const reduceByPercents = (tx: Transaction, subscription: Subscription, amount: number): number =>
  listApplied(tx, subscription).reduce((left, { source }) => {
    const { percent_off: percent } = tx.get('coupon', source.coupon);
    return percent === null ? left : left - Math.round((left * percent) / 100);
  }, amount);

const listApplied = (tx: Transaction, { discounts }: Subscription): Discount[] =>
  discounts.map((id) => tx.get('discount', id)).filter(({ end }) => end === null || end > tx.now());

/** What each discount takes off an amount now, in the order of the subscription; percents of what is left. */
function listReductions(tx: Transaction, subscription: Subscription, amount: number) {
  let left = amount;
  return listApplied(tx, subscription).map(({ id, source }) => {
    const { percent_off: percent, amount_off: fixed } = tx.get('coupon', source.coupon);
    const taken = percent === null ? Math.min(left, fixed ?? 0) : Math.round((left * percent) / 100);
    left -= taken;
    return { amount: taken, discount: id };
  });
}

/** Takes the discounts off the lines of a cycle; those of one payment are used up by it. */
export function discountCycleLines(
  tx: Transaction,
  subscription: Subscription,
  lines: readonly InvoiceLine[],
): InvoiceLine[] {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const [first, ...rest] = lines;
  if (!first || subscription.discounts.length === 0 || total <= 0) return [...lines];
  return [{ ...first, discount_amounts: listReductions(tx, subscription, total) }, ...rest];
}

/** After an invoice: a discount of one payment goes. */
export function consumeDiscounts(tx: Transaction, subscription: Subscription): void {
  const lasting = subscription.discounts.filter((id) => {
    const { source } = tx.get('discount', id);
    return tx.get('coupon', source.coupon).duration !== 'once';
  });
  if (lasting.length < subscription.discounts.length) {
    tx.update('subscription', subscription.id, { discounts: lasting });
  }
}

export const sumReductions = (lines: readonly InvoiceLine[]): number =>
  lines.flatMap(({ discount_amounts: amounts }) => amounts).reduce((sum, { amount }) => sum + amount, 0);
