import type { SubscriptionPriceJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { formatCents, formatPrice, toMajorUnits } from '#api/domain/money.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { formatLongDate } from './dates.ts';

/** 'US$10', or '3 × US$10' of more than one. */
export function formatSubscriptionAmount({
  unit_amount,
  currency,
  quantity,
}: Pick<SubscriptionPriceJson, 'unit_amount' | 'currency' | 'quantity'>): string {
  const unit = formatPrice(toMajorUnits(unit_amount, currency), currency);
  return quantity === 1 ? unit : `${formatNumber(quantity)} × ${unit}`;
}

type Interval = { interval: string; interval_count: number };

/** 'per month', or 'every 3 months'. */
export const formatInterval = (repeated: Interval): string =>
  repeated.interval_count === 1 ? `per ${repeated.interval}` : formatRepetition(repeated);

/** 'every month', or 'every 3 months': how often a payment is repeated. */
export const formatRepetition = ({ interval, interval_count: count }: Interval): string =>
  `every ${count === 1 ? interval : formatCount(count, interval)}`;

/** '25% off until 3 March 2027'; null without a discount. */
export function formatDiscounts({ discounts, currency }: SubscriptionPriceJson): string | null {
  const texts = discounts.map(({ percent_off: percent, amount_off: amount, ends_at: endsAt, is_once: isOnce }) => {
    const reduction = percent === null ? formatCents(amount ?? 0, currency) : `${formatNumber(percent)}%`;
    if (isOnce) return `${reduction} off the next payment`;
    return endsAt === null ? `${reduction} off` : `${reduction} off until ${formatLongDate(endsAt)}`;
  });
  return texts.length === 0 ? null : texts.join(', ');
}
