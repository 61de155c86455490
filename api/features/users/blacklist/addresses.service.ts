import { and, desc, eq, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { blacklistedAddresses, users } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import type { Secrets } from '#api/adapters/secrets.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { getDomain, isSharedDomain, toBaseAddress } from '#api/domain/base-address.ts';
import { type BlacklistScope, blacklistScopes } from '#api/domain/enums.ts';
import { invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { isBlacklistedNow } from '#api/features/users/users.queries.ts';
import { userAuditStatement } from '#api/features/users/users.service.ts';
import type { BlacklistedAddressJson, RelatedBlacklistingJson } from '#api/features/users/users.contract.ts';

type AddressDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;
type AddressRow = typeof blacklistedAddresses.$inferSelect;

const hashAddress = (secrets: Secrets, scope: BlacklistScope, value: string) =>
  secrets.sign('blacklisted-address', scope, value);

const toHashes = (secrets: Secrets, email: string): Record<BlacklistScope, string> => ({
  address: hashAddress(secrets, 'address', email),
  base_address: hashAddress(secrets, 'base_address', toBaseAddress(email)),
  domain: hashAddress(secrets, 'domain', getDomain(email)),
});

const isActive = (now: number) =>
  sql`(${blacklistedAddresses.endedAt} IS NULL AND (${blacklistedAddresses.until} IS NULL OR ${blacklistedAddresses.until} > ${now}))`;

/** What is blacklisted besides some accounts, by account. */
export async function listBlacklistedScopes(
  { orm }: Database,
  userIds: number[],
  now: number,
): Promise<(userId: number) => BlacklistScope[]> {
  const { userId, scope } = blacklistedAddresses;
  const rows = await orm
    .selectDistinct({ userId, scope })
    .from(blacklistedAddresses)
    .where(and(inArray(userId, userIds), isActive(now)));
  return (id) => blacklistScopes.filter((each) => rows.some((row) => row.userId === id && row.scope === each));
}

/** What keeps an address from signing up, the newest first. */
export function listAddressBlacklistings({ db, clock, secrets }: AddressDeps, email: string): Promise<AddressRow[]> {
  const hashes = Object.values(toHashes(secrets, email));
  return db.orm
    .select()
    .from(blacklistedAddresses)
    .where(and(inArray(blacklistedAddresses.hash, hashes), isActive(clock.now())))
    .orderBy(desc(blacklistedAddresses.id));
}

const toAddressJson = (row: AddressRow, userEmail: string | null): BlacklistedAddressJson => ({
  id: row.id,
  scope: row.scope,
  user_id: row.userId,
  user_email: userEmail,
  reason: row.reason,
  blacklisted_until: toIsoOrNull(row.until),
  created_at: toIso(row.createdAt),
});

/** @throws validation_failed for a domain where everybody can have an address. */
export function requireBlockableScope(email: string, scope: BlacklistScope | undefined): void {
  if (scope !== 'domain' || !isSharedDomain(getDomain(email))) return;
  throw invalidFieldError('scope', `Strangers use ${getDomain(email)} too, so it can’t be blacklisted as a whole.`);
}

type NewAddress = { scope: BlacklistScope; reason: string; until: number | null; undoId: string; now: number };

/** The statement that refuses sign-ups by more than the address of a user who is blacklisted. */
export function insertAddressStatement(
  { db, secrets }: Pick<AddressDeps, 'db' | 'secrets'>,
  user: Pick<UserRow, 'id' | 'email'>,
  { now, ...row }: NewAddress,
): Statement {
  const hashes = toHashes(secrets, user.email);
  return db.orm.insert(blacklistedAddresses).values({
    ...row,
    hash: hashes[row.scope],
    baseHash: hashes.base_address,
    userId: user.id,
    createdAt: now,
  });
}

/**
 * The statement that keeps the blacklisting of an address which loses its account, if there is one: the account is deleted
 * (then it precedes the deletion), or gets another address.
 */
export function keepBlacklistingStatement(
  { secrets }: Pick<AddressDeps, 'secrets'>,
  { id, email, undoId = null }: { id: number; email: string; undoId?: string | null },
  now: number,
): Statement {
  const { address, base_address } = toHashes(secrets, email);
  return sql`INSERT INTO ${blacklistedAddresses} (scope, hash, base_hash, user_id, reason, until, created_at, undo_id)
    SELECT 'address', ${address}, ${base_address}, ${users.id}, ${users.blacklistReason}, ${users.blacklistedUntil}, ${now}, ${undoId}
    FROM ${users} WHERE ${users.id} = ${id} AND ${isBlacklistedNow(now)}`;
}

/** Earlier addresses of an account are blacklisted as long as the account is; for the batch that changes its blacklisting. */
export const followBlacklistingStatement = (
  { db }: Pick<AddressDeps, 'db'>,
  userId: number,
  now: number,
): Statement => {
  const read = (value: SQL) => sql`(SELECT ${value} FROM ${users} WHERE ${users.id} = ${userId})`;
  return db.orm
    .update(blacklistedAddresses)
    .set({
      reason: sql`coalesce(${read(sql`${users.blacklistReason}`)}, ${blacklistedAddresses.reason})`,
      until: read(sql`${users.blacklistedUntil}`),
      endedAt: read(sql`iif(${users.isBlacklisted}, NULL, ${now})`),
    })
    .where(and(eq(blacklistedAddresses.userId, userId), eq(blacklistedAddresses.scope, 'address'), isActive(now)));
};

/** The ids of what was blacklisted with an account and still holds. */
export async function listUserAddressIds({ db, clock }: Pick<AddressDeps, 'db' | 'clock'>, userId: number) {
  const rows = await db.orm
    .select({ id: blacklistedAddresses.id })
    .from(blacklistedAddresses)
    .where(and(eq(blacklistedAddresses.userId, userId), isActive(clock.now())));
  return rows.map(({ id }) => id);
}

export const endAddressesStatement = ({ db }: Pick<AddressDeps, 'db'>, ids: readonly number[], now: number) =>
  db.orm
    .update(blacklistedAddresses)
    .set({ endedAt: now })
    .where(inArray(blacklistedAddresses.id, [...ids]));

export const reopenAddressesStatement = ({ db }: Pick<AddressDeps, 'db'>, ids: readonly number[]) =>
  db.orm
    .update(blacklistedAddresses)
    .set({ endedAt: null })
    .where(inArray(blacklistedAddresses.id, [...ids]));

/** Deletes what is left of an account's blacklistings that have ended; for the batch that deletes it. */
export const deleteEndedAddressesStatement = ({ db }: Pick<AddressDeps, 'db'>, userId: number, now: number) =>
  db.orm.delete(blacklistedAddresses).where(and(eq(blacklistedAddresses.userId, userId), not(isActive(now))));

/** Takes back what an action blacklisted that is undone. */
export const deleteUndoneAddressesStatement = ({ db }: Pick<AddressDeps, 'db'>, undoId: string) =>
  db.orm.delete(blacklistedAddresses).where(eq(blacklistedAddresses.undoId, undoId));

const RELATED_LIMIT = 5;

/** Blacklistings of other forms of an address: of accounts that have one, or had one before it was changed or they were deleted. */
export async function listRelatedBlacklistings(
  { db, clock, secrets }: AddressDeps,
  user: Pick<UserRow, 'id' | 'email'>,
): Promise<RelatedBlacklistingJson[]> {
  const now = clock.now();
  const base = toBaseAddress(user.email);
  const local = base.slice(0, base.lastIndexOf('@'));
  // A range of the index by address: ',' follows '+'.
  const isOtherForm = or(
    eq(users.email, base),
    sql`(${users.email} > ${`${local}+`} AND ${users.email} < ${`${local},`}
      AND substr(${users.email}, instr(${users.email}, '@') + 1) = ${getDomain(base)})`,
  );
  const accounts = await db.orm
    .select({ id: users.id, email: users.email, reason: users.blacklistReason })
    .from(users)
    .where(and(isOtherForm, ne(users.id, user.id), isBlacklistedNow(now)))
    .limit(RELATED_LIMIT);
  const earlier = await db.orm
    .select({ id: users.id, email: users.email, reason: blacklistedAddresses.reason })
    .from(blacklistedAddresses)
    .leftJoin(users, eq(users.id, blacklistedAddresses.userId))
    .where(
      and(
        eq(blacklistedAddresses.baseHash, toHashes(secrets, user.email).base_address),
        eq(blacklistedAddresses.scope, 'address'),
        ne(blacklistedAddresses.userId, user.id),
        isActive(now),
      ),
    )
    .limit(RELATED_LIMIT);
  const others = earlier.filter(({ id }) => id === null || !accounts.some((account) => account.id === id));
  return [...accounts, ...others].map(({ id, email, reason }) => ({ user_id: id, email, reason: reason ?? '' }));
}

/** What keeps an address from signing up, for admins. */
export async function findAddressBlacklistings(deps: AddressDeps, email: string): Promise<BlacklistedAddressJson[]> {
  const rows = await listAddressBlacklistings(deps, email);
  const accounts = await deps.db.orm
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      inArray(
        users.id,
        rows.map(({ userId }) => userId),
      ),
    );
  const emails = new Map(accounts.map((account) => [account.id, account.email]));
  return rows.map((row) => toAddressJson(row, emails.get(row.userId) ?? null));
}

/** Lets an address sign up again. @throws not_found. */
export async function removeAddressBlacklisting(
  deps: Pick<Deps, 'db' | 'clock'>,
  actorId: number,
  id: number,
): Promise<{ message: string }> {
  const { db, clock } = deps;
  const [row] = await db.orm.select().from(blacklistedAddresses).where(eq(blacklistedAddresses.id, id));
  const createNotFound = () => notFoundError('This address isn’t blacklisted any more.');
  if (!row) throw createNotFound();
  await write(db, [
    db.orm
      .update(blacklistedAddresses)
      .set({ endedAt: clock.now() })
      .where(and(eq(blacklistedAddresses.id, id), isNull(blacklistedAddresses.endedAt))),
    rollbackIfNoRows,
    userAuditStatement(deps, row.userId, {
      action: 'user.address_unblacklisted',
      actorId,
      detail: { scope: row.scope },
    }),
  ]).catch(onGuardRollback(createNotFound));
  return { message: 'This address can sign up again.' };
}
