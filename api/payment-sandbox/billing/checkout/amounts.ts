import type { Kinds } from '../../objects/kinds.ts';
import type { CheckoutSession } from '../../objects/pages.ts';
import type { Transaction } from '../../state/transaction.ts';
import { computeReduction } from '../discounts.ts';

type CheckoutRecord = Kinds['sandbox.checkout'];
type Amounts = Pick<CheckoutSession, 'amount_subtotal' | 'amount_total' | 'discounts' | 'total_details'>;

/** What a session asks for today: nothing during a trial. */
export function computeAmounts(tx: Transaction, record: CheckoutRecord): Amounts {
  const { discount, price, quantity, trialDays } = record;
  const subtotal = trialDays ? 0 : (tx.get('price', price).unit_amount ?? 0) * quantity;
  const reduction = discount ? computeReduction(tx.get('coupon', discount.coupon), subtotal) : 0;
  return {
    amount_subtotal: subtotal,
    amount_total: subtotal - reduction,
    discounts: discount ? [{ coupon: discount.coupon, promotion_code: discount.promotionCode }] : [],
    total_details: { amount_discount: reduction, amount_shipping: 0, amount_tax: 0 },
  };
}
