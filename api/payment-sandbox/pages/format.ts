import { getCurrency } from '#api/domain/currencies.ts';

/** $10.00 of 1000, with all digits that Stripe counts: HUF 1,990.00 of 199,000. */
export function formatAmount(amount: number, currency: string): string {
  const { digits } = getCurrency(currency);
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const;
  return new Intl.NumberFormat('en-US', options).format(amount / 10 ** digits);
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

export const formatDate = (unixSeconds: number): string => dateFormat.format(unixSeconds * 1000);
export const formatTime = (unixSeconds: number): string => `${timeFormat.format(unixSeconds * 1000)} UTC`;

export const formatCard = (card: { brand: string; last4: string | null } | null | undefined): string =>
  card ? `${BRANDS[card.brand] ?? card.brand} ending in ${card.last4}` : 'No card';

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };

/** per month, per 3 months. */
export const formatInterval = (recurring: { interval: string; interval_count: number } | null | undefined): string => {
  if (!recurring) return '';
  const { interval, interval_count: count } = recurring;
  return count === 1 ? `per ${interval}` : `per ${count} ${interval}s`;
};
