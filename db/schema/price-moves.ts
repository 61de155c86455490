import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { priceMoveObstacles, priceMoveStates } from '#api/domain/enums.ts';
import { timestampMs, toSqlList } from './columns.ts';
import { users } from './users.ts';

/** Moves of subscribers of a plan from earlier prices to the one that it is sold for, with notice. */
export const priceMoves = sqliteTable(
  'price_moves',
  {
    id: text('id').primaryKey(),
    planKey: text('plan_key').notNull(),
    /** Null: the plan is free by now. Their payments end with the period, and they have the free plan then. */
    toPriceId: text('to_price_id'),
    /** What the new price is called in emails: '€9 per month'. */
    toPrice: text('to_price').notNull(),
    /** Each subscriber moves with the first renewal from then on. */
    effectiveFrom: timestampMs('effective_from').notNull(),
    /** The owner's words, in the email to each. */
    message: text('message').notNull(),
    actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
    /** The end of the undo window: nobody is told before. */
    startsAt: timestampMs('starts_at').notNull(),
    cancelledAt: timestampMs('cancelled_at'),
  },
  (table) => [index('price_moves_actor').on(table.actorId)],
);

/** The subscribers of a move, each with what became of it. */
export const priceMoveMembers = sqliteTable(
  'price_move_members',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    moveId: text('move_id')
      .notNull()
      .references(() => priceMoves.id, { onDelete: 'cascade' }),
    /** Stripe's id. */
    subscriptionId: text('subscription_id').notNull(),
    fromPriceId: text('from_price_id').notNull(),
    /** What is paid today, as emails call it. */
    fromPrice: text('from_price').notNull(),
    state: text('state', { enum: priceMoveStates }).notNull().default('waiting'),
    obstacle: text('obstacle', { enum: priceMoveObstacles }),
    /** When the new price begins, once that is scheduled at Stripe. */
    movesAt: timestampMs('moves_at'),
    /** When the email was enqueued. */
    toldAt: timestampMs('told_at'),
    /** When it is looked at again; null once nothing is left to do. */
    nextAttemptAt: timestampMs('next_attempt_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [
    check('price_move_members_state', sql`${table.state} IN (${toSqlList(priceMoveStates)})`),
    check('price_move_members_obstacle', sql`${table.obstacle} IN (${toSqlList(priceMoveObstacles)})`),
    uniqueIndex('price_move_members_once').on(table.moveId, table.subscriptionId),
    uniqueIndex('price_move_members_one_move')
      .on(table.subscriptionId)
      .where(sql`${table.state} IN ('waiting', 'scheduled')`),
    index('price_move_members_due').on(table.nextAttemptAt),
  ],
);
