import type { SubscriptionPriceJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { formatCents, formatPrice, toMajorUnits } from '#api/domain/money.ts';
import { formatNumber, formatPercent } from '#api/domain/numbers.ts';
import { formatRepetition, type Repetition } from '#api/domain/payment-words.ts';
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

/** 'per month', or 'every 3 months'. */
export const formatInterval = (repeated: Repetition): string =>
  repeated.interval_count === 1 ? `per ${repeated.interval}` : formatRepetition(repeated);

const isRunning = ({ ends_at: endsAt }: SubscriptionPriceJson['discounts'][number]) =>
  endsAt === null || Date.parse(endsAt) > Date.now();

/** '25% off until 3 March 2027'; null without a discount that still applies: Stripe lists one that has ended until the next payment. */
export function formatDiscounts({ discounts, currency }: SubscriptionPriceJson): string | null {
  const texts = discounts
    .filter(isRunning)
    .map(({ percent_off: percent, amount_off: amount, ends_at: endsAt, is_once: isOnce }) => {
      const reduction = percent === null ? formatCents(amount ?? 0, currency) : formatPercent(percent);
      if (isOnce) return `${reduction} off the next payment`;
      return endsAt === null ? `${reduction} off` : `${reduction} off until ${formatLongDate(endsAt)}`;
    });
  return texts.length === 0 ? null : texts.join(', ');
}
