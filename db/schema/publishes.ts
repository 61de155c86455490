import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { deliveryColumns, timestampMs, toSqlList } from './columns.ts';
import { publishKinds, publishStatuses, webhookStatuses } from '#api/domain/enums.ts';
import { releases } from './releases.ts';
import { users } from './users.ts';

export const publishJobs = sqliteTable(
  'publish_jobs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: publishKinds }).notNull(),
    /** Id of the post or category; null for kinds without a subject. No foreign key: the subject may be deleted. */
    subjectId: integer('subject_id'),
    reason: text('reason').notNull(),
    /** The user who caused it; null for the scheduler, a script or a deleted account. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    status: text('status', { enum: publishStatuses }).notNull().default('queued'),
    releaseId: integer('release_id').references(() => releases.id),
    /** JSON array of the paths that the job changed. */
    paths: text('paths', { mode: 'json' }).$type<string[]>(),
    /** How many of these paths were removed: the last ones. */
    removedCount: integer('removed_count').notNull().default(0),
    /** For a failed job: the page and the reason. */
    failedPath: text('failed_path'),
    error: text('error'),
    createdAt: timestampMs('created_at').notNull(),
    startedAt: timestampMs('started_at'),
    finishedAt: timestampMs('finished_at'),
    /** From the write to the verification (ms). */
    milliseconds: integer('milliseconds'),
  },
  (table) => [
    check('publish_jobs_kind', sql`${table.kind} IN (${toSqlList(publishKinds)})`),
    check('publish_jobs_status', sql`${table.status} IN (${toSqlList(publishStatuses)})`),
    index('publish_jobs_open')
      .on(table.id)
      .where(sql`${table.status} IN ('queued', 'rendering')`),
  ],
);

/** What a CDN has to forget after a release, sent to PUBLISH_WEBHOOK_URL. */
export const purges = sqliteTable(
  'purges',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** No foreign key: the release may be deleted first. */
    releaseId: integer('release_id').notNull(),
    /** Null: everything. */
    paths: text('paths', { mode: 'json' }).$type<string[]>(),
    publishedAt: timestampMs('published_at').notNull(),
    /** Of a purge that took over earlier ones, `createdAt` is that of the first. */
    ...deliveryColumns(),
  },
  (table) => [
    check('purges_status', sql`${table.status} IN (${toSqlList(webhookStatuses)})`),
    index('purges_open')
      .on(table.id)
      .where(sql`${table.status} <> 'delivered'`),
  ],
);
