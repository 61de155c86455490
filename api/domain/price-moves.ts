/** Days between the start of a move to another price and the first renewal that costs it, at least. */
export const PRICE_MOVE_NOTICE_DAYS = 14;
export const PRICE_MOVE_MESSAGE_MAX_LENGTH = 2_000;
/** Subscribers of a move that a screen lists at once. */
export const MOVE_MEMBERS_PAGE_SIZE = 100;

/** A time moved by whole months, in UTC; the day is clamped to the month’s last. */
function addMonths(from: number, months: number): number {
  const date = new Date(from);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const start = new Date(first);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
  const time = from - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return first + (Math.min(date.getUTCDate(), lastDay) - 1) * 24 * 60 * 60 * 1000 + time;
}

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
};

/** What the email to a subscriber says before and after the owner’s own words; the dialog shows it, too. */
export const describePriceMove = ({ plan, before, after, startsOn }: Announcement) => ({
  change:
    after === null
      ? `You pay ${before} for ${plan}. The plan is free now: your payments end on ${startsOn}, and you keep the free plan.`
      : `You pay ${before} for ${plan}. From ${startsOn} on, with your next renewal, it costs ${after}.`,
  choice: 'You don’t have to do anything. If you don’t want it, you can cancel your subscription before.',
});
