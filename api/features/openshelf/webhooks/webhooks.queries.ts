import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { toIso } from '#api/clock.ts';
import { DECISION_UNDO_WINDOW_MS, type WebhookEvent } from '#api/domain/publication-states.ts';
import type { Database } from '#db/client.ts';
import { openshelfWebhooks, publications, rejectionReasons } from '#db/schema/index.ts';

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
export function enqueueWebhooksStatement(
  _db: Database,
  { condition, type, now, undoId, comments = null, reasonIds = [] }: NewWebhooks,
): SQL {
  const eventId = sql`${`evt_${randomUUID()}_`} || ${publications.id}`;
  const reasons = sql`
    (SELECT json_group_array(label ORDER BY position) FROM ${rejectionReasons}
     WHERE id IN (SELECT value FROM json_each(${JSON.stringify(reasonIds)})))`;
  const data = sql`json_object(
    'publication_id', ${publications.id},
    'version_number', ${publications.versionNumber},
    'status', ${publications.status},
    'decision', ${type === 'publication.approved' ? 'approved' : 'rejected'},
    'comments', ${comments},
    'reasons', json(${reasons}),
    'changes_requested', json(${type === 'publication.changes_requested' ? 'true' : 'false'}))`;
  const payload = sql`json_object('id', ${eventId}, 'type', ${type}, 'created_at', ${toIso(now)}, 'data', ${data})`;
  return sql`
    INSERT INTO ${openshelfWebhooks} (event_id, type, publication_id, payload, next_attempt_at, undo_id, created_at)
    SELECT ${eventId}, ${type}, ${publications.id}, ${payload}, ${now + DECISION_UNDO_WINDOW_MS}, ${undoId}, ${now}
    FROM ${publications} WHERE ${condition}`;
}
