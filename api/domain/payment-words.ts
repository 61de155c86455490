import { formatBillingDate, formatCents } from './money.ts';
import { formatCount } from './plurals.ts';

export type Repetition = { interval: string; interval_count: number };

/** 'every month', or 'every 3 months': how often a payment is repeated. */
export const formatRepetition = ({ interval, interval_count: count }: Repetition): string =>
  `every ${count === 1 ? interval : formatCount(count, interval)}`;

type Payment = {
  /** UTC ms, or ISO 8601. */
  at: number | string;
  amount: number;
  repeats: boolean;
};

type Terms = Repetition & { currency: string; timeZone: string };

/** '$7.50 on 14 December 2026' for one payment, '$10.00 every month from 14 January 2027' for one that stays. */
export function formatComingPayment({ at, amount, repeats }: Payment, terms: Terms): string {
  const day = formatBillingDate(+new Date(at), terms.timeZone);
  const when = repeats ? `${formatRepetition(terms)} from ${day}` : `on ${day}`;
  return `${formatCents(amount, terms.currency)} ${when}`;
}

/** '$5.00 on 14 January 2027, then $10.00 every month from 14 February 2027'. */
export const formatComingPayments = (payments: readonly Payment[], terms: Terms): string =>
  payments.map((payment) => formatComingPayment(payment, terms)).join(', then ');
