import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import {
  auditLog,
  auditSubjects,
  blacklistings,
  consents,
  outbox,
  products,
  sessions,
  signInChallenges,
  signInTotals,
  suppressedAddresses,
  userNotes,
  users,
  waitingListEntries,
} from '#db/schema/index.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { waitForTurn } from '#api/http/export-queue.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { recordExport } from '#api/features/audit/exports.service.ts';
import { listAddressBlacklistings } from '#api/features/users/blacklist/addresses.service.ts';
import { requireVisibleUser, toUserJson } from '#api/features/users/users.service.ts';
import type { AccountExportJson, PersonExportJson } from '#api/features/account/account.contract.ts';
import { toProgramJson } from '#api/features/account/account.service.ts';
import { listAuthoredContent, listGivenPlans, listPurchases } from './export.queries.ts';

/**
 * All data about a user, oldest first, as one document; hashes of tokens, codes and links are left out.
 * @throws the reason of `client` once that has left
 */
export async function exportAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: UserRow,
  client: AbortSignal,
): Promise<AccountExportJson> {
  const load = async <Value>(read: (db: Db, user: UserRow) => Promise<Value>): Promise<Value> => {
    await waitForTurn(client);
    return read(db, user);
  };
  return {
    exported_at: toIso(clock.now()),
    account: {
      ...toUserJson(user),
      updated_at: toIso(user.updatedAt),
      last_sign_in_at: toIsoOrNull(user.lastSignInAt),
      is_blacklisted: user.isBlacklisted,
      blacklist_reason: user.blacklistReason,
      blacklisted_until: toIsoOrNull(user.blacklistedUntil),
      email_suppressed_at: await load(findSuppressedAt),
    },
    ...toProgramJson(user),
    consents: await load(listConsents),
    sign_in_totals: await load(listSignInTotals),
    sessions: await load(listSessions),
    sign_in_codes: await load(listSignInCodes),
    mails: await load(listEmails),
    blacklistings: await load(listBlacklistings),
    notes: await load(listNotes),
    waiting_list: await load(listWaitingListEntries),
    complimentary_plans: await load(listGivenPlans),
    ...(await load(listPurchases)),
    audit: await load(listAuditEntries),
    work: await load(listAuthoredContent),
  };
}

/** The same for an admin who answers a privacy request, recorded in the audit log before it leaves (T46). @throws not_found. */
export async function exportUser(
  deps: Pick<Deps, 'db' | 'clock'>,
  { actorId, id, client }: { actorId: number; id: number; client: AbortSignal },
): Promise<AccountExportJson> {
  const everything = await exportAccount(deps, await requireVisibleUser(deps, id), client);
  await waitForTurn(client);
  await recordExport(deps, { action: 'export.user', actorId, subject: `user:${id}` });
  return everything;
}

/**
 * The same for a person who is only on a waiting list, by one of their entries. @throws not_found; conflict for who has an account,
 * whose export holds the entries.
 */
export async function exportEntry(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  { actorId, id, client }: { actorId: number; id: number; client: AbortSignal },
): Promise<PersonExportJson> {
  const { db, clock } = deps;
  const [entry] = await db.orm
    .select({ email: waitingListEntries.email, userId: users.id })
    .from(waitingListEntries)
    .leftJoin(users, eq(users.email, waitingListEntries.email))
    .where(eq(waitingListEntries.id, id));
  if (!entry) throw notFoundError('Waiting list entry not found');
  if (entry.userId !== null) throw conflictError('This person has an account. Export their data from their user page.');
  const load = async <Value>(read: (db: Db, person: Person) => Promise<Value>): Promise<Value> => {
    await waitForTurn(client);
    return read(db, entry);
  };
  const everything = {
    exported_at: toIso(clock.now()),
    email: entry.email,
    email_suppressed_at: await load(findSuppressedAt),
    account: null,
    program: null,
    consents: [],
    sign_in_totals: [],
    sessions: [],
    sign_in_codes: await load(listSignInCodes),
    mails: await load(listEmails),
    blacklistings: await listOwnBlacklistings(deps, entry.email),
    notes: [],
    waiting_list: await load(listWaitingListEntries),
    complimentary_plans: [],
    subscriptions: [],
    invoices: [],
    audit: await load(listEntryAudit),
    work: { revisions: [], uploads: [], publishes: [] },
  };
  await waitForTurn(client);
  await recordExport(deps, { action: 'export.user', actorId, subject: `waiting-list:${id}` });
  return everything;
}

type Db = Deps['db'];
type Person = Pick<UserRow, 'email'>;

/** Of an account that is gone. Those of a whole domain or of another form of the address may be about someone else. */
async function listOwnBlacklistings(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  email: string,
): Promise<AccountExportJson['blacklistings']> {
  const rows = (await listAddressBlacklistings(deps, email)).filter(({ scope }) => scope === 'address');
  return rows.reverse().map(({ reason, until, createdAt, endedAt }) => ({
    reason,
    until: toIsoOrNull(until),
    created_at: toIso(createdAt),
    ended_at: toIsoOrNull(endedAt),
  }));
}

