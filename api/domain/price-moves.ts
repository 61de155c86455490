import { addMonths } from './billing-periods.ts';
import { formatCount } from './plurals.ts';

/** Days between the start of a move to another price and the first renewal that costs it, at least. */
export const PRICE_MOVE_NOTICE_DAYS = 14;
export const PRICE_MOVE_MESSAGE_MAX_LENGTH = 2_000;
/** Subscribers of a move that a screen lists at once. */
export const MOVE_MEMBERS_PAGE_SIZE = 100;

type Renewing = { currentPeriodEnd: number; interval: string; intervalCount: number };

/** The first renewal of a subscription from a time on (UTC ms). Intervals shorter than a month count as months. */
export function findRenewal({ currentPeriodEnd, interval, intervalCount }: Renewing, from: number): number {
  const months = (interval === 'year' ? 12 : 1) * intervalCount;
  let count = 0;
  while (addMonths(currentPeriodEnd, count * months) < from) count += 1;
  return addMonths(currentPeriodEnd, count * months);
}

type Announcement = {
  plan: string;
  before: string;
  /** Null: the plan is free. */ after: string | null;
  startsOn: string;
  /** With the subscriber's own discounts and tax on top: what the first payment of the new price is, and what follows where that is another amount. */
  payments?: string | null | undefined;
  hasDiscount?: boolean | undefined;
  /** The number of seats, where the amount differs because of them. */
  seats?: number | null | undefined;
};

type OwnPayments = Pick<Announcement, 'payments' | 'hasDiscount' | 'seats'>;

/** 'Your discount stays as it is: you pay $18.00 every month.'; empty where the subscriber pays the price itself. */
function describeOwnPayments({ payments, hasDiscount, seats }: OwnPayments): string {
  if (!payments) return '';
  const owned = seats ? formatCount(seats, 'seat') : null;
  if (hasDiscount) return ` Your discount stays as it is: ${owned ? `for your ${owned}, ` : ''}you pay ${payments}.`;
  return owned ? ` For your ${owned}, you pay ${payments}.` : ` With tax, you pay ${payments}.`;
}

/** What the email to a subscriber says before and after the owner’s own words; the dialog shows it, too. */
export const describePriceMove = ({ plan, before, after, startsOn, payments, ...own }: Announcement) => ({
  change:
    after === null
      ? `You pay ${before} for ${plan}. The plan is free now: your payments end on ${startsOn}, and you keep the free plan.`
      : `${payments ? `The price of ${plan} is ${before} for you` : `You pay ${before} for ${plan}`}. From ${startsOn} on, with your next renewal, it costs ${after}.${describeOwnPayments({ payments, ...own })}`,
  choice: 'You don’t have to do anything. If you don’t want it, you can cancel your subscription before.',
});
