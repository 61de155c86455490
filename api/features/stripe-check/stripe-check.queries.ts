import { eq, inArray, sql } from 'drizzle-orm';
import { keepNewestStatement } from '#db/queries/keep-newest.ts';
import type { WebhookRefusalReason } from '#api/domain/enums.ts';
import type { StripeReport } from '#api/domain/stripe-report.ts';
import type { Database } from '#db/client.ts';
import { stripeCheck, stripePriceChecks, stripeRefusals } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import type { PriceResult } from './price-check.service.ts';
import type { WebhookRefusal } from './webhook-checks.service.ts';

/** A check that has not ended after this was cut off with its server (ms). */
const RUN_MAX_MS = 2 * 60_000;
/** Refused webhooks that are remembered. */
const REFUSALS_KEPT = 1_000;

const ID = 1;

/** Of the check that runs, on whichever server, else of the last one. */
export async function findReport(db: Database, now: number): Promise<StripeReport | null> {
  const [row] = await db.orm.select().from(stripeCheck);
  const { running = null, report = null } = row ?? {};
  return running !== null && Math.abs(now - running.startedAt) < RUN_MAX_MS ? running : report;
}

export const saveRunningStatement = (db: Database, running: StripeReport | null): Statement =>
  db.orm
    .insert(stripeCheck)
    .values({ id: ID, running })
    .onConflictDoUpdate({ target: stripeCheck.id, set: { running } });

/** `prices`: null when they could not be read. */
export const saveReportStatements = (
  db: Database,
  report: StripeReport,
  prices: readonly PriceResult[] | null,
): Statement[] => [
  db.orm
    .insert(stripeCheck)
    .values({ id: ID, report })
    .onConflictDoUpdate({ target: stripeCheck.id, set: { report, running: null } }),
  ...(prices === null ? [] : [db.orm.delete(stripePriceChecks)]),
  ...(prices ?? []).map((result) => savePriceCheckStatement(db, result)),
];

/** Changes a row unless a refusal began a check within `intervalMs`, on whichever server. */
export const claimWakeStatement = (db: Database, now: number, intervalMs: number): Statement =>
  db.orm
    .insert(stripeCheck)
    .values({ id: ID, wokenAt: now })
    .onConflictDoUpdate({
      target: stripeCheck.id,
      set: { wokenAt: now },
      // Also when it lies ahead: the clock was put back.
      setWhere: sql`${stripeCheck.wokenAt} IS NULL OR abs(${now} - ${stripeCheck.wokenAt}) >= ${intervalMs}`,
    });

export async function findPriceCheck(db: Database, key: string): Promise<{ difference: string | null } | null> {
  const { difference } = stripePriceChecks;
  const [row] = await db.orm.select({ difference }).from(stripePriceChecks).where(eq(stripePriceChecks.key, key));
  return row ?? null;
}

/** Why compared prices don’t charge what the site says, by their keys; null for those that do. */
export async function listComparedPrices({ orm }: Database): Promise<ReadonlyMap<string, string | null>> {
  const { key, difference } = stripePriceChecks;
  const rows = await orm.select({ key, difference }).from(stripePriceChecks);
  return new Map(rows.map((row) => [row.key, row.difference]));
}

export const savePriceCheckStatement = (db: Database, { key, difference }: PriceResult): Statement =>
  db.orm
    .insert(stripePriceChecks)
    .values({ key, difference })
    .onConflictDoUpdate({ target: stripePriceChecks.key, set: { difference } });

export function recordRefusalStatements(
  db: Database,
  refusal: { eventId: string; reason: WebhookRefusalReason; refusedAt: number },
): Statement[] {
  const { reason, refusedAt } = refusal;
  return [
    db.orm
      .insert(stripeRefusals)
      .values(refusal)
      .onConflictDoUpdate({ target: stripeRefusals.eventId, set: { reason, refusedAt } }),
    keepNewestStatement(db, { table: stripeRefusals, at: stripeRefusals.refusedAt, count: REFUSALS_KEPT }),
  ];
}

export const listRefusals = (db: Database, eventIds: readonly string[]): Promise<WebhookRefusal[]> =>
  db.orm
    .select({ eventId: stripeRefusals.eventId, reason: stripeRefusals.reason, at: stripeRefusals.refusedAt })
    .from(stripeRefusals)
    .where(inArray(stripeRefusals.eventId, [...eventIds]));
