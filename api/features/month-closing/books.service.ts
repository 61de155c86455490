import { createHash } from 'node:crypto';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { Deps } from '#api/deps.ts';
import { parseTaxes } from '#api/domain/invoice-tax.ts';
import { getStartOfDay } from '#api/domain/local-time.ts';
import {
  type BookCredit,
  type BookInvoice,
  type BookMovement,
  type BookRow,
  listBookRows,
  listOss,
  sumByCurrency,
  sumByRate,
} from '#api/domain/month-books.ts';
import type { MonthFigures } from './month-closing.contract.ts';
import { toCurrencySumJson } from './month-closing.mapper.ts';
import * as queries from './month-closing.queries.ts';

export type Books = { rows: BookRow[]; figures: MonthFigures; digest: string };
type BookDeps = Pick<Deps, 'db' | 'site'>;

/** From the first to the last moment of a month such as '2026-10' where the company is (UTC ms). */
export function getPeriod(month: string, timeZone: string): queries.Period {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return {
    since: getStartOfDay(`${month}-01`, timeZone),
    until: getStartOfDay(next.toISOString().slice(0, 10), timeZone),
  };
}

/** The books of a month as the database has them now. */
export async function readBooks({ db, site }: BookDeps, month: string): Promise<Books> {
  const period = getPeriod(month, site.timeZone);
  const unsorted: BookRow[] = [];
  for (const part of splitIntoParts(await listBookInvoices(db, period))) {
    unsorted.push(...part.flatMap((invoice) => listRowsWithin(invoice, period)));
    await yieldToRequests();
  }
  const rows = sortRows(unsorted);
  await yieldToRequests();
  const rates = sumByRate(rows);
  const figures: MonthFigures = {
    currencies: sumByCurrency(rows).map(toCurrencySumJson),
    rates,
    oss: listOss(rates, site.settings.company.country),
    subscriptions: await readSubscriptions({ db }, period),
  };
  return { rows, figures, digest: await computeDigest(rows, figures) };
}

/** Invoices or rows between two turns of the event loop. */
const PART_LENGTH = 1_000;

const splitIntoParts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / PART_LENGTH) }, (_, at) =>
    items.slice(at * PART_LENGTH, (at + 1) * PART_LENGTH),
  );

export const listRowsWithin = (invoice: BookInvoice, { since, until }: queries.Period): BookRow[] =>
  listBookRows(invoice).filter(({ at }) => at >= since && at < until);

/** By time, so that the file reads as a journal; the same rows are always in the same order. */
const sortRows = (rows: readonly BookRow[]): BookRow[] =>
  rows.toSorted((one, other) => one.at - other.at || compare(toKey(one), toKey(other)));

const toKey = ({ invoiceId, objectId, kind, rate }: BookRow): string =>
  [invoiceId, objectId, kind === 'fee' ? 'z' : kind, rate].join(' ');
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

export async function listBookInvoices(db: Deps['db'], period: queries.Period): Promise<BookInvoice[]> {
  const rows = await queries.listInvoicesOfPeriod(db, period);
  const ids = rows.map(({ stripeInvoiceId }) => stripeInvoiceId);
  const refunds = Map.groupBy(await queries.listRefundsOfPeriod(db, ids), (row) => row.stripeInvoiceId);
  const disputes = Map.groupBy(await queries.listDisputesOfPeriod(db, ids), (row) => row.stripeInvoiceId);
  return rows.map((row) => ({
    ...row,
    taxes: parseTaxes(row.taxes),
    refunds: (refunds.get(row.stripeInvoiceId) ?? []).map((refund) => ({ ...refund, id: refund.stripeRefundId })),
    credits: parseCredits(row.creditNotes),
    disputes: (disputes.get(row.stripeInvoiceId) ?? []).map((dispute) => ({
      ...dispute,
      id: dispute.stripeDisputeId,
      movements: dispute.movements === null ? [] : (JSON.parse(dispute.movements) as BookMovement[]),
    })),
  }));
}

export const parseCredits = (stored: string | null): BookCredit[] =>
  stored === null ? [] : (JSON.parse(stored) as BookCredit[]);

async function readSubscriptions(
  { db }: Pick<Deps, 'db'>,
  period: queries.Period,
): Promise<MonthFigures['subscriptions']> {
  const { atStart, atEnd, started, ended, lost } = await queries.countSubscriptions(db, period);
  return {
    at_start: atStart,
    started,
    ended,
    at_end: atEnd,
    churn: atStart === 0 ? null : Math.round((lost / atStart) * 10_000),
    reasons: await queries.listEndReasons(db, period),
  };
}

/** SHA-256 of `{ rows, figures }` as JSON, which closings of all versions have. */
async function computeDigest(rows: readonly BookRow[], figures: MonthFigures): Promise<string> {
  const hash = createHash('sha256').update('{"rows":[');
  for (const [at, part] of splitIntoParts(rows).entries()) {
    hash.update(`${at > 0 ? ',' : ''}${JSON.stringify(part).slice(1, -1)}`);
    await yieldToRequests();
  }
  return hash.update(`],"figures":${JSON.stringify(figures)}}`).digest('hex');
}
