import { asc, eq, or } from 'drizzle-orm';
import {
  auditLog,
  consents,
  outbox,
  products,
  sessions,
  signInChallenges,
  waitingListEntries,
} from '#db/schema/index.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { toUserJson } from '#api/features/users/users.mapper.ts';
import type { AccountExportJson } from '#api/features/account/account.contract.ts';
import { toProgramJson } from '#api/features/account/account.service.ts';
import { workOf } from './export.queries.ts';

const isoOrNull = (instant: number | null) => (instant === null ? null : toIso(instant));

/** Everything kept about a person, oldest first, as one document; hashes of tokens, codes and links are left out. */
export async function exportAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: UserRow,
): Promise<AccountExportJson> {
  return {
    exported_at: toIso(clock.now()),
    account: {
      ...toUserJson(user),
      updated_at: toIso(user.updatedAt),
      last_sign_in_at: isoOrNull(user.lastSignInAt),
      is_blacklisted: user.isBlacklisted,
      blacklist_reason: user.blacklistReason,
      blacklisted_until: isoOrNull(user.blacklistedUntil),
    },
    ...toProgramJson(user),
    consents: await consentsOf(db, user),
    sessions: await sessionsOf(db, user),
    sign_in_codes: await signInCodesOf(db, user),
    mails: await mailsTo(db, user),
    waiting_list: await waitingListOf(db, user),
    audit: await auditOf(db, user),
    work: await workOf(db, user),
  };
}

type Db = Deps['db'];

async function consentsOf({ query }: Db, user: UserRow): Promise<AccountExportJson['consents']> {
  const rows = await query
    .select()
    .from(consents)
    .where(eq(consents.userId, user.id))
    .orderBy(asc(consents.acceptedAt), asc(consents.document));
  return rows.map(({ document, version, acceptedAt }) => ({ document, version, accepted_at: toIso(acceptedAt) }));
}

async function sessionsOf({ query }: Db, user: UserRow): Promise<AccountExportJson['sessions']> {
  const rows = await query
    .select()
    .from(sessions)
    .where(eq(sessions.userId, user.id))
    .orderBy(asc(sessions.createdAt), asc(sessions.id));
  return rows.map((row) => ({
    id: row.id,
    user_agent: row.userAgent,
    ip: row.ip,
    audience: row.audience,
    created_at: toIso(row.createdAt),
    last_used_at: toIso(row.lastUsedAt),
    expires_at: toIso(row.expiresAt),
  }));
}

async function signInCodesOf({ query }: Db, user: UserRow): Promise<AccountExportJson['sign_in_codes']> {
  const rows = await query
    .select()
    .from(signInChallenges)
    .where(eq(signInChallenges.email, user.email))
    .orderBy(asc(signInChallenges.createdAt));
  return rows.map((row) => ({
    first_name: row.firstName,
    last_name: row.lastName,
    created_at: toIso(row.createdAt),
    expires_at: toIso(row.expiresAt),
    ended_at: isoOrNull(row.endedAt),
  }));
}

async function mailsTo({ query }: Db, user: UserRow): Promise<AccountExportJson['mails']> {
  const rows = await query.select().from(outbox).where(eq(outbox.toEmail, user.email)).orderBy(asc(outbox.id));
  return rows.map((row) => ({
    kind: row.kind,
    to_name: row.toName,
    status: row.status,
    created_at: toIso(row.createdAt),
    sent_at: isoOrNull(row.sentAt),
  }));
}

async function waitingListOf({ query }: Db, user: UserRow): Promise<AccountExportJson['waiting_list']> {
  const rows = await query
    .select({ entry: waitingListEntries, productName: products.name })
    .from(waitingListEntries)
    .innerJoin(products, eq(products.id, waitingListEntries.productId))
    .where(eq(waitingListEntries.email, user.email))
    .orderBy(asc(waitingListEntries.id));
  return rows.map(({ entry, productName }) => ({
    product_id: entry.productId,
    product_name: productName,
    first_name: entry.firstName,
    last_name: entry.lastName,
    intent: entry.intent,
    status: entry.status,
    created_at: toIso(entry.createdAt),
    confirmed_at: isoOrNull(entry.confirmedAt),
    invited_at: isoOrNull(entry.invitedAt),
  }));
}

async function auditOf({ query }: Db, user: UserRow): Promise<AccountExportJson['audit']> {
  const rows = await query
    .select()
    .from(auditLog)
    .where(or(eq(auditLog.subject, `user:${user.id}`), eq(auditLog.actorId, user.id)))
    .orderBy(asc(auditLog.at), asc(auditLog.id));
  return rows.map(({ at, action }) => ({ at: toIso(at), action }));
}
