import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { complimentaryEnds } from '#api/domain/enums.ts';
import { timestampMs, toSqlList } from './columns.ts';
import { products } from './products.ts';
import { users } from './users.ts';

/** Plans that the company gave to somebody free of charge. Nothing of them is at Stripe. */
export const complimentaryPlans = sqliteTable(
  'complimentary_plans',
  {
    /** Begins with `comp_`; products know the plan by it, as they know a subscription by Stripe's id. */
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** The key of the plan, which stays when the plan is renamed. */
    planKey: text('plan_key').notNull(),
    /** Seats. */
    quantity: integer('quantity').notNull().default(1),
    /** For staff. */
    reason: text('reason').notNull(),
    /** When it ends by itself; null for one without an end. */
    endsAt: timestampMs('ends_at'),
    /** Who gave it; null for a deleted account. */
    actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
    /** When it ended; null while it lasts. */
    endedAt: timestampMs('ended_at'),
    endReason: text('end_reason', { enum: complimentaryEnds }),
  },
  (table) => [
    check('complimentary_plans_end_reason', sql`${table.endReason} IN (${toSqlList(complimentaryEnds)})`),
    check('complimentary_plans_quantity', sql`${table.quantity} > 0`),
    uniqueIndex('complimentary_plans_one_current')
      .on(table.userId, table.productId)
      .where(sql`${table.endedAt} IS NULL`),
    index('complimentary_plans_due')
      .on(table.endsAt)
      .where(sql`${table.endedAt} IS NULL`),
    index('complimentary_plans_actor').on(table.actorId),
  ],
);
