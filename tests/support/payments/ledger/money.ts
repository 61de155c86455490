/**
 * How seven currencies are counted, rounded and written in New Zealand, typed from docs.stripe.com/currencies and not from the product’s
 * table: the ledger must not agree with the product because both read the same numbers.
 */
type Rules = { digits: number; step: number; smallest: number; prefix: string; isWrittenWhole: boolean };

export const ledgerCurrencies: Readonly<Record<string, Rules>> = {
  nzd: { digits: 2, step: 1, smallest: 50, prefix: '$', isWrittenWhole: false },
  eur: { digits: 2, step: 1, smallest: 50, prefix: '€', isWrittenWhole: false },
  huf: { digits: 2, step: 1, smallest: 17_500, prefix: 'HUF\u00a0', isWrittenWhole: true },
  isk: { digits: 2, step: 100, smallest: 100, prefix: 'ISK\u00a0', isWrittenWhole: true },
  jpy: { digits: 0, step: 1, smallest: 50, prefix: 'JP¥', isWrittenWhole: true },
  kwd: { digits: 3, step: 10, smallest: 50, prefix: 'KWD\u00a0', isWrittenWhole: false },
  ugx: { digits: 2, step: 100, smallest: 100, prefix: 'UGX\u00a0', isWrittenWhole: true },
};

export function getRules(currency: string): Rules {
  const rules = ledgerCurrencies[currency.toLowerCase()];
  if (!rules) throw new Error(`the ledger has no rules for ${currency}`);
  return rules;
}

/** Stripe’s minor units of a price as an owner types it, such as '12.5', without floating point. */
export function countMinorUnits(price: string, currency: string): number {
  const [whole = '', fraction = ''] = price.split('.');
  return Number(`${whole}${fraction.padEnd(getRules(currency).digits, '0')}`);
}

/** What a person reads: '$12.50', 'HUF 1,990'. */
export function writeAmount(amount: number, currency: string): string {
  const { digits, prefix, isWrittenWhole } = getRules(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const isShort = fraction === '' || (isWrittenWhole && /^0*$/.test(fraction));
  return `${amount < 0 ? '−' : ''}${prefix}${grouped}${isShort ? '' : `.${fraction}`}`;
}

/** Charged of an amount that is owed; the rest is the balance. */
export function settle(owed: number, currency: string): number {
  const { step, smallest } = getRules(currency);
  const nearest = Math.round(owed / step) * step;
  return nearest < smallest ? 0 : nearest;
}
