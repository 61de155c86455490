import { getDay } from '#src/lib/format/dates.ts';
import type { BillingDetailsJson } from '#api/features/subscriptions/subscriptions.contract.ts';

export type Card = NonNullable<BillingDetailsJson['card']>;

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** 'Visa ending 4242'. */
export const formatCard = ({ brand, last4 }: Card) => `${BRANDS[brand] ?? 'Card'} ending ${last4}`;

/** '08/2029'. */
export const formatExpiry = ({ exp_month, exp_year }: Card) => `${String(exp_month).padStart(2, '0')}/${exp_year}`;

/** A card is good to the end of its month. */
export const isExpired = ({ exp_month, exp_year }: Card, now: Date) =>
  `${exp_year}-${String(exp_month).padStart(2, '0')}` < getDay(now.getTime()).slice(0, 7);
