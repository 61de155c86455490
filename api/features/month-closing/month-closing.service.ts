import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { formatCalendarMonth, formatLocalDay } from '#api/domain/local-time.ts';
import { type BookRow, listTaxedAbroad } from '#api/domain/month-books.ts';
import { formatFullName } from '#api/domain/person-name.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { conflictError } from '#api/http/errors.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { getPeriod, readBooks } from './books.service.ts';
import { toFinishedCheck } from './check.service.ts';
import { listCreditsAtOtherRates } from './corrected-invoices.service.ts';
import type { MonthFigures, MonthJson, MonthsJson } from './month-closing.contract.ts';
import { listChanges, toCheckJson, toClosedJson, toReopenedJson } from './month-closing.mapper.ts';
import * as queries from './month-closing.queries.ts';
import { describeOtherRates, describeTaxedAbroad } from './month-summary.mapper.ts';

/** Months that the screen offers; earlier ones are found by their address. */
const LISTED_MONTHS = 36;

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'site'>;
type Actor = { id: number; email: string; firstName: string | null; lastName: string | null };

/** The months since the first invoice, and those that are closed; the newest first. */
export async function listMonths({ db, clock, site }: ReadDeps): Promise<MonthsJson> {
  const current = formatLocalDay(clock.now(), site.timeZone).slice(0, 7);
  const first = await queries.findFirstIssuedAt(db);
  const closings = (await queries.listClosings(db)).filter(({ reopenedAt }) => reopenedAt === null);
  const start = first === null ? current : formatLocalDay(first, site.timeZone).slice(0, 7);
  const months = new Set([...listMonthsBetween(start, current), ...closings.map(({ month }) => month)]);
  return {
    time_zone: site.timeZone,
    months: [...months]
      .sort()
      .reverse()
      .map((month) => {
        const closing = closings.find((each) => each.month === month);
        return {
          month,
          is_over: month < current,
          closed_at: closing ? toIso(closing.closedAt) : null,
          closed_by_name: closing?.closedByName ?? null,
        };
      }),
  };
}

function listMonthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  const day = new Date(`${last}-01T00:00:00Z`);
  while (months.length < LISTED_MONTHS) {
    const month = day.toISOString().slice(0, 7);
    if (month < first) break;
    months.push(month);
    day.setUTCMonth(day.getUTCMonth() - 1);
  }
  return months;
}

/** A month as it is now; a closed one as it was closed, with what would be otherwise now. */
export const getMonth = async (deps: ReadDeps, month: string): Promise<MonthJson> =>
  (await readMonth(deps, month)).month;

/** A month with its rows: of a closed one those that were closed. */
export async function readMonth(
  deps: ReadDeps,
  month: string,
): Promise<{ month: MonthJson; rows: readonly BookRow[] }> {
  const { db, clock, site } = deps;
  const now = clock.now();
  const books = await readBooks(deps, month);
  const closings = await queries.listClosings(db, month);
  const closed = closings.find(({ reopenedAt }) => reopenedAt === null) ?? null;
  const closedRows = closed && (await queries.listClosedRows(db, closed.id));
  const rows = closedRows ?? books.rows;
  const check = await queries.findLastCheck(db, month);
  const json: MonthJson = {
    month,
    time_zone: closed?.timeZone ?? site.timeZone,
    is_over: getPeriod(month, site.timeZone).until <= now,
    rows: rows.length,
    figures: closed ? (JSON.parse(closed.figures) as MonthFigures) : books.figures,
    warnings: await listWarnings(deps, month, { rows, isClosed: closed !== null }),
    check: check && toCheckJson(toFinishedCheck(check, now), books.digest),
    closed: closed && toClosedJson(closed),
    changes: closedRows ? listChanges(closedRows, books.rows) : [],
    reopened: closings.filter(({ reopenedAt }) => reopenedAt !== null).map(toReopenedJson),
  };
  return { month: json, rows };
}

type Warned = { rows: readonly BookRow[]; isClosed: boolean };

