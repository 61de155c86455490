import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { taxMoveObstacles, taxMoveStates } from '#api/domain/enums.ts';
import { timestampMs, toSqlList } from './columns.ts';
import { users } from './users.ts';

/** Moves of subscribers of a product from earlier tax rates to the one that it is sold with. */
export const taxMoves = sqliteTable(
  'tax_moves',
  {
    id: text('id').primaryKey(),
    productId: integer('product_id').notNull(),
    /** JSON of `FixedTaxRate` (`domain/charged-rate.ts`); null where the company charges none by now. */
    toRate: text('to_rate'),
    actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
    /** The end of the undo window: nobody is told, and nothing is changed, before. */
    startsAt: timestampMs('starts_at').notNull(),
    undoneAt: timestampMs('undone_at'),
  },
  (table) => [index('tax_moves_actor').on(table.actorId)],
);

/** The subscribers of a move, each with what became of it. */
export const taxMoveMembers = sqliteTable(
  'tax_move_members',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    moveId: text('move_id')
      .notNull()
      .references(() => taxMoves.id, { onDelete: 'cascade' }),
    /** Stripe's id. */
    subscriptionId: text('subscription_id').notNull(),
    /** The earlier rate, as screens and emails call it: '20% VAT'. */
    fromRates: text('from_rates').notNull(),
    state: text('state', { enum: taxMoveStates }).notNull().default('waiting'),
    obstacle: text('obstacle', { enum: taxMoveObstacles }),
    /** When the email about a dearer payment was enqueued. */
    toldAt: timestampMs('told_at'),
    /** When it is tried again; null once nothing is left to do. */
    nextAttemptAt: timestampMs('next_attempt_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [
    check('tax_move_members_state', sql`${table.state} IN (${toSqlList(taxMoveStates)})`),
    check('tax_move_members_obstacle', sql`${table.obstacle} IN (${toSqlList(taxMoveObstacles)})`),
    uniqueIndex('tax_move_members_once').on(table.moveId, table.subscriptionId),
    uniqueIndex('tax_move_members_one_move')
      .on(table.subscriptionId)
      .where(sql`${table.state} = 'waiting'`),
    index('tax_move_members_due').on(table.nextAttemptAt),
  ],
);
