import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { RehearsalReport } from '#api/domain/purchase-rehearsal.ts';
import { timestampMs } from './columns.ts';
import { users } from './users.ts';

/** Purchase rehearsals: each plan bought in the payment sandbox as a visitor would buy it. The newest are kept. */
export const purchaseRehearsals = sqliteTable('purchase_rehearsals', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  startedAt: timestampMs('started_at').notNull(),
  /** Null while it runs; a server that ends meanwhile leaves it null. */
  finishedAt: timestampMs('finished_at'),
  /** Who asked for it; null for a deleted account. */
  actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
  /** Hash of what is sold: another one means that a rehearsal says nothing about today's plans. */
  offerHash: text('offer_hash').notNull(),
  hasPassed: integer('has_passed', { mode: 'boolean' }).notNull().default(false),
  report: text('report', { mode: 'json' }).$type<RehearsalReport>().notNull(),
});

/** Pages and emails that the customer of a rehearsal saw. */
export const rehearsalRecords = sqliteTable(
  'rehearsal_records',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    rehearsalId: integer('rehearsal_id')
      .notNull()
      .references(() => purchaseRehearsals.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['page', 'email'] }).notNull(),
    /** Subject of an email, address of a page. */
    title: text('title').notNull(),
    html: text('html').notNull(),
  },
  (table) => [index('rehearsal_records_rehearsal').on(table.rehearsalId)],
);
