import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { timestampMs } from './columns.ts';

/** Months whose books are closed. A row is never changed but by its reopening, and never deleted. */
export const closedMonths = sqliteTable(
  'closed_months',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** '2026-10', in `time_zone`. */
    month: text('month').notNull(),
    timeZone: text('time_zone').notNull(),
    /** JSON of `MonthFigures` (`month-closing.contract.ts`). */
    figures: text('figures').notNull(),
    /** SHA-256 of figures and rows, in hexadecimal. */
    digest: text('digest').notNull(),
    closedAt: timestampMs('closed_at').notNull(),
    /** The user who closed it; their name, which stays. */
    closedBy: integer('closed_by').notNull(),
    closedByName: text('closed_by_name').notNull(),
    reopenedAt: timestampMs('reopened_at'),
    reopenedBy: integer('reopened_by'),
    reopenReason: text('reopen_reason'),
  },
  (table) => [
    uniqueIndex('closed_months_one')
      .on(table.month)
      .where(sql`${table.reopenedAt} IS NULL`),
  ],
);

/** The rows of a closed month, as its file has them. */
export const closedMonthRows = sqliteTable(
  'closed_month_rows',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    closedMonthId: integer('closed_month_id')
      .notNull()
      .references(() => closedMonths.id),
    position: integer('position').notNull(),
    /** JSON of a `BookRow` (`api/domain/month-books.ts`). */
    row: text('row').notNull(),
  },
  (table) => [uniqueIndex('closed_month_rows_position').on(table.closedMonthId, table.position)],
);

/** Comparisons of a month with Stripe, before it is closed. */
export const monthChecks = sqliteTable(
  'month_checks',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    month: text('month').notNull(),
    startedAt: timestampMs('started_at').notNull(),
    finishedAt: timestampMs('finished_at'),
    /** Invoices that were read from Stripe. */
    compared: integer('compared').notNull().default(0),
    /** JSON list of sentences with the invoice that each is about. */
    differences: text('differences'),
    /** As in `closed_months`: what was compared. Null while it runs. */
    digest: text('digest'),
    error: text('error'),
  },
  (table) => [index('month_checks_month').on(table.month, table.startedAt)],
);
