import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import {
  aiDecisions,
  moveActors,
  publicationMoves,
  publicationStatuses,
  webhookEvents,
} from '#api/domain/publication-states.ts';
import { webhookStatuses } from '#api/domain/enums.ts';
import type { RemovedLinks } from '#api/domain/removed-links.ts';
import { deliveryColumns, isSlug, timestampMs, toSqlList } from './columns.ts';

/** Categories of OpenShelf; two levels. */
export const publicationCategories = sqliteTable(
  'publication_categories',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    /** Null for a top-level category. */
    parentId: integer('parent_id').references((): AnySQLiteColumn => publicationCategories.id),
    position: integer('position').notNull(),
  },
  (table) => [
    check('publication_categories_slug', isSlug(table.slug)),
    uniqueIndex('publication_categories_name').on(table.parentId, table.name),
  ],
);

/** What the publishing service sends of a work; the same columns in a publication (its current version) and in each version. */
const workColumns = () => ({
  title: text('title').notNull(),
  authorName: text('author_name').notNull(),
  authorBio: text('author_bio'),
  /** For reviewers only; never on the public shelf. */
  authorContact: text('author_contact'),
  description: text('description').notNull(),
  /** A top-level category, and one of its subcategories or null. */
  categoryId: integer('category_id')
    .notNull()
    .references(() => publicationCategories.id),
  subcategoryId: integer('subcategory_id').references(() => publicationCategories.id),
  htmlUrl: text('html_url'),
  pdfUrl: text('pdf_url'),
  mdUrl: text('md_url'),
  epubUrl: text('epub_url'),
  submittedAt: timestampMs('submitted_at'),
  aiDecision: text('ai_decision', { enum: aiDecisions }),
  /** 0 to 1. */
  aiConfidence: real('ai_confidence'),
  aiComments: text('ai_comments'),
});

/** Publications that the publishing service sends for the public shelf: the state, and the content of the current version. */
export const publications = sqliteTable(
  'publications',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Its address on the shelf; made from the first title, and never changed. */
    slug: text('slug').notNull().unique(),
    status: text('status', { enum: publicationStatuses }).notNull().default('DRAFT'),
    /** The number of the current version, from 1. */
    versionNumber: integer('version_number').notNull().default(1),
    /** The version that is on the public shelf; null when the work is not on it. */
    shelfVersion: integer('shelf_version'),
    ...workColumns(),
    /** The rejection asks for changes: the author is expected to send the next version. */
    areChangesRequested: integer('are_changes_requested', { mode: 'boolean' }).notNull().default(false),
    /** When it came into ADMIN_REVIEWING last; the queue is in this order. */
    queuedAt: timestampMs('queued_at'),
    /** When a reviewer decided last, and who; users may be deleted, so not a reference. */
    decidedAt: timestampMs('decided_at'),
    decidedBy: integer('decided_by'),
    /** The undoable decision that made its present status. */
    undoId: text('undo_id'),
    /** Set by an appeal: the reviewer who decided before, and may not decide again while there is another; 0 for the AI. */
    excludedReviewerId: integer('excluded_reviewer_id'),
    /** The reviewer who has it open, until when. */
    claimedBy: integer('claimed_by'),
    claimedUntil: timestampMs('claimed_until'),
    /** When it came on the shelf first, and when its entry there changed last. */
    publishedAt: timestampMs('published_at'),
    shelfUpdatedAt: timestampMs('shelf_updated_at'),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    check('publications_status', sql`${table.status} IN (${toSqlList(publicationStatuses)})`),
    check('publications_slug', isSlug(table.slug)),
    check('publications_ai_confidence', sql`${table.aiConfidence} BETWEEN 0 AND 1`),
    // The queue, in its order and with its filters.
    index('publications_queue').on(table.status, table.queuedAt, table.id, table.categoryId, table.aiDecision),
    index('publications_by_status').on(table.status, table.createdAt, table.id, table.categoryId),
    index('publications_by_category').on(table.categoryId, table.status, table.createdAt, table.id),
    index('publications_by_creation').on(table.createdAt, table.id, table.status, table.categoryId),
    index('publications_shelf')
      .on(table.publishedAt, table.id)
      .where(sql`${table.shelfVersion} IS NOT NULL`),
    index('publications_undo')
      .on(table.undoId)
      .where(sql`${table.undoId} IS NOT NULL`),
  ],
);

