import { eq, sql } from 'drizzle-orm';
import { products, waitingListEntries } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { notFoundError } from '#api/http/errors.ts';
import { deleteQueuedEmailsStatement, findPlace } from '#api/features/waiting-list/waiting-list.queries.ts';
import { verifySignedToken } from '#api/adapters/signed-token.ts';
import type { OwnEntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { entryColumns, toOwnEntryJson } from '#api/features/waiting-list/waiting-list.mapper.ts';

type OwnEntryDeps = Pick<Deps, 'db' | 'secrets' | 'clock'>;

const invalidLinkError = () => notFoundError('This link no longer works.');

/** The entry of a private link. Reading it changes nothing. @throws not_found. */
export async function getOwnEntry(deps: OwnEntryDeps, token: string): Promise<OwnEntryJson> {
  const [row] = await deps.db.orm
    .select(entryColumns)
    .from(waitingListEntries)
    .innerJoin(products, eq(products.id, waitingListEntries.productId))
    .where(eq(waitingListEntries.publicId, requirePublicId(deps, token)));
  if (!row) throw invalidLinkError();
  const place = await findPlace(deps.db, row);
  return toOwnEntryJson(row, place?.position ?? null);
}

/** Confirms the email address of an entry; the first time is recorded. @throws not_found. */
export async function confirmOwnEntry(deps: OwnEntryDeps, token: string): Promise<OwnEntryJson> {
  const { confirmedAt } = waitingListEntries;
  await updateOwnEntry(deps, token, { confirmedAt: sql`coalesce(${confirmedAt}, ${deps.clock.now()})` });
  return getOwnEntry(deps, token);
}

/** @throws not_found. */
export async function updateIntent(deps: OwnEntryDeps, token: string, intent: string | null): Promise<OwnEntryJson> {
  await updateOwnEntry(deps, token, { intent: intent?.trim() || null });
  return getOwnEntry(deps, token);
}

/** Deletes the entry of its owner; idempotent. @throws not_found. */
export async function leaveWaitingList(deps: OwnEntryDeps, token: string): Promise<void> {
  const isOwnEntry = eq(waitingListEntries.publicId, requirePublicId(deps, token));
  await write(deps.db, [
    deleteQueuedEmailsStatement(deps.db, isOwnEntry),
    deps.db.orm.delete(waitingListEntries).where(isOwnEntry),
  ]);
}

type Change = { confirmedAt: ReturnType<typeof sql> } | { intent: string | null };

async function updateOwnEntry(deps: OwnEntryDeps, token: string, change: Change): Promise<void> {
  const { db } = deps;
  const isOwnEntry = eq(waitingListEntries.publicId, requirePublicId(deps, token));
  const changed = write(db, [db.orm.update(waitingListEntries).set(change).where(isOwnEntry), rollbackIfNoRows]);
  await changed.catch(onGuardRollback(invalidLinkError));
}

function requirePublicId({ secrets, clock }: OwnEntryDeps, token: string): string {
  const verified = verifySignedToken(secrets, token, { purpose: 'waiting-list', now: clock.now() });
  if (!verified) throw invalidLinkError();
  return verified.value;
}
