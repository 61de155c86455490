import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { FirstRunQuestion } from '#api/domain/first-run-questions.ts';
import { timestampMs } from './columns.ts';
import type { DraftFields } from './drafts.ts';

/** One row as long as a new site is set up, and after it; none for a site that began with content. */
export const firstRun = sqliteTable(
  'first_run',
  {
    id: integer('id').primaryKey(),
    /** As they are typed; nothing of it is public before `finishedAt`. */
    answers: text('answers', { mode: 'json' }).$type<DraftFields>().notNull(),
    /** The questions that were answered or skipped. */
    answered: text('answered', { mode: 'json' }).$type<FirstRunQuestion[]>().notNull(),
    /** Incremented by every save; a save names the version that it started from. */
    version: integer('version').notNull().default(1),
    /** 'Finish later': the start page no longer leads there by itself. */
    isPostponed: integer('is_postponed', { mode: 'boolean' }).notNull().default(false),
    createdAt: timestampMs('created_at').notNull(),
    finishedAt: timestampMs('finished_at'),
    /** The publish job of the site; until it is live, visitors wait. No foreign key: old jobs are deleted. */
    publishId: integer('publish_id'),
  },
  (table) => [check('first_run_one_row', sql`${table.id} = 1`)],
);
