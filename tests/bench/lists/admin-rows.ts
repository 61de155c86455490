import { type SQL, sql } from 'drizzle-orm';
import { numbers, pick, shuffle } from './row-values.ts';

export const ADMIN_ROWS = { users: 100_000, entries: 100_000, emails: 200_000, auditRows: 300_000 };
/** Entries of waiting lists whose address has an account. */
const ENTRIES_WITH_ACCOUNT = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const FIRST_NAMES =
  'Aroha Mere Tama Hinemoa Wiremu Sione Mei Priya Liam Olivia Jack Charlotte Noah Isla Oliver Amelia Leo Ruby Mason Zoe'.split(
    ' ',
  );
export const LAST_NAMES =
  'Ngata Tane Whitaker Chen Taufa Patel Williams Smith Brown Taylor Singh Wilson Parata Kaur Robinson Walker Harris Cooper Ward Mitchell'.split(
    ' ',
  );
const INTENT = 'A family history in twelve chapters, with maps, for the reunion next summer.';

const firstName = pick(FIRST_NAMES, sql`n`);
const lastName = pick(LAST_NAMES, sql`n / 20`);

/** 100,000 users: 50 admins, 1,000 blacklisted, a tenth that never signed in again. */
export function userStatements(now: number): SQL[] {
  const createdAt = sql`${now} - ${shuffle(730)} * ${DAY_MS} - n`;
  const isBlacklisted = sql`n % 100 = 7`;
  return [
    sql`${numbers(ADMIN_ROWS.users)}
      INSERT INTO users (id, email, first_name, last_name, role, is_blacklisted, blacklist_reason, blacklisted_until,
        last_sign_in_at, created_at, updated_at)
      SELECT n, lower(${firstName} || '.' || ${lastName}) || '.' || n || '@example.com', ${firstName}, ${lastName},
        iif(n % 2000 = 0, 'admin', 'user'), ${isBlacklisted}, iif(${isBlacklisted}, 'Spam in comments.', NULL),
        iif(n % 200 = 7, ${now} + (n % 60 - 20) * ${DAY_MS}, NULL),
        iif(n % 10 = 3, NULL, ${now} - ${shuffle(1_000_000)} * 60000), ${createdAt}, ${createdAt} FROM numbers`,
    sql`INSERT INTO blacklistings (user_id, reason, until, actor_id, created_at)
      SELECT id, blacklist_reason, blacklisted_until, 2000, ${now - 30 * DAY_MS} FROM users WHERE is_blacklisted`,
    sql`INSERT INTO sign_in_totals (user_id, product_name, sign_ins, sign_outs, first_sign_in_at, last_sign_in_at)
      SELECT users.id, value, 1 + users.id % 90, users.id % 40, created_at, coalesce(last_sign_in_at, created_at)
      FROM users, json_each('["Mateworks", "GenMate", "taxmate.example.com"]')`,
  ];
}

/** 20,000 subscriptions, in every status, with three invoices each. */
export function subscriptionStatements(now: number): SQL[] {
  const status = pick(['active', 'active', 'active', 'trialing', 'past_due', 'canceled', 'incomplete'], sql`n`);
  const period = sql`${now} - (n % 30) * ${DAY_MS}`;
  return [
    sql`INSERT INTO stripe_customers (user_id, customer_id, created_at)
      SELECT id, 'cus_' || id, created_at FROM users WHERE id % 5 = 0`,
    sql`${numbers(20_000)}
      INSERT INTO subscriptions (stripe_subscription_id, customer_id, user_id, product_id, plan_name, price_id, status,
        current_period_start, current_period_end, created_at, synced_at)
      SELECT 'sub_' || n, 'cus_' || (n * 5), n * 5, 4, 'Pro', 'price_pro', ${status}, ${period}, ${period} + ${30 * DAY_MS},
        ${period} - ${60 * DAY_MS}, ${now} FROM numbers`,
    sql`INSERT INTO invoices (stripe_invoice_id, number, customer_id, user_id, stripe_subscription_id, product_id, plan_name,
        status, billing_reason, currency, total, amount_due, amount_paid, period_start, period_end, created_at, paid_at, synced_at)
      SELECT 'in_' || subscriptions.id || '_' || value, 'M-' || subscriptions.id || '-' || value, customer_id, user_id, stripe_subscription_id, 4, plan_name,
        iif(value = 0 AND status = 'past_due', 'open', 'paid'), 'subscription_cycle', 'usd', 3000, 3000, 3000,
        current_period_start - value * ${30 * DAY_MS}, current_period_end - value * ${30 * DAY_MS},
        current_period_start - value * ${30 * DAY_MS},
        iif(value = 0 AND status = 'past_due', NULL, current_period_start - value * ${30 * DAY_MS}), ${now}
      FROM subscriptions, json_each('[0, 1, 2]')`,
  ];
}

