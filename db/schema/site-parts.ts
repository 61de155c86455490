import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { sitePartKinds, sitePartStates, siteScheduleStates } from '#api/domain/enums.ts';
import { timestampMs, toSqlList } from './columns.ts';
import type { DraftFields } from './drafts.ts';
import { users } from './users.ts';

/** What the owner has published about the company, in parts: each has its own draft and revisions. */
export const siteParts = sqliteTable(
  'site_parts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: sitePartKinds }).notNull(),
    state: text('state', { enum: sitePartStates }).notNull().default('live'),
    fields: text('fields', { mode: 'json' }).$type<DraftFields>().notNull(),
    /** Of a page, as are these two. */
    title: text('title').generatedAlwaysAs(sql`json_extract(fields, '$.title')`, { mode: 'virtual' }),
    address: text('address').generatedAlwaysAs(sql`json_extract(fields, '$.address')`, { mode: 'virtual' }),
    /** Counts the published versions; a draft names the one that it started from. */
    revision: integer('revision').notNull().default(1),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('site_parts_single')
      .on(table.kind)
      .where(sql`${table.kind} IN ('settings', 'navigation')`),
    uniqueIndex('site_parts_address')
      .on(table.address)
      .where(sql`${table.kind} = 'page' AND ${table.state} = 'live'`),
    check('site_parts_state', sql`${table.state} IN (${toSqlList(sitePartStates)})`),
    check('site_parts_kind', sql`${table.kind} IN (${toSqlList(sitePartKinds)})`),
  ],
);

/** Versions of legal pages that were replaced by another one. Visitors can read them as long as the page is there. */
export const legalVersions = sqliteTable(
  'legal_versions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pageId: integer('page_id')
      .notNull()
      .references(() => siteParts.id),
    /** As the page called itself, such as '1.0'. */
    version: text('version').notNull(),
    fields: text('fields', { mode: 'json' }).$type<DraftFields>().notNull(),
    replacedAt: timestampMs('replaced_at').notNull(),
  },
  (table) => [uniqueIndex('legal_versions_version').on(table.pageId, table.version)],
);

/**
 * Every price at the payment provider that was chosen for a plan. Rows stay when the plan gets another price, or an earlier version of it
 * comes back: who subscribed keeps the price, and events name it.
 */
export const planPrices = sqliteTable(
  'plan_prices',
  {
    /** The provider's. */
    priceId: text('price_id').primaryKey(),
    planKey: text('plan_key').notNull(),
    interval: text('billing_interval', { enum: ['month', 'year'] })
      .notNull()
      .default('month'),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [index('plan_prices_plan').on(table.planKey, table.createdAt)],
);

/** A change of the site as it was when it was scheduled. */
export type ScheduledPart = {
  kind: (typeof sitePartKinds)[number];
  id: number;
  /** Of the draft. */
  version: number;
  /** Of what was live, with its fields: what is published in between is kept. */
  revision: number;
  before: DraftFields;
  fields: DraftFields;
};

/** Changes of the site that are published at a time: as they were when they were scheduled, whatever their drafts are by then. */
export const siteSchedules = sqliteTable(
  'site_schedules',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    state: text('state', { enum: siteScheduleStates }).notNull().default('waiting'),
    publishAt: timestampMs('publish_at').notNull(),
    parts: text('parts', { mode: 'json' }).$type<ScheduledPart[]>().notNull(),
    /** Why it couldn’t be published. */
    error: text('error'),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [
    index('site_schedules_due').on(table.state, table.publishAt),
    check('site_schedules_state', sql`${table.state} IN (${toSqlList(siteScheduleStates)})`),
  ],
);