/** Every version of a publication, as it was sent and as the AI judged it. A version is never changed after it was submitted. */
export const publicationVersions = sqliteTable(
  'publication_versions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicationId: integer('publication_id')
      .notNull()
      .references(() => publications.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    ...workColumns(),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [uniqueIndex('publication_versions_number').on(table.publicationId, table.number)],
);

/** The text of a version, fetched by the server for reviewers, sanitised. */
export const publicationTexts = sqliteTable(
  'publication_texts',
  {
    versionId: integer('version_id')
      .primaryKey()
      .references(() => publicationVersions.id, { onDelete: 'cascade' }),
    /** The address that it was fetched from. */
    url: text('url').notNull(),
    /** Sanitised HTML; null when it could not be fetched. */
    html: text('html'),
    /** Why it could not be fetched, as a sentence for reviewers. */
    error: text('error'),
    /** The images of the text, in its order; the HTML holds their places only. Null for one fetched before they were kept. */
    images: text('images', { mode: 'json' }).$type<{ url: string | null; alt: string }[]>(),
    /** The links that the sanitiser removed. Null as for images. */
    removedLinks: text('removed_links', { mode: 'json' }).$type<RemovedLinks>(),
    wordCount: integer('word_count').notNull().default(0),
    /** SHA-256 of its words in lower case: equal for the same text, whatever its markup. Null where there is none; one that was stored without it gets it later. */
    wordsHash: text('words_hash'),
    fetchedAt: timestampMs('fetched_at').notNull(),
  },
  (table) => [
    index('publication_texts_words_hash')
      .on(table.wordsHash)
      .where(sql`${table.wordsHash} IS NOT NULL`),
    index('publication_texts_unhashed')
      .on(table.versionId)
      .where(sql`${table.wordsHash} IS NULL AND ${table.error} IS NULL`),
  ],
);

/** History: every move of every publication. */
export const publicationHistory = sqliteTable(
  'publication_history',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicationId: integer('publication_id')
      .notNull()
      .references(() => publications.id, { onDelete: 'cascade' }),
    versionNumber: integer('version_number').notNull(),
    move: text('move', { enum: publicationMoves }).notNull(),
    /** Null for `create`. */
    fromStatus: text('from_status', { enum: publicationStatuses }),
    toStatus: text('to_status', { enum: publicationStatuses }).notNull(),
    actor: text('actor', { enum: moveActors }).notNull(),
    /** The reviewer; users may be deleted, so not a reference. */
    userId: integer('user_id'),
    /** What the reviewer, the AI or the author (in an appeal) wrote. */
    comments: text('comments'),
    /** Ids of the chosen reasons, as JSON. */
    reasonIds: text('reason_ids', { mode: 'json' }).$type<number[]>(),
    /** What the statistics compare a decision with: the AI's on the same version, and the category of that time. */
    aiDecision: text('ai_decision', { enum: aiDecisions }),
    aiConfidence: real('ai_confidence'),
    categoryId: integer('category_id'),
    /** The undoable decision, and whether it was undone: undone decisions don't count in statistics. */
    undoId: text('undo_id'),
    isUndone: integer('is_undone', { mode: 'boolean' }).notNull().default(false),
    at: timestampMs('at').notNull(),
  },
  (table) => [
    check('publication_history_move', sql`${table.move} IN (${toSqlList(publicationMoves)})`),
    check('publication_history_actor', sql`${table.actor} IN (${toSqlList(moveActors)})`),
    index('publication_history_publication').on(table.publicationId, table.id),
    // Reviews of the AI and decisions of reviewers by time. `isUndone` spares a look at each row.
    index('publication_history_moves').on(table.move, table.at, table.userId, table.isUndone),
    // Decisions by what the AI had said.
    index('publication_history_decisions').on(
      table.aiDecision,
      table.categoryId,
      table.move,
      table.aiConfidence,
      table.isUndone,
    ),
    index('publication_history_undo')
      .on(table.undoId)
      .where(sql`${table.undoId} IS NOT NULL`),
  ],
);

/** Reasons for a rejection or for changes; the first nine have the keys 1 to 9 of the review screen. */
export const rejectionReasons = sqliteTable('rejection_reasons', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** The order; those that are offered are numbered from 1. */
  position: integer('position').notNull(),
  label: text('label').notNull(),
  /** What the author reads, unless the category has a text of its own. */
  text: text('text').notNull(),
  updatedAt: timestampMs('updated_at').notNull(),
  /** Since when it is not offered any more; decisions of the past still name it. Null while it is offered. */
  retiredAt: timestampMs('retired_at'),
});

/** The text of a reason for one top-level category. */
export const rejectionReasonTexts = sqliteTable(
  'rejection_reason_texts',
  {
    reasonId: integer('reason_id')
      .notNull()
      .references(() => rejectionReasons.id, { onDelete: 'cascade' }),
    categoryId: integer('category_id')
      .notNull()
      .references(() => publicationCategories.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reasonId, table.categoryId] })],
);

/** Requests of the publishing service that were carried out: one with a known key gets the same response again. */
export const openshelfIdempotencyKeys = sqliteTable(
  'openshelf_idempotency_keys',
  {
    key: text('key').primaryKey(),
    /** SHA-256 of method, path and body: the same key with another request is refused. */
    requestHash: text('request_hash').notNull(),
    publicationId: integer('publication_id').notNull(),
    statusCode: integer('status_code').notNull(),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [index('openshelf_idempotency_keys_created').on(table.createdAt)],
);

/** Outbox of signed webhooks to the publishing service, written in the batch of the decision; also their log. */
export const openshelfWebhooks = sqliteTable(
  'openshelf_webhooks',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Id of the event, the same in every attempt and replay: the receiver ignores one that it knows. */
    eventId: text('event_id').notNull().unique(),
    type: text('type', { enum: webhookEvents }).notNull(),
    publicationId: integer('publication_id')
      .notNull()
      .references(() => publications.id, { onDelete: 'cascade' }),
    /** The JSON body. */
    payload: text('payload').notNull(),
    /** The undoable decision that it reports: it waits until that can't be undone any more. */
    undoId: text('undo_id'),
    ...deliveryColumns(),
  },
  (table) => [
    check('openshelf_webhooks_status', sql`${table.status} IN (${toSqlList(webhookStatuses)})`),
    index('openshelf_webhooks_due')
      .on(table.nextAttemptAt, table.id)
      .where(sql`${table.status} = 'queued'`),
    index('openshelf_webhooks_publication').on(table.publicationId, table.id),
    index('openshelf_webhooks_created').on(table.createdAt, table.id, table.status),
    index('openshelf_webhooks_status_index').on(table.status, table.createdAt, table.id),
    index('openshelf_webhooks_undo')
      .on(table.undoId)
      .where(sql`${table.undoId} IS NOT NULL`),
  ],
);
