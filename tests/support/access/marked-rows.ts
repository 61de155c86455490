import { getTableConfig, SQLiteTable, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { is } from 'drizzle-orm';
import type { PrivateData } from '#api/domain/private-data.ts';
import * as schema from '#db/schema/index.ts';
import type { TestApp } from '../app/test-app.ts';

/** `public`: anyone may read it, or everyone who writes. `secret`: no answer ever has it. */
export type DataKind = PrivateData | 'public' | 'secret';

/** The number that all marked rows have: the id of each, and what they refer to. */
export const MARKED_ID = 7;
/** A user without a name, whose email address must not stand in its place. */
const NAMELESS_ID = 8;
const DRAFT_OF: Record<string, DataKind> = { blog: 'posts', document: 'documents', page: 'site' };

/** Kinds of the texts of each table, and of columns that differ from their table. A new table is named here, or the test fails. */
const kinds: Record<string, DataKind | ({ rest: DataKind } & Record<string, DataKind>)> = {
  api_keys: { rest: 'system', key_hash: 'secret' },
  audit_log: 'histories',
  audit_subjects: 'histories',
  sessions: { rest: 'devices', token_hash: 'secret' },
  sign_in_challenges: 'secret',
  rate_limits: 'secret',
  authors: 'public',
  author_slugs: 'public',
  blog_authors: 'public',
  blogs: 'posts',
  blog_slugs: 'posts',
  blog_categories: 'public',
  blog_tags: 'public',
  categories: 'public',
  category_slugs: 'public',
  subcategories: 'public',
  tags: 'public',
  tag_slugs: 'public',
  complimentary_plans: 'plans',
  documents: 'documents',
  document_slugs: 'documents',
  imports: 'site',
  import_items: 'site',
  import_texts: 'site',
  outbox: { rest: 'mail', encrypted_secret: 'secret' },
  suppressed_addresses: 'mail',
  closed_months: 'payments',
  closed_month_rows: 'payments',
  month_checks: 'payments',
  publication_categories: 'public',
  publications: 'works',
  publication_versions: 'works',
  publication_texts: 'works',
  publication_history: 'works',
  rejection_reasons: 'works',
  rejection_reason_texts: 'works',
  openshelf_idempotency_keys: 'secret',
  openshelf_webhooks: 'works',
  price_moves: 'payments',
  price_move_members: 'payments',
  tax_moves: 'payments',
  tax_move_members: 'payments',
  products: 'public',
  sections: 'public',
  publish_jobs: 'publishes',
  purges: 'publishes',
  purchase_rehearsals: 'site',
  rehearsal_records: 'site',
  redirects: 'navigation',
  missing_paths: 'navigation',
  releases: 'system',
  builds: 'system',
  servers: 'system',
  stripe_price_checks: 'payments',
  stripe_refusals: 'payments',
  webhook_endpoints: { rest: 'system', secret: 'secret' },
  subscription_webhooks: 'system',
  entitlement_timers: 'plans',
  plan_broadcasts: 'system',
  stripe_customers: 'payments',
  checkout_attempts: 'payments',
  subscriptions: { rest: 'plans', customer_id: 'payments', price_id: 'payments' },
  // The currency is that of what somebody paid in total.
  invoices: { rest: 'payments', currency: 'plans' },
  receipt_numbers: 'payments',
  refunds: 'payments',
  disputes: 'payments',
  stripe_events: 'payments',
  reconciliations: 'payments',
  billing_drifts: 'payments',
  undo_actions: 'secret',
  uploads: 'public',
  upload_intents: 'secret',
  upload_uses: 'public',
  users: {
    rest: 'names',
    email: 'addresses',
    auth_provider: 'addresses',
    blacklist_reason: 'suspensions',
    deletion_error: 'suspensions',
  },
  blacklistings: 'suspensions',
  blacklisted_addresses: { rest: 'secret', reason: 'suspensions' },
  user_notes: 'notes',
  sign_in_totals: 'devices',
  consents: 'histories',
  waiting_list_entries: 'waitingLists',
};

/** Tables of the server’s own work, and those without which it can’t run: drafts of their parts are marked in their place. */
const unmarked = new Set([
  'first_run',
  'release_entries',
  'content_policies',
  'site_state',
  'leases',
  'wakes',
  'site_parts',
  'legal_versions',
  'plan_prices',
  'site_schedules',
  'stripe_check',
  'entitlement_version',
  'draft_versions',
  'open_editors',
  'revision_blocks',
]);
const drafted = ['drafts', 'revisions'];

const tables = Object.values(schema as Record<string, unknown>).filter((each) => is(each, SQLiteTable));
/** A slug may hold no dot. */
const toMarker = (table: string, column: string) =>
  column === 'slug' ? `zq-${table.replaceAll('_', '-')}-slug-zq` : `zq.${table}.${column}.zq`;

/** The values of all rows that an answer holds, as `table.column`. */
export const findMarkers = (text: string): Set<string> =>
  new Set([
    ...[...text.matchAll(/zq\.(\w+)\.(\w+)\.zq/gi)].map(([, table, column]) => `${table}.${column}`.toLowerCase()),
    ...[...text.matchAll(/zq-([a-z-]+)-slug-zq/g)].map(([, table = '']) => `${table.replaceAll('-', '_')}.slug`),
  ]);

/** @throws for a table that nobody has said anything about. */
export function getDataKind(marker: string): DataKind {
  const [table = '', column = ''] = marker.split('.');
  const [, subject] = /^(?:drafts|revisions)_(\w+)$/.exec(table) ?? [];
  const kind = subject ? DRAFT_OF[subject] : kinds[table];
  if (kind === undefined) throw new Error(`tests/support/access/marked-rows.ts doesn’t say who may read ${marker}.`);
  return typeof kind === 'string' ? kind : (kind[column] ?? kind.rest);
}

/** Tables that are neither marked nor left out. */
export const listForgottenTables = (): string[] =>
  tables
    .map((table) => getTableConfig(table).name)
    .filter((name) => !(name in kinds) && !unmarked.has(name) && !drafted.includes(name));

/** Values that decide whether a row is shown at all, such as a post that is still a draft. */
const chosen: Record<string, Record<string, unknown>> = {
  blogs: { trashed_at: null, published_at: null, cover_id: null, social_image_id: null },
  publications: { status: 'ADMIN_REVIEWING', shelf_version: null, undo_id: null },
  users: { role: 'user', delete_after: null, is_blacklisted: 1, blacklisted_until: null },
  sessions: { audience: null },
  api_keys: { revoked_at: null, scopes: '["content"]' },
  outbox: { status: 'sent', kind: 'post-review' },
  imports: { state: 'finished' },
  uploads: { kind: 'image', user_id: NAMELESS_ID },
  revisions: { user_id: NAMELESS_ID },
  publication_history: { user_id: NAMELESS_ID },
  products: { id: 900 },
  webhook_endpoints: { product_id: null },
  subscriptions: { status: 'active', discounts: '[]', tax: null },
  tax_moves: { to_rate: null },
  subscription_webhooks: { entitlement: null },
  invoices: { taxes: '[]', credit_notes: '[]', customer_address: null },
  disputes: { movements: '[]' },
  purchase_rehearsals: { report: '{"steps":[],"purchases":[]}' },
  waiting_list_entries: { product_id: 4, status: 'pending' },
  upload_uses: { hash: 'zq.uploads.hash.zq' },
  redirects: { from_path: '/zq.redirects.from_path.zq', to_address: '/zq.redirects.to_address.zq' },
  missing_paths: { path: '/zq.missing_paths.path.zq' },
};

function toValue(table: string, column: SQLiteColumn, subject?: string): unknown {
  const given = chosen[table];
  if (given && column.name in given) return given[column.name];
  if (subject && column.name === 'kind') return subject;
  const marker = toMarker(subject ? `${table}_${subject}` : table, column.name);
  if (column.columnType === 'SQLiteBoolean') return 0;
  if (column.columnType === 'SQLiteTextJson') return toJsonValue(column, marker);
  if (column.columnType.startsWith('SQLiteText')) return column.enumValues?.[0] ?? marker;
  // Times are in the past, and every number is that of the marked rows.
  return column.notNull || !/_(at|after|until)$/.test(column.name) ? MARKED_ID : null;
}

const LISTS = new Set([
  'scopes',
  'links',
  'files',
  'losses',
  'paths',
  'images',
  'removed_links',
  'reason_ids',
  'post_ids',
]);
const toJsonValue = ({ name }: SQLiteColumn, marker: string) =>
  LISTS.has(name) ? '[]' : JSON.stringify({ title: marker, description: marker, note: marker });

/** Writes a row into every table, each text of which names its table and column; what an earlier call wrote is put back. */
export async function markRows({ db }: TestApp): Promise<void> {
  const rows = tables.flatMap((table) => {
    const { name, columns: all } = getTableConfig(table);
    const columns = all.filter(({ generated }) => generated === undefined);
    if (unmarked.has(name)) return [];
    const subjects = drafted.includes(name) ? Object.keys(DRAFT_OF) : [undefined];
    return subjects.map((subject, at) => ({
      sql: `INSERT OR REPLACE INTO ${name} (${columns.map((each) => each.name).join(', ')})
        VALUES (${columns.map(() => '?').join(', ')})`,
      args: columns.map((column) =>
        name === 'revisions' && column.name === 'id' ? MARKED_ID + at : toValue(name, column, subject),
      ) as never[],
    }));
  });
  await db.client.execute('PRAGMA foreign_keys = OFF');
  await db.client.execute('PRAGMA ignore_check_constraints = ON');
  const nameless = {
    sql: 'INSERT OR REPLACE INTO users (id, email, created_at, updated_at) VALUES (?, ?, 1, 1)',
    args: [NAMELESS_ID, `nameless.${toMarker('users', 'email')}`],
  };
  for (const row of [...rows, nameless])
    await db.client.execute(row).catch((error: unknown) => {
      throw new Error(`${row.sql.slice(0, 60)}: ${String(error)}`);
    });
  await db.client.execute('PRAGMA foreign_keys = ON');
  await db.client.execute('PRAGMA ignore_check_constraints = OFF');
}
