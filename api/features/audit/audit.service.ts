import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import { auditLog } from '#db/schema/index.ts';

export type AuditEntry = {
  at: number;
  action: AuditAction;
  /** The user who acted; null for a visitor. */
  actorId: number | null;
  /** Such as `user:12`; SQL where only the batch knows the id. Never an address or another secret. */
  subject: string | SQL;
  detail?: Record<string, unknown> | undefined;
  /** The fields that the action changes, with their values before it and after it. */
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  /** Idempotency key: an act with a known key is not recorded again. */
  dedupeKey?: string;
};

/** The statement that records an action; it belongs to the batch of the action, so both are written or neither. */
export function insertAuditStatement(db: Database, entry: AuditEntry) {
  return db.orm
    .insert(auditLog)
    .values({
      ...entry,
      subject: sql`${entry.subject}`,
      detail: entry.detail ?? null,
      before: entry.before ?? null,
      after: entry.after ?? null,
    })
    .onConflictDoNothing({ target: auditLog.dedupeKey });
}
