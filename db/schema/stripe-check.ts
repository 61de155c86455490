import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { webhookRefusalReasons } from '#api/domain/enums.ts';
import type { StripeReport } from '#api/domain/stripe-report.ts';
import { timestampMs, toSqlList } from './columns.ts';

/** One row: what checks of the account at Stripe have found, for every server. */
export const stripeCheck = sqliteTable(
  'stripe_check',
  {
    id: integer('id').primaryKey(),
    /** Of the last check that ended. */
    report: text('report', { mode: 'json' }).$type<StripeReport>(),
    /** Of the check that runs, as far as it is. A server that ends meanwhile leaves it. */
    running: text('running', { mode: 'json' }).$type<StripeReport>(),
    /** When a refusal last began a check. */
    wokenAt: timestampMs('woken_at'),
  },
  (table) => [check('stripe_check_one_row', sql`${table.id} = 1`)],
);

/** Whether the price of a plan at Stripe is what the site says. */
export const stripePriceChecks = sqliteTable('stripe_price_checks', {
  /** The id of the price, and what the site says: another setting or another catalogue was not compared. */
  key: text('key').primaryKey(),
  /** Why it isn't; null when it is. */
  difference: text('difference'),
});

/** Webhooks that were refused, the last time for each event. Anybody may send one: only the newest are kept. */
export const stripeRefusals = sqliteTable(
  'stripe_refusals',
  {
    eventId: text('event_id').primaryKey(),
    reason: text('reason', { enum: webhookRefusalReasons }).notNull(),
    refusedAt: timestampMs('refused_at').notNull(),
  },
  (table) => [
    check('stripe_refusals_reason', sql`${table.reason} IN (${toSqlList(webhookRefusalReasons)})`),
    index('stripe_refusals_refused').on(table.refusedAt),
  ],
);
