import { refuse, requireObject } from '../../http/errors.ts';
import type { Price } from '../../objects/catalogue.ts';
import type { Customer } from '../../objects/customer.ts';
import { buildTaxRate, type Tax, type TaxRate } from '../../objects/tax.ts';
import type { Transaction } from '../../state/transaction.ts';
import { isInEu, RATES_BY_COUNTRY } from './rates-by-country.ts';

/** How a subscription or checkout session is taxed: by the customer's address, or by rates that somebody chose. */
export type Taxation = { isAutomatic: boolean; rates: readonly string[] };

type Behavior = 'exclusive' | 'inclusive';
/** What one rate makes of an amount. */
type Applied = { rate: TaxRate | null; behavior: Behavior; reason: Tax['taxability_reason'] };

/** Stripe's setting ‘Include tax in prices: automatic’: on top in US and Canadian dollars, else a part of the price. */
const inferBehavior = (currency: string): Behavior => (['cad', 'usd'].includes(currency) ? 'exclusive' : 'inclusive');

const readBehavior = ({ tax_behavior: behavior, currency }: Price): Behavior =>
  behavior === 'exclusive' || behavior === 'inclusive' ? behavior : inferBehavior(currency);

/** Taxes of an amount after its discounts: negative for a credit. Each is rounded by itself. */
export function computeTaxes(tx: Transaction, taxation: Taxation, sale: Sale, amount: number): Tax[] {
  const applied = listApplied(tx, taxation, sale);
  const inclusive = applied.reduce(
    (sum, { rate, behavior }) => sum + (behavior === 'inclusive' ? (rate?.percentage ?? 0) : 0),
    0,
  );
  const net = amount - roundHalfUp((amount * inclusive) / (100 + inclusive));
  return applied.map(({ rate, behavior, reason }) => {
    const percent = rate?.percentage ?? 0;
    const exact = behavior === 'inclusive' ? (amount * percent) / (100 + inclusive) : (net * percent) / 100;
    return {
      amount: roundHalfUp(exact),
      tax_behavior: behavior,
      tax_rate_details: rate ? { tax_rate: rate.id } : null,
      taxability_reason: reason,
      taxable_amount: net,
      type: 'tax_rate_details',
    };
  });
}

type Sale = { price: Price; customer: Customer };

function listApplied(tx: Transaction, { isAutomatic, rates }: Taxation, { price, customer }: Sale): Applied[] {
  if (!isAutomatic) {
    return rates.map((id) => {
      const rate = tx.get('tax_rate', id);
      return { rate, behavior: rate.inclusive ? 'inclusive' : 'exclusive', reason: 'standard_rated' };
    });
  }
  const country = customer.address?.country ?? null;
  if (country === null) return [];
  const behavior = readBehavior(price);
  const known = RATES_BY_COUNTRY[country];
  if (!known) return [{ rate: null, behavior, reason: 'not_collecting' }];
  if (customer.tax_exempt === 'exempt') return [{ rate: null, behavior, reason: 'customer_exempt' }];
  const isReversed = customer.tax_exempt === 'reverse' || (isInEu(country) && hasEuNumber(tx, customer, country));
  const rate = findAutomaticRate(tx, { country, inclusive: behavior === 'inclusive', isReversed });
  return [{ rate, behavior, reason: isReversed ? 'reverse_charge' : 'standard_rated' }];
}

/** The customer is a company of another EU country than the seller, or the sandbox does not know where that is. */
function hasEuNumber(tx: Transaction, { id }: Customer, country: string): boolean {
  const origin = tx.find('sandbox.tax_settings', 'tax')?.origin;
  return origin !== country && tx.list('tax_id', (each) => each.customer === id && each.type === 'eu_vat').length > 0;
}

type AutomaticRate = { country: string; inclusive: boolean; isReversed: boolean };

/** Stripe makes its own rates, too: one for each percentage. */
function findAutomaticRate(tx: Transaction, { country, inclusive, isReversed }: AutomaticRate): TaxRate {
  const known = RATES_BY_COUNTRY[country];
  const percentage = isReversed ? 0 : (known?.percentage ?? 0);
  const id = `txr_automatic_${country.toLowerCase()}_${percentage}${inclusive ? '_inclusive' : ''}`;
  return (
    tx.find('tax_rate', id) ??
    tx.put(
      'tax_rate',
      buildTaxRate({
        id,
        active: false,
        country,
        created: tx.now(),
        display_name: known?.name ?? 'Tax',
        effective_percentage: percentage,
        inclusive,
        percentage,
        tax_type: known?.type ?? null,
      }),
    )
  );
}

/** Half a minor unit goes away from zero. */
const roundHalfUp = (amount: number): number => Math.sign(amount) * Math.floor(Math.abs(amount) + 0.5) || 0;

export const sumTaxes = (taxes: readonly Tax[], behavior: Behavior): number =>
  taxes.filter((tax) => tax.tax_behavior === behavior).reduce((sum, { amount }) => sum + amount, 0);

/** Taxes of several lines by rate. */
export function totalTaxes(taxes: readonly Tax[]): Tax[] {
  const totals = new Map<string, Tax>();
  for (const tax of taxes) {
    const key = `${tax.tax_rate_details?.tax_rate} ${tax.tax_behavior} ${tax.taxability_reason}`;
    const before = totals.get(key);
    totals.set(key, {
      ...tax,
      amount: tax.amount + (before?.amount ?? 0),
      taxable_amount: tax.taxable_amount + (before?.taxable_amount ?? 0),
    });
  }
  return [...totals.values()];
}

/** @throws StripeError for what Stripe would refuse: a price without a tax side, or rates that contradict it. */
export function checkTaxation(tx: Transaction, { isAutomatic, rates }: Taxation, price: Price): void {
  if (isAutomatic && rates.length > 0) {
    throw refuse('You cannot specify tax rates when automatic tax is enabled.', { param: 'automatic_tax[enabled]' });
  }
  const { isTaxSideRequired = false } = tx.find('sandbox.tax_settings', 'tax') ?? {};
  if (isAutomatic && isTaxSideRequired && price.tax_behavior === 'unspecified') {
    throw refuse(
      `The price \`${price.id}\` does not have a \`tax_behavior\` set which is required for automatic tax computation. Please visit https://stripe.com/docs/tax/products-prices-tax-categories-tax-behavior#tax-behavior for more information.`,
    );
  }
  const conflicts = rates.some((id) => {
    const { inclusive } = requireObject(tx, 'tax_rate', id, 'tax_rates[0]');
    return price.tax_behavior === (inclusive ? 'exclusive' : 'inclusive');
  });
  if (conflicts) {
    throw refuse(
      'One or more prices has a `tax_behavior` that conflicts with the tax rates that apply to the corresponding line item.',
    );
  }
}

/** @throws StripeError where tax can't be computed for want of an address. */
export function requireTaxLocation({ address }: Customer): void {
  if (address?.country) return;
  throw refuse(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid', param: 'automatic_tax[enabled]' },
  );
}
