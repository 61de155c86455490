import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { webhookStatuses } from '#api/domain/enums.ts';
import { subscriptionEvents } from '#api/domain/subscription-webhooks.ts';
import { deliveryColumns, timestampMs, toSqlList } from './columns.ts';
import { users } from './users.ts';

/** Addresses of the company's products that are told when a subscription starts, changes or ends. */
export const webhookEndpoints = sqliteTable(
  'webhook_endpoints',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    url: text('url').notNull(),
    /** Null: of every product. No foreign key: products are data of the site. */
    productId: integer('product_id'),
    /** With which its webhooks are signed; encrypted. */
    secret: text('secret').notNull(),
    /** Who added it; null for a deleted account. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [index('webhook_endpoints_user').on(table.userId)],
);

/** What the products are told. Whom it is about has no foreign key: a product learns of an end even when the account is gone. */
export const subscriptionWebhooks = sqliteTable(
  'subscription_webhooks',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Id of the event, the same in every attempt and replay: the receiver ignores one that it knows. */
    eventId: text('event_id').notNull().unique(),
    /** SQLite could change a CHECK only in a new table, so there is none: a new event needs no migration. */
    type: text('type', { enum: subscriptionEvents }).notNull(),
    endpointId: integer('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Webhooks with the same value are sent in their order: Stripe’s id of the subscription, or `user:<id>`; empty for a test. */
    subscriptionId: text('subscription_id').notNull(),
    userId: integer('user_id'),
    /** The subscription that the event is about as it was left by it, in JSON; null for an event that is about none. */
    entitlement: text('entitlement'),
    ...deliveryColumns(),
  },
  (table) => [
    check('subscription_webhooks_status', sql`${table.status} IN (${toSqlList(webhookStatuses)})`),
    index('subscription_webhooks_due')
      .on(table.nextAttemptAt, table.id)
      .where(sql`${table.status} = 'queued'`),
    index('subscription_webhooks_order').on(table.endpointId, table.subscriptionId, table.id),
    index('subscription_webhooks_delivered').on(table.deliveredAt),
  ],
);

/** The version of the last state of entitlements that was read for a program: one row. */
export const entitlementVersion = sqliteTable('entitlement_version', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
});

/** Times at which what a user may do changes by itself, such as the end of a blacklisting. The row goes once products were told. */
export const entitlementTimers = sqliteTable(
  'entitlement_timers',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    dueAt: timestampMs('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.dueAt] }), index('entitlement_timers_due').on(table.dueAt)],
);

/** What products were last told of each plan. A difference from the catalogue is told to everyone who has the plan, in batches. */
export const planBroadcasts = sqliteTable('plan_broadcasts', {
  /** `plan:<key>`, or `free:<id of the product>`. */
  subject: text('subject').primaryKey(),
  /** In JSON. */
  told: text('told').notNull(),
  /** The user up to whom products were told of the last difference; null once that is done. */
  afterUserId: integer('after_user_id'),
});
