/** $10.00 from 1000 cents. */
export const formatAmount = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);

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
