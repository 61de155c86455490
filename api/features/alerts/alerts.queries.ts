import { desc, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type AlertKind, type AlertState, alertStates } from '#api/domain/alerts.ts';
import type { Database } from '#db/client.ts';
import { outbox } from '#db/schema/index.ts';

/** An alert that was mailed: when, about what, and since when that failed (UTC ms). */
export type SentAlert = { state: AlertState; since: number; sentAt: number };

const dataSchema = z.object({ state: z.enum(alertStates), since: z.number() });

/** Idempotency key of an email: one for each beginning, day of a reminder, end and receiver. */
export const toAlertKey = (alert: {
  kind: AlertKind;
  state: AlertState;
  since: number;
  now: number;
  userId: number;
}): string => {
  const { kind, state, since, now, userId } = alert;
  return [`alert:${kind}`, since, state === 'reminder' ? `${state}-${now}` : state, userId].join(':');
};

/** The last email about it, to whomever. */
export async function findLastAlert(db: Database, kind: AlertKind): Promise<SentAlert | null> {
  const [row] = await db.orm
    .select({ data: outbox.data, createdAt: outbox.createdAt })
    .from(outbox)
    .where(sql`${outbox.kind} = 'system-alert' AND ${outbox.dedupeKey} GLOB ${`alert:${kind}:*`}`)
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(1);
  return row ? { ...dataSchema.parse(row.data), sentAt: row.createdAt } : null;
}