/** Warnings of a month that isn’t closed; of a closed one those that its accountant has to decide. */
async function listWarnings({ db, site }: ReadDeps, month: string, { rows, isClosed }: Warned): Promise<string[]> {
  const period = getPeriod(month, site.timeZone);
  const otherRates = await listCreditsAtOtherRates(db, period);
  const { tax, company } = site.settings;
  const abroad = tax.charges_rate && !tax.is_automatic ? listTaxedAbroad(rows, company.country) : [];
  const lasting = [
    ...(abroad.length > 0 ? [describeTaxedAbroad(abroad, site.settings)] : []),
    ...(otherRates.length > 0 ? [describeOtherRates(otherRates)] : []),
  ];
  if (isClosed) return lasting;
  const counts = await queries.countUnpaid(db, period);
  const open = counts.get('open') ?? 0;
  const lost = counts.get('uncollectible') ?? 0;
  const sales = rows.filter(({ kind }) => kind === 'invoice');
  const homeless = sales.filter(({ country, tax }) => country === '' && tax === 0).length;
  const paid = new Set(rows.filter(({ kind }) => kind === 'fee').map(({ invoiceId }) => invoiceId));
  const feeless = sales.some(({ gross }) => gross > 0) && paid.size === 0;
  return [
    open > 0 &&
      `${formatCount(open, 'invoice')} of this month ${open === 1 ? 'is' : 'are'} not paid yet. They count as invoiced.`,
    lost > 0 &&
      `${formatCount(lost, 'invoice')} of this month ${lost === 1 ? 'was' : 'were'} given up as not collectible. They count as invoiced.`,
    homeless > 0 && `The country of the customer isn’t known for ${formatCount(homeless, 'invoice')} without tax.`,
    ...lasting,
    feeless && 'Stripe’s fees aren’t known yet. The key needs the permission to read the balance.',
  ].filter((warning) => warning !== false);
}

/**
 * Closes the books of a month: figures and rows as they are now are kept, and never change again.
 * @throws conflict before the month is over, without a comparison that found nothing, and when something changed since.
 */
export async function closeMonth(deps: ReadDeps, actor: Actor, month: string): Promise<MonthJson> {
  const { db, clock, site } = deps;
  const now = clock.now();
  const name = formatMonth(deps, month);
  if (getPeriod(month, site.timeZone).until > now) throw conflictError(`${name} isn’t over yet.`);
  const books = await readBooks(deps, month);
  const check = await queries.findLastCheck(db, month);
  if (check === null || check.finishedAt === null || check.error !== null)
    throw conflictError(`Compare ${name} with Stripe first.`);
  if (check.digest !== books.digest) throw conflictError('Something changed since the comparison. Compare again.');
  const differences = JSON.parse(check.differences ?? '[]') as { text: string }[];
  if (differences.length > 0)
    throw conflictError(`${name} can’t be closed while it differs from Stripe. ${differences[0]?.text}`);
  const closing = {
    month,
    timeZone: site.timeZone,
    figures: JSON.stringify(books.figures),
    digest: books.digest,
    closedAt: now,
    closedBy: actor.id,
    closedByName: formatFullName(actor) || actor.email,
  };
  await write(db, [
    insertAuditStatement(db, {
      at: now,
      action: 'billing.month_closed',
      actorId: actor.id,
      subject: `month:${month}`,
      detail: { rows: books.rows.length, digest: books.digest },
    }),
    queries.insertClosingStatement(db, closing),
    queries.insertClosedRowsStatement(books.rows),
  ]).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('closed_months.month'))
      throw conflictError(`${name} is closed already.`);
    throw error;
  });
  return getMonth(deps, month);
}

/** Opens a closed month again. What was closed stays stored, with the reason. @throws conflict for one that isn't closed. */
export async function reopenMonth(deps: ReadDeps, actor: Actor, { month, reason }: { month: string; reason: string }) {
  const { db, clock } = deps;
  const [closed] = (await queries.listClosings(db, month)).filter(({ reopenedAt }) => reopenedAt === null);
  const notClosed = () => conflictError(`${formatMonth(deps, month)} isn’t closed.`);
  if (!closed) throw notClosed();
  const now = clock.now();
  await write(db, [
    insertAuditStatement(db, {
      at: now,
      action: 'billing.month_reopened',
      actorId: actor.id,
      subject: `month:${month}`,
      detail: { reason, digest: closed.digest },
    }),
    queries.reopenStatement(db, { id: closed.id, reopenedAt: now, reopenedBy: actor.id, reopenReason: reason }),
    rollbackIfNoRows,
  ]).catch(onGuardRollback(notClosed));
  return getMonth(deps, month);
}

const formatMonth = ({ site }: Pick<Deps, 'site'>, month: string): string =>
  formatCalendarMonth(month, site.settings.language);
