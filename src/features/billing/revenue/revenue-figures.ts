import type { RevenueJson } from '#api/features/billing/billing.contract.ts';
import { formatCents } from '#api/domain/money.ts';
import { formatMonthName, getDay } from '#src/lib/format/dates.ts';

export type RevenueMonth = RevenueJson['months'][number];

/** What is left of the payments after refunds and disputes. */
export const getNet = ({ paid, refunded, disputed }: Record<'paid' | 'refunded' | 'disputed', number>): number =>
  paid - refunded - disputed;

/** The month of an instant in the company's time zone: '2026-11'. */
export const toMonth = (at: number): string => getDay(at).slice(0, 7);

/** Every month from the first with a payment to the current one, newest first; those without payments have zeros. */
export function listMonths(months: readonly RevenueMonth[], now: number): RevenueMonth[] {
  const known = new Map(months.map((month) => [month.month, month]));
  const current = toMonth(now);
  const withPayments = months.filter(({ plans }) => plans.length > 0).map(({ month }) => month);
  const first = withPayments.sort()[0] ?? current;
  const all: RevenueMonth[] = [];
  for (let month = current; month >= first; month = getPreviousMonth(month)) {
    all.push(known.get(month) ?? { month, plans: [], paid: 0, refunded: 0, disputed: 0 });
  }
  return all;
}

function getPreviousMonth(month: string): string {
  const start = new Date(`${month}-01T00:00:00Z`);
  start.setUTCMonth(start.getUTCMonth() - 1);
  return start.toISOString().slice(0, 7);
}

/** What the months say, as a sentence: the last whole month against the one before it, else the current one. */
export function describeRevenue([current, last, before]: readonly RevenueMonth[], currency: string): string {
  if (!current || !last)
    return current && getNet(current) !== 0 ? describeCurrent(current, currency) : 'No payments yet';
  const name = formatMonthName(last.month);
  const brought = `${name} brought ${formatCents(getNet(last), currency)}`;
  if (!before) return brought;
  const difference = getNet(last) - getNet(before);
  const earlier = formatMonthName(before.month);
  if (difference === 0) return `${brought}, the same as ${earlier}`;
  return `${brought}, ${formatCents(Math.abs(difference), currency)} ${difference > 0 ? 'more' : 'less'} than ${earlier}`;
}

const describeCurrent = (current: RevenueMonth, currency: string): string =>
  `${formatMonthName(current.month)} has brought ${formatCents(getNet(current), currency)} so far`;

/** The plans of all months, in the order of their revenue. */
export function listPlanNames(months: readonly RevenueMonth[]): string[] {
  const totals = new Map<string, number>();
  for (const plan of months.flatMap(({ plans }) => plans)) {
    totals.set(plan.plan_name, (totals.get(plan.plan_name) ?? 0) + getNet(plan));
  }
  return [...totals].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

export const sumNet = (months: readonly RevenueMonth[]): number =>
  months.reduce((sum, month) => sum + getNet(month), 0);
