import { formatDate, formatShortDay, getYear } from '#src/lib/format/dates.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import type { RouteResponse } from '#src/lib/api-types.ts';
import { api } from '#src/lib/api-client.ts';

export type NextPeople = RouteResponse<'get', '/api/waitinglist/next'>;

export const MAX_COUNT = 500;

/** What the dialog asks for. */
export type NextChoice = {
  productId: number;
  /** As typed. */
  count: string;
  order: 'intent' | 'age';
  leavesOutUnconfirmed: boolean;
  leavesOutBounced: boolean;
};

/** The typed number of people, or null when it is none from 1 to 500. */
export function parseCount(typed: string): number | null {
  const count = /^\s*\d{1,4}\s*$/.test(typed) ? Number(typed) : 0;
  return count >= 1 && count <= MAX_COUNT ? count : null;
}

export function fetchNextPeople(choice: NextChoice, count: number, signal: AbortSignal): Promise<NextPeople> {
  const leaveOut = [choice.leavesOutUnconfirmed && 'unconfirmed', choice.leavesOutBounced && 'bounced'].filter(Boolean);
  return api.get('/api/waitinglist/next', {
    query: {
      productId: choice.productId,
      count,
      order: choice.order,
      leaveOut: leaveOut.length > 0 ? leaveOut.join(',') : undefined,
    },
    signal,
  });
}

/** 'joined 14 Aug to 2 Oct'; with years unless all of it is this year; '' of nobody. */
export function formatJoined(people: readonly { created_at: string }[], now: Date): string {
  const times = people.map(({ created_at }) => Date.parse(created_at));
  if (times.length === 0) return '';
  const first = new Date(Math.min(...times)).toISOString();
  const last = new Date(Math.max(...times)).toISOString();
  const format = getYear(first) === getYear(now.getTime()) ? formatShortDay : formatDate;
  const [from, to] = [format(first), format(last)];
  return from === to ? `joined ${from}` : `joined ${from} to ${to}`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** '102 days', 'Today' */
export function formatWait(iso: string, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(iso)) / DAY_MS);
  if (days < 1) return 'Today';
  return days === 1 ? '1 day' : `${formatNumber(days)} days`;
}
