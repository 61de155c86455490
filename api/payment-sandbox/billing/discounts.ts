import { z } from 'zod';
import { refuse, requireObject } from '../http/errors.ts';
import { text } from '../http/params.ts';
import type { Coupon, Discount, PromotionCode } from '../objects/catalogue.ts';
import type { InvoiceLine } from '../objects/invoice.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { Transaction } from '../state/transaction.ts';
import { addIntervals } from './periods.ts';

/** `discounts` of a request: each names a coupon, a promotion code, or a discount that there is already; empty takes them away. */
export const discountParams = () =>
  z
    .union([
      z.literal('').transform(() => []),
      z.array(
        z.strictObject({ coupon: text().optional(), discount: text().optional(), promotion_code: text().optional() }),
      ),
    ])
    .optional();
type DiscountParams = z.output<ReturnType<typeof discountParams>>;

type Redeemer = Pick<Subscription, 'id' | 'customer' | 'currency'>;

/** Redeems coupons and promotion codes for a subscription. Returns the ids of its discounts. */
export const redeem = (tx: Transaction, subscription: Redeemer, params: DiscountParams = []): string[] =>
  params.map(({ coupon: couponId, discount, promotion_code: codeId }, index) => {
    const { id, customer } = subscription;
    const param = `discounts[${index}]`;
    if (discount) return requireObject(tx, 'discount', discount, `${param}[discount]`).id;
    const code = codeId ? requireObject(tx, 'promotion_code', codeId, `${param}[promotion_code]`) : null;
    const coupon = requireObject(tx, 'coupon', code?.promotion.coupon ?? couponId ?? '', `${param}[coupon]`);
    if (code) checkPromotionCode(tx, code, subscription);
    checkCoupon(tx, coupon, subscription.currency);
    countRedemption(tx, coupon, code);
    const start = tx.now();
    const months = coupon.duration_in_months;
    return tx.put('discount', {
      id: tx.createId('discount'),
      object: 'discount',
      customer,
      end: months === null ? null : addIntervals(start, { interval: 'month', interval_count: months }, 1),
      promotion_code: code?.id ?? null,
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

const isUsedUp = (object: { max_redemptions: number | null; times_redeemed: number }): boolean =>
  object.max_redemptions !== null && object.times_redeemed >= object.max_redemptions;

/** The products that a coupon is for; null: all. */
export const listCouponProducts = (tx: Transaction, couponId: string): string[] | null =>
  tx.find('sandbox.coupon_products', couponId)?.products ?? null;

/** @throws StripeError for a coupon that can't be redeemed any more, or not in this currency. */
export function checkCoupon(tx: Transaction, coupon: Coupon, currency: string): void {
  if (!coupon.valid || isUsedUp(coupon) || (coupon.redeem_by ?? Infinity) <= tx.now()) {
    throw refuse(`Coupon expired: ${coupon.id}`, { code: 'coupon_expired', param: 'coupon' });
  }
  if (coupon.currency !== null && coupon.currency !== currency) {
    throw refuse(`The coupon \`${coupon.id}\` only supports \`${coupon.currency}\`.`, { param: 'coupon' });
  }
}

/** @throws StripeError for a code that this customer can't redeem, or nobody any more. */
export function checkPromotionCode(
  tx: Transaction,
  code: PromotionCode,
  { customer }: Pick<Redeemer, 'customer'>,
): void {
  const isOver = (code.expires_at ?? Infinity) <= tx.now() || isUsedUp(code);
  if (!code.active || isOver || (code.customer !== null && code.customer !== customer)) {
    throw refuse('This promotion code is not active.', { param: 'promotion_code' });
  }
  const hasPaid = (charge: { customer: string | null; status: string }) =>
    charge.customer === customer && charge.status === 'succeeded';
  if (code.restrictions.first_time_transaction && tx.list('charge', hasPaid).length > 0) {
    throw refuse('This promotion code cannot be redeemed because the associated customer has prior transactions.', {
      param: 'promotion_code',
    });
  }
}

/** A coupon that was redeemed as often as it may is not valid any more, and a code not active. */
function countRedemption(tx: Transaction, coupon: Coupon, code: PromotionCode | null): void {
  const counted = tx.update('coupon', coupon.id, { times_redeemed: coupon.times_redeemed + 1 });
  if (isUsedUp(counted)) tx.update('coupon', coupon.id, { valid: false });
  tx.emit('coupon.updated', tx.get('coupon', coupon.id));
  if (!code) return;
  const redeemed = tx.update('promotion_code', code.id, { times_redeemed: code.times_redeemed + 1 });
  if (isUsedUp(redeemed)) tx.update('promotion_code', code.id, { active: false });
  tx.emit('promotion_code.updated', tx.get('promotion_code', code.id));
}

/** What a coupon takes off an amount. */
export function computeReduction({ percent_off: percent, amount_off: fixed }: Coupon, amount: number): number {
  return percent === null ? Math.min(amount, fixed ?? 0) : Math.round((amount * percent) / 100);
}

const listApplied = (tx: Transaction, { discounts }: Subscription): Discount[] =>
  discounts.map((id) => tx.get('discount', id)).filter(({ end }) => end === null || end > tx.now());

/** What each discount takes off an amount now, in the order of the subscription; percents of what is left. */
function listReductions(tx: Transaction, subscription: Subscription, amount: number) {
  let left = amount;
  return listApplied(tx, subscription).map(({ id, source }) => {
    const taken = computeReduction(tx.get('coupon', source.coupon), left);
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
