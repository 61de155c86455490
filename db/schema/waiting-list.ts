import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { timestampMs, toSqlList } from './columns.ts';
import { outboxStatuses, waitingListStatuses } from '#api/domain/enums.ts';
import { products } from './products.ts';

export const waitingListEntries = sqliteTable(
  'waiting_list_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Part of the entry link; useless without its signature. */
    publicId: text('public_id').notNull().unique(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** Lower-case ASCII. */
    email: text('email').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** What the user wants the product for. */
    intent: text('intent'),
    status: text('status', { enum: waitingListStatuses }).notNull().default('pending'),
    createdAt: timestampMs('created_at').notNull(),
    /** When the link of the email was opened, which proves the address. */
    confirmedAt: timestampMs('confirmed_at'),
    invitedAt: timestampMs('invited_at'),
    /** The undoable action that invited or rejected it last. */
    undoId: text('undo_id'),
    /** Its latest invitation email, and the status of that; triggers write both whenever the outbox changes. */
    invitationEmailId: integer('invitation_email_id'),
    invitationStatus: text('invitation_status', { enum: outboxStatuses }),
    /** When someone with this address made an account, and when that account first paid for the product. */
    signedUpAt: timestampMs('signed_up_at'),
    paidAt: timestampMs('paid_at'),
    /** What the manager's search looks through. A line break keeps a match from crossing from the address into the name. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower("email" || char(10) || coalesce("first_name", '') || ' ' || coalesce("last_name", ''))`,
    ),
  },
  (table) => [
    uniqueIndex('waiting_list_entries_one_each').on(table.email, table.productId),
    index('waiting_list_entries_order').on(table.productId, table.status, table.createdAt, table.id),
    // Whom to invite next: people who said what they need it for.
    index('waiting_list_entries_intent')
      .on(table.productId, table.createdAt, table.id)
      .where(sql`${table.status} = 'pending' AND ${table.intent} IS NOT NULL`),
    // The manager's list sorts, filters, searches and counts within an index: the rows of 100,000 entries are 30 MB.
    index('waiting_list_entries_counts').on(
      table.productId,
      table.status,
      table.invitationStatus,
      table.confirmedAt,
      table.signedUpAt,
      table.paidAt,
    ),
    index('waiting_list_entries_created').on(
      table.createdAt,
      table.id,
      table.productId,
      table.status,
      table.invitationStatus,
    ),
    index('waiting_list_entries_first_name').on(
      sql`lower(${table.firstName})`,
      table.id,
      table.productId,
      table.status,
      table.invitationStatus,
    ),
    index('waiting_list_entries_search').on(
      table.searchText,
      table.id,
      table.productId,
      table.status,
      table.invitationStatus,
      table.createdAt,
      sql`lower(${table.firstName})`,
    ),
    index('waiting_list_entries_undo')
      .on(table.undoId)
      .where(sql`${table.undoId} IS NOT NULL`),
    check('waiting_list_entries_status', sql`${table.status} IN (${toSqlList(waitingListStatuses)})`),
    check('waiting_list_entries_email', sql`${table.email} = lower(${table.email})`),
    check('waiting_list_entries_invited', sql`${table.status} <> 'invited' OR ${table.invitedAt} IS NOT NULL`),
  ],
);
