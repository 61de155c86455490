import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { AuditAction } from '#api/domain/enums.ts';
import type { Database } from '#db/client.ts';
import { getActingKeyId } from '#api/http/acting-key.ts';
import { auditLog } from '#db/schema/index.ts';

type Values = Record<string, unknown>;

export type AuditEntry = {
  at: number;
  action: AuditAction;
  /** The user who acted; null for a visitor or the server itself. */
  actorId: number | null;
  /** Such as `user:12`; SQL where only the batch knows the id. Never an address or another secret. */
  subject: string | SQL;
  detail?: Values | SQL | undefined;
  /** The values of a row before the action: all of them, or as `selectRowValues` reads them. Only those that change are stored. */
  before?: Values | SQL | undefined;
  after?: Values | undefined;
  /** Idempotency key: an act with a known key is not recorded again. */
  dedupeKey?: string;
};

/**
 * The statement that records an act, for the batch of the act itself. With values in SQL it stands before the statements
 * that change them.
 */
export function insertAuditStatement(db: Database, { subject, detail, before, after, ...entry }: AuditEntry) {
  const [beforeJson, afterJson] = [toJson(before), toJson(after)];
  const isChange = before !== undefined && after !== undefined;
  return db.orm
    .insert(auditLog)
    .values({
      ...entry,
      apiKeyId: getActingKeyId(),
      subject: sql`${subject}`,
      detail: toJson(detail),
      before: isChange ? selectDifferent(beforeJson, afterJson) : beforeJson,
      after: isChange ? selectDifferent(afterJson, beforeJson) : afterJson,
    })
    .onConflictDoNothing({ target: auditLog.dedupeKey });
}

/** The values that a row has at this place of a batch. */
export const selectRowValues = (table: SQLiteTable, where: SQL, columns: Record<string, SQLiteColumn | SQL>): SQL =>
  sql`(SELECT ${toJsonObject(columns)} FROM ${table} WHERE ${where})`;

export function toJsonObject(values: Record<string, SQLiteColumn | SQL>): SQL {
  const pairs = Object.entries(values).map(([name, value]) => sql`${name}, ${value}`);
  return sql`json_object(${sql.join(pairs, sql`, `)})`;
}

function toJson(values: Values | SQL | undefined): SQL {
  if (values === undefined) return sql`NULL`;
  return isSql(values) ? values : sql`${JSON.stringify(values)}`;
}

const isSql = (values: Values | SQL): values is SQL => 'getSQL' in values;

/** The values of one object that differ from those of another; null when none does. */
const selectDifferent = (values: SQL, others: SQL): SQL => sql`(
  SELECT nullif(json_group_object(one.key, CASE
    WHEN one.type IN ('array', 'object') THEN json(one.value)
    WHEN one.type IN ('true', 'false') THEN json(one.type) ELSE one.value END), '{}')
  FROM json_each(${values}) AS one
  WHERE one.value IS NOT (SELECT value FROM json_each(${others}) AS other WHERE other.key = one.key))`;
