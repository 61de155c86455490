import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
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
    type: text('type', { enum: subscriptionEvents }).notNull(),
    endpointId: integer('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Stripe’s id of the subscription; empty for a test. */
    subscriptionId: text('subscription_id').notNull(),
    userId: integer('user_id'),
    /** What the user has with this event, in JSON; null for a test. */
    entitlement: text('entitlement'),
    ...deliveryColumns(),
  },
  (table) => [
    check('subscription_webhooks_type', sql`${table.type} IN (${toSqlList(subscriptionEvents)})`),
    check('subscription_webhooks_status', sql`${table.status} IN (${toSqlList(webhookStatuses)})`),
    index('subscription_webhooks_due')
      .on(table.nextAttemptAt, table.id)
      .where(sql`${table.status} = 'queued'`),
    index('subscription_webhooks_order').on(table.endpointId, table.subscriptionId, table.id),
    index('subscription_webhooks_delivered').on(table.deliveredAt),
  ],
);
