import type { Kinds } from '../../objects/kinds.ts';
import type { CheckoutSession } from '../../objects/pages.ts';
import type { Transaction } from '../../state/transaction.ts';
import { computeReduction } from '../discounts.ts';
import { computeTaxes, sumTaxes, type Taxation } from '../taxes/compute-taxes.ts';

type CheckoutRecord = Kinds['sandbox.checkout'];
type Amounts = Pick<
  CheckoutSession,
  'amount_subtotal' | 'amount_total' | 'automatic_tax' | 'discounts' | 'total_details'
>;

/** How the purchase is taxed: rates of the line take the place of those of the subscription. */
export const readTaxation = ({ isTaxed = false, taxRates = [], defaultTaxRates = [] }: CheckoutRecord): Taxation => ({
  isAutomatic: isTaxed,
  rates: taxRates.length > 0 ? taxRates : defaultTaxRates,
});

/** What a session asks for today: nothing during a trial. Automatic taxes are known once the customer's country is. */
export function computeAmounts(tx: Transaction, record: CheckoutRecord, customerId: string): Amounts {
  const { discount, quantity, trialDays, isTaxed = false } = record;
  const price = tx.get('price', record.price);
  const customer = tx.get('customer', customerId);
  const subtotal = trialDays ? 0 : (price.unit_amount ?? 0) * quantity;
  const reduction = discount ? computeReduction(tx.get('coupon', discount.coupon), subtotal) : 0;
  const taxes = computeTaxes(tx, readTaxation(record), { price, customer }, subtotal - reduction);
  const location = customer.address?.country ? 'complete' : 'requires_location_inputs';
  return {
    amount_subtotal: subtotal,
    amount_total: subtotal - reduction + sumTaxes(taxes, 'exclusive'),
    automatic_tax: { enabled: isTaxed, status: isTaxed ? location : null },
    discounts: discount ? [{ coupon: discount.coupon, promotion_code: discount.promotionCode }] : [],
    total_details: {
      amount_discount: reduction,
      amount_shipping: 0,
      amount_tax: sumTaxes(taxes, 'exclusive') + sumTaxes(taxes, 'inclusive'),
    },
  };
}