/** What was done to the entries of an address. */
async function listEntryAudit({ orm }: Db, person: Person): Promise<AccountExportJson['audit']> {
  const keys = orm
    .select({ key: sql<string>`'waiting-list:' || ${waitingListEntries.id}` })
    .from(waitingListEntries)
    .where(eq(waitingListEntries.email, person.email));
  const entryIds = orm
    .select({ id: auditSubjects.entryId })
    .from(auditSubjects)
    .where(inArray(auditSubjects.subject, keys));
  const rows = await orm
    .select()
    .from(auditLog)
    .where(or(inArray(auditLog.subject, keys), inArray(auditLog.id, entryIds)))
    .orderBy(asc(auditLog.at), asc(auditLog.id));
  return rows.map(toAuditJson);
}

const toAuditJson = ({ at, action, subject, before, after }: typeof auditLog.$inferSelect) => ({
  at: toIso(at),
  action,
  subject,
  before,
  after,
});

async function findSuppressedAt({ orm }: Db, user: Person): Promise<string | null> {
  const [row] = await orm.select().from(suppressedAddresses).where(eq(suppressedAddresses.email, user.email));
  return toIsoOrNull(row?.createdAt ?? null);
}

async function listConsents({ orm }: Db, user: UserRow): Promise<AccountExportJson['consents']> {
  const rows = await orm
    .select()
    .from(consents)
    .where(eq(consents.userId, user.id))
    .orderBy(asc(consents.acceptedAt), asc(consents.document));
  return rows.map(({ document, version, acceptedAt }) => ({ document, version, accepted_at: toIso(acceptedAt) }));
}

async function listSignInTotals({ orm }: Db, user: UserRow): Promise<AccountExportJson['sign_in_totals']> {
  const rows = await orm
    .select()
    .from(signInTotals)
    .where(eq(signInTotals.userId, user.id))
    .orderBy(asc(signInTotals.productName));
  return rows.map((row) => ({
    product_name: row.productName,
    sign_ins: row.signIns,
    sign_outs: row.signOuts,
    first_sign_in_at: toIso(row.firstSignInAt),
    last_sign_in_at: toIso(row.lastSignInAt),
  }));
}

async function listSessions({ orm }: Db, user: UserRow): Promise<AccountExportJson['sessions']> {
  const rows = await orm
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

async function listSignInCodes({ orm }: Db, user: Person): Promise<AccountExportJson['sign_in_codes']> {
  const rows = await orm
    .select()
    .from(signInChallenges)
    .where(eq(signInChallenges.email, user.email))
    .orderBy(asc(signInChallenges.createdAt));
  return rows.map((row) => ({
    first_name: row.firstName,
    last_name: row.lastName,
    created_at: toIso(row.createdAt),
    expires_at: toIso(row.expiresAt),
    ended_at: toIsoOrNull(row.endedAt),
  }));
}

async function listEmails({ orm }: Db, user: Person): Promise<AccountExportJson['mails']> {
  const rows = await orm.select().from(outbox).where(eq(outbox.toEmail, user.email)).orderBy(asc(outbox.id));
  return rows.map((row) => ({
    kind: row.kind,
    to_name: row.toName,
    status: row.status,
    created_at: toIso(row.createdAt),
    sent_at: toIsoOrNull(row.sentAt),
  }));
}

async function listBlacklistings({ orm }: Db, user: UserRow): Promise<AccountExportJson['blacklistings']> {
  const rows = await orm
    .select()
    .from(blacklistings)
    .where(eq(blacklistings.userId, user.id))
    .orderBy(asc(blacklistings.id));
  return rows.map(({ reason, until, createdAt, endedAt }) => ({
    reason,
    until: toIsoOrNull(until),
    created_at: toIso(createdAt),
    ended_at: toIsoOrNull(endedAt),
  }));
}

async function listNotes({ orm }: Db, user: UserRow): Promise<AccountExportJson['notes']> {
  const rows = await orm.select().from(userNotes).where(eq(userNotes.userId, user.id)).orderBy(asc(userNotes.id));
  return rows.map(({ body, createdAt }) => ({ body, created_at: toIso(createdAt) }));
}

async function listWaitingListEntries({ orm }: Db, user: Person): Promise<AccountExportJson['waiting_list']> {
  const rows = await orm
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
    confirmed_at: toIsoOrNull(entry.confirmedAt),
    invited_at: toIsoOrNull(entry.invitedAt),
  }));
}

async function listAuditEntries({ orm }: Db, user: UserRow): Promise<AccountExportJson['audit']> {
  const rows = await orm
    .select()
    .from(auditLog)
    .where(or(eq(auditLog.subject, `user:${user.id}`), eq(auditLog.actorId, user.id)))
    .orderBy(asc(auditLog.at), asc(auditLog.id));
  return rows.map(toAuditJson);
}
