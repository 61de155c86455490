import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { toIso } from '#api/clock.ts';
import type { WebhookStatus } from '#api/domain/enums.ts';
import { APPEAL_WINDOW_MS, DECISION_UNDO_WINDOW_MS, type WebhookEvent } from '#api/domain/publication-states.ts';
import { isRejectionFinal } from '#api/features/openshelf/appeals.queries.ts';
import { selectRowValues } from '#api/features/audit/audit.service.ts';
import type { Database } from '#db/client.ts';
import { endUndoTimeStatement } from '#db/queries/undo-actions.ts';
import { findNextDeliveryAt, isNextDelivery } from '#db/queries/webhook-deliveries.ts';
import { openshelfWebhooks, publications, rejectionReasons } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

type NewWebhooks = {
  /** Which publications. The statement stands behind the move in its batch, so that it reads the new status. */
  condition: SQL;
  type: WebhookEvent;
  now: number;
  undoId: string;
  comments?: string | null;
  reasonIds?: readonly number[];
};

/** Queues a webhook for each of the publications; it is sent when the decision can't be undone any more. */
export function enqueueWebhooksStatement({
  condition,
  type,
  now,
  undoId,
  comments = null,
  reasonIds = [],
}: NewWebhooks): SQL {
  const eventId = sql`${`evt_${randomUUID()}_`} || ${publications.id}`;
  const reasons = sql`
    (SELECT json_group_array(label) FROM (SELECT label FROM ${rejectionReasons}
     WHERE id IN (SELECT value FROM json_each(${JSON.stringify(reasonIds)})) ORDER BY position))`;
  const isFinal = type === 'publication.approved' ? sql`1` : isRejectionFinal(now);
  const data = sql`json_object(
    'publication_id', ${publications.id},
    'version_number', ${publications.versionNumber},
    'status', ${publications.status},
    'decision', ${type === 'publication.approved' ? 'approved' : 'rejected'},
    'comments', ${comments},
    'reasons', json(${reasons}),
    'changes_requested', json(${type === 'publication.changes_requested' ? 'true' : 'false'}),
    'final', json(CASE WHEN ${isFinal} THEN 'true' ELSE 'false' END),
    'appeal_until', CASE WHEN NOT ${isFinal} THEN ${toIso(now + APPEAL_WINDOW_MS)} END)`;
  const payload = sql`json_object('id', ${eventId}, 'type', ${type}, 'created_at', ${toIso(now)}, 'data', ${data})`;
  return sql`
    INSERT INTO ${openshelfWebhooks} (event_id, type, publication_id, payload, next_attempt_at, undo_id, created_at)
    SELECT ${eventId}, ${type}, ${publications.id}, ${payload}, ${now + DECISION_UNDO_WINDOW_MS}, ${undoId}, ${now}
    FROM ${publications} WHERE ${condition}`;
}

export type WebhookRow = typeof openshelfWebhooks.$inferSelect;

/** Those of one publication are sent in their order. */
const isNext = isNextDelivery(openshelfWebhooks, [openshelfWebhooks.publicationId]);

/** Webhooks that are to be sent now, the longest due first; of each publication one. */
export const listDueWebhooks = (db: Database, now: number, limit: number): Promise<WebhookRow[]> =>
  db.orm
    .select()
    .from(openshelfWebhooks)
    .where(and(isNext, lte(openshelfWebhooks.nextAttemptAt, now)))
    .orderBy(asc(openshelfWebhooks.nextAttemptAt), asc(openshelfWebhooks.id))
    .limit(limit);

/** When the next webhook is due (UTC ms), or null when none is queued. */
export const findNextAttemptAt = (db: Database): Promise<number | null> =>
  findNextDeliveryAt(db, openshelfWebhooks, isNext);

/**
 * Closes the decisions that these webhooks report, because the webhooks leave now, and returns those that are still queued:
 * between reading and closing one may have been undone.
 */
export async function closeDecisions(db: Database, rows: readonly WebhookRow[]): Promise<WebhookRow[]> {
  const undoIds = [...new Set(rows.flatMap(({ undoId }) => undoId ?? []))];
  if (undoIds.length === 0) return [...rows];
  await write(db, [
    endUndoTimeStatement(db, undoIds),
    db.orm.update(openshelfWebhooks).set({ undoId: null }).where(inArray(openshelfWebhooks.undoId, undoIds)),
  ]);
  const ids = rows.map(({ id }) => id);
  return db.orm
    .select()
    .from(openshelfWebhooks)
    .where(and(inArray(openshelfWebhooks.id, ids), eq(openshelfWebhooks.status, 'queued')));
}

type WebhookFilters = { status?: WebhookStatus | undefined; publication?: number | undefined };

const toWebhookFilter = ({ status, publication }: WebhookFilters) =>
  and(
    status && eq(openshelfWebhooks.status, status),
    publication ? eq(openshelfWebhooks.publicationId, publication) : undefined,
  );

const selectWebhooks = (db: Database) =>
  db.orm
    .select({ webhook: openshelfWebhooks, publicationTitle: publications.title })
    .from(openshelfWebhooks)
    .innerJoin(publications, eq(publications.id, openshelfWebhooks.publicationId));

export type ListedWebhookRow = Awaited<ReturnType<typeof selectWebhooks>>[number];

/** The newest first. */
export const listWebhookRows = (db: Database, query: WebhookFilters & { page: number; limit: number }) =>
  selectWebhooks(db)
    .where(toWebhookFilter(query))
    .orderBy(desc(openshelfWebhooks.createdAt), desc(openshelfWebhooks.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);

export async function findWebhookRow(db: Database, id: number): Promise<ListedWebhookRow | undefined> {
  const [row] = await selectWebhooks(db).where(eq(openshelfWebhooks.id, id));
  return row;
}

export async function countWebhooks(db: Database, filters: WebhookFilters): Promise<number> {
  const [row] = await db.orm.select({ count: count() }).from(openshelfWebhooks).where(toWebhookFilter(filters));
  return row?.count ?? 0;
}

export async function countWebhooksByStatus(db: Database): Promise<Record<WebhookStatus, number>> {
  const rows = await db.orm
    .select({ status: openshelfWebhooks.status, count: count() })
    .from(openshelfWebhooks)
    .groupBy(openshelfWebhooks.status);
  return { queued: 0, delivered: 0, failed: 0, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) };
}

const isWebhook = (id: number) => eq(openshelfWebhooks.id, id);

/** What a replay changes, for the audit log. */
export const selectWebhookValues = (id: number) =>
  selectRowValues(openshelfWebhooks, isWebhook(id), {
    status: openshelfWebhooks.status,
    attempts: openshelfWebhooks.attempts,
  });