/** 100,000 entries for two products: 60 % wait, 30 % are invited, 10 % rejected; most addresses have an account. */
export function entryStatements(now: number): SQL[] {
  const status = pick(
    ['pending', 'pending', 'pending', 'pending', 'pending', 'pending', 'invited', 'invited', 'invited', 'rejected'],
    sql`n`,
  );
  const createdAt = sql`${now} - ${shuffle(400_000)} * 60000 - n`;
  const hasAccount = sql`n <= ${ENTRIES_WITH_ACCOUNT}`;
  const isInvited = sql`n % 10 IN (6, 7, 8)`;
  return [
    sql`${numbers(ADMIN_ROWS.entries)}
      INSERT INTO waiting_list_entries (id, public_id, product_id, email, first_name, last_name, intent, status, created_at,
        confirmed_at, invited_at, signed_up_at, paid_at)
      SELECT n, 'bench-entry-' || n, iif(n % 3 = 0, 5, 4),
        lower(${firstName} || '.' || ${lastName}) || '.' || n || iif(${hasAccount}, '@example.com', '@example.org'),
        ${firstName}, ${lastName}, iif(n % 10 < 7, ${INTENT}, NULL), ${status}, ${createdAt},
        iif(n % 5 < 4, ${createdAt} + ${HOUR_MS}, NULL), iif(${isInvited}, ${createdAt} + ${DAY_MS}, NULL),
        iif(${hasAccount}, ${createdAt} + ${2 * DAY_MS}, NULL),
        iif(${hasAccount} AND ${isInvited} AND n % 4 = 0, ${createdAt} + ${3 * DAY_MS}, NULL)
      FROM numbers`,
  ];
}

/** Parameters of the templates. */
type Samples = { joined: object; invited: object; receipt: object };

/** 200,000 emails of the last month. Those that are queued are due after the bench, so none of them is sent. */
export function emailStatements(now: number, samples: Samples): SQL[] {
  const createdAt = sql`${now} - ${shuffle(40_000)} * 60000 - n`;
  const refused = 'email: 550 5.1.1 The mailbox does not exist';
  const insert = (kind: string, data: SQL, rows: SQL) => {
    // Of twenty invitations one failed, one waits for its undo window, one is tried again and one is suppressed.
    const status = kind.startsWith('waiting-list')
      ? sql`CASE n % 20 WHEN 6 THEN 'expired' WHEN 7 THEN 'queued' WHEN 8 THEN 'queued' WHEN 16 THEN 'suppressed' ELSE 'sent' END`
      : sql`'sent'`;
    return sql`INSERT INTO outbox (dedupe_key, kind, to_email, data, status, attempts, next_attempt_at, expires_at, last_error,
        created_at, sent_at, undo_id)
      SELECT ${kind} || ':' || key, ${kind}, email, ${data}, status, status <> 'queued' OR n % 20 = 8, ${now + DAY_MS},
        ${now + 3 * DAY_MS}, CASE WHEN status = 'expired' THEN ${refused} WHEN status = 'queued' AND n % 20 = 8 THEN 'email: 452 4.2.2 The mailbox is full' END,
        created_at, iif(status = 'sent', created_at + 2000, NULL), iif(status = 'queued' AND n % 20 = 7, 'bench-undo', NULL)
      FROM (SELECT *, ${status} AS status, ${createdAt} AS created_at FROM (${rows}))`;
  };
  const entries = (where: SQL) => sql`SELECT id AS n, public_id AS key, email FROM waiting_list_entries WHERE ${where}`;
  const users = (where: SQL) => sql`SELECT id AS n, id AS key, email FROM users WHERE ${where}`;
  const toData = (sample: object) => sql`${JSON.stringify(sample)}`;
  const withEntry = (sample: object) => sql`json_patch(${JSON.stringify(sample)}, json_object('entry', key))`;
  return [
    insert('waiting-list-invited', withEntry(samples.invited), entries(sql`status = 'invited'`)),
    insert('waiting-list-joined', withEntry(samples.joined), entries(sql`id <= 60000`)),
    insert('sign-in-code', toData({}), users(sql`id <= 70000`)),
    insert('payment-receipt', toData(samples.receipt), users(sql`id % 5 < 2`)),
    sql`INSERT INTO suppressed_addresses (email, actor_id, created_at) SELECT email, 2000, ${now} FROM users WHERE id % 400 = 9`,
  ];
}

/** 300,000 audit rows: half of them sign-ins, the rest acts of 50 admins on users and entries. */
export const auditStatements = (now: number): SQL[] => [
  sql`${numbers(ADMIN_ROWS.auditRows)}
    INSERT INTO audit_log (at, action, actor_id, subject, detail, before, after)
    SELECT ${now} - (${ADMIN_ROWS.auditRows} - n) * 30000,
      ${pick(['auth.signed_in', 'auth.signed_in', 'auth.signed_in', 'auth.signed_out', 'auth.failed', 'user.blacklisted', 'user.unblacklisted', 'user.role_changed', 'waiting_list.invited', 'blog.changed'], sql`n`)},
      CASE WHEN n % 10 < 4 THEN 1 + ${shuffle(ADMIN_ROWS.users)} WHEN n % 10 = 4 THEN NULL ELSE 2000 * (1 + ${shuffle(50)}) END,
      CASE WHEN n % 10 < 8 THEN 'user:' || (1 + ${shuffle(ADMIN_ROWS.users)}) WHEN n % 10 = 8 THEN 'waiting-list' ELSE 'blog:' || (n % 200) END,
      iif(n % 10 = 8, '{"ids":[1,2,3]}', NULL), iif(n % 10 >= 5, '{"status":"pending"}', NULL),
      iif(n % 10 >= 5, '{"status":"invited"}', NULL) FROM numbers`,
];
