import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { auditLog, blacklistings, invoices, outbox, subscriptions, users } from '#db/schema/index.ts';
import type { TimelineKind } from '#api/features/users/users.contract.ts';

export const timelineSources = ['audit', 'email', 'invoice'] as const;
export type TimelineSource = (typeof timelineSources)[number];

/** The place of an entry: newest first, then by source and row. */
export type TimelineKey = { at: number; source: TimelineSource; id: number };

type TimelineFilter = { kind: TimelineKind | undefined; before: TimelineKey | null; limit: number };

const { action } = auditLog;
const isSignIn = sql`(${action} LIKE 'auth.%' OR ${action} = 'user.created')`;
const isPayment = sql`(${action} LIKE 'subscription.%' OR ${action} LIKE 'payment.%')`;

/** The audit rows of each kind; undefined for a kind without any. */
const auditConditions: Record<TimelineKind, SQL | undefined> = {
  sign_in: isSignIn,
  email: undefined,
  payment: isPayment,
  admin: sql`NOT ${isSignIn} AND NOT ${isPayment}`,
};

/** The keys of the newest entries about a user, from all sources. */
export function listTimelineKeys(
  { orm }: Database,
  user: { id: number; email: string },
  { kind, before, limit }: TimelineFilter,
): Promise<TimelineKey[]> {
  const isWanted = kind ? auditConditions[kind] : sql`TRUE`;
  const sources = [
    isWanted &&
      sql`SELECT ${auditLog.at} AS at, 'audit' AS source, ${auditLog.id} AS id FROM ${auditLog}
        WHERE ${auditLog.subject} IN (${selectSubjects(user.id)}) AND ${isWanted}`,
    (kind === undefined || kind === 'email') &&
      sql`SELECT ${outbox.createdAt} AS at, 'email' AS source, ${outbox.id} AS id FROM ${outbox} WHERE ${outbox.toEmail} = ${user.email}`,
    (kind === undefined || kind === 'payment') &&
      sql`SELECT coalesce(${invoices.paidAt}, ${invoices.createdAt}) AS at, 'invoice' AS source, ${invoices.id} AS id FROM ${invoices}
        WHERE ${invoices.userId} = ${user.id} AND ${invoices.status} <> 'draft'`,
  ].filter((source) => source instanceof Object);
  const isOlder = before ? sql`(at, source, id) < (${before.at}, ${before.source}, ${before.id})` : sql`TRUE`;
  return orm.all<TimelineKey>(
    sql`SELECT at, source, id FROM (${sql.join(sources, sql` UNION ALL `)}) WHERE ${isOlder} ORDER BY at DESC, source DESC, id DESC LIMIT ${limit}`,
  );
}

const selectSubjects = (userId: number) => sql`SELECT ${`user:${userId}`}
  UNION ALL SELECT 'subscription:' || ${subscriptions.stripeSubscriptionId} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${userId}
  UNION ALL SELECT 'invoice:' || ${invoices.stripeInvoiceId} FROM ${invoices} WHERE ${invoices.userId} = ${userId}`;

/** Both rows are written at the same moment. A blacklisting that another one replaced ended with that. */
const startedOrEndedBlacklisting = or(
  and(eq(action, 'user.blacklisted'), eq(blacklistings.createdAt, auditLog.at)),
  and(eq(action, 'user.unblacklisted'), eq(blacklistings.endedAt, auditLog.at), isNull(blacklistings.replacedUndoId)),
);

/** Audit rows with the name of who acted, and the subscription or blacklisting that they are about. */
export const listAuditRows = ({ orm }: Database, userId: number, ids: number[]) =>
  orm
    .select({
      audit: auditLog,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      subscription: { productId: subscriptions.productId, planName: subscriptions.planName },
      blacklisting: { reason: blacklistings.reason, until: blacklistings.until },
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .leftJoin(
      subscriptions,
      and(
        sql`${auditLog.subject} LIKE 'subscription:%'`,
        sql`${subscriptions.stripeSubscriptionId} = substr(${auditLog.subject}, ${'subscription:'.length + 1})`,
      ),
    )
    .leftJoin(blacklistings, and(eq(blacklistings.userId, userId), startedOrEndedBlacklisting))
    .where(inArray(auditLog.id, ids));

export const listEmailRows = ({ orm }: Database, ids: number[]) =>
  orm
    .select({
      id: outbox.id,
      kind: outbox.kind,
      status: outbox.status,
      createdAt: outbox.createdAt,
      lastError: outbox.lastError,
    })
    .from(outbox)
    .where(inArray(outbox.id, ids));

export const listInvoiceRows = ({ orm }: Database, ids: number[]) =>
  orm.select().from(invoices).where(inArray(invoices.id, ids));
