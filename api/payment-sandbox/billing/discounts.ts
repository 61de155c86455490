import { z } from 'zod';
import { requireObject } from '../http/errors.ts';
import { listOf, text, unsettable } from '../http/params.ts';
import type { Kinds } from '../state/kinds.ts';
import type { Transaction } from '../state/transaction.ts';
import type { Invoice, InvoiceLine, Subscription } from './objects/stored.ts';
import { addIntervals } from './periods.ts';

type Discount = Kinds['discount'];

/** `discounts` of a request: each names a coupon, or a discount that there is already. Empty: none any more. */
export const discountParams = () =>
  unsettable(listOf(z.strictObject({ coupon: text().optional(), discount: text().optional() })));
type DiscountParams = z.output<ReturnType<typeof discountParams>>;

/** Redeems coupons for a subscription. Returns the ids of its discounts. */
export function redeem(
  tx: Transaction,
  { id, customer, test_clock: clock }: Pick<Subscription, 'id' | 'customer' | 'test_clock'>,
  params: DiscountParams,
): string[] {
  return (params ?? []).map(({ coupon: couponId, discount }, index) => {
    if (discount) return requireObject(tx, 'discount', discount, `discounts[${index}][discount]`).id;
    const coupon = requireObject(tx, 'coupon', couponId ?? '', `discounts[${index}][coupon]`);
    const start = tx.now(clock);
    const months = coupon.duration_in_months;
    tx.update('coupon', coupon.id, { times_redeemed: coupon.times_redeemed + 1 });
    return tx.put('discount', {
      id: tx.createId('discount'),
      object: 'discount',
      checkout_session: null,
      customer,
      customer_account: null,
      end: months === null ? null : addIntervals(start, { interval: 'month', interval_count: months }, 1),
      invoice: null,
      invoice_item: null,
      promotion_code: null,
      source: { type: 'coupon', coupon: coupon.id },
      start,
      subscription: id,
      subscription_item: null,
    }).id;
  });
}

/** What each discount takes off an amount now, in the order of the subscription; percents of what is left. */
export function listReductions(tx: Transaction, subscription: Subscription, amount: number) {
  let left = amount;
  return listApplied(tx, subscription).map((discount) => {
    const { percent_off: percent, amount_off: fixed } = tx.get('coupon', String(discount.source.coupon));
    const taken = percent === null ? Math.min(left, fixed ?? 0) : Math.round((left * percent) / 100);
    left -= taken;
    return { amount: taken, discount: discount.id };
  });
}

/** An amount less a percentage: what a proration begins with. A fixed amount is taken off once for a period, not here. */
export function reduceByPercents(tx: Transaction, subscription: Subscription, amount: number): number {
  return listApplied(tx, subscription).reduce((left, { source }) => {
    const { percent_off: percent } = tx.get('coupon', String(source.coupon));
    return percent === null ? left : left - Math.round((left * percent) / 100);
  }, amount);
}

const listApplied = (tx: Transaction, { discounts, test_clock: clock }: Subscription): Discount[] =>
  discounts.map((id) => tx.get('discount', String(id))).filter(({ end }) => end === null || end > tx.now(clock));

/** Takes the discounts off the lines of a cycle; those of one payment are used up by it. */
export function discountCycleLines(tx: Transaction, subscription: Subscription, lines: readonly InvoiceLine[]) {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (subscription.discounts.length === 0 || total <= 0) return [...lines];
  const reductions = listReductions(tx, subscription, total);
  const [first, ...rest] = lines.map((line) => ({ ...line, discount_amounts: [] as typeof reductions }));
  if (!first) return [];
  return [{ ...first, discount_amounts: reductions }, ...rest];
}

/** After an invoice: a discount of one payment goes. */
export function consumeDiscounts(tx: Transaction, subscription: Subscription): void {
  const lasting = subscription.discounts.filter((id) => {
    const { source } = tx.get('discount', String(id));
    return tx.get('coupon', String(source.coupon)).duration !== 'once';
  });
  if (lasting.length < subscription.discounts.length) {
    tx.update('subscription', subscription.id, { discounts: lasting });
  }
}

export const sumReductions = (lines: readonly InvoiceLine[]): number =>
  lines.flatMap(({ discount_amounts: amounts }) => amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

export const listInvoiceDiscounts = (
  lines: readonly InvoiceLine[],
): Pick<Invoice, 'discounts' | 'total_discount_amounts'> => {
  const amounts = lines.flatMap(({ discount_amounts: each }) => each ?? []);
  return {
    discounts: amounts.map(({ discount }) => String(discount)),
    total_discount_amounts: amounts.map((each) => ({ ...each })),
  };
};
