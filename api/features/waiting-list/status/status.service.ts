import { and, count, eq, sql } from 'drizzle-orm';
import { products, waitingListEntries } from '#db/schema/index.ts';
import { ifUndone, orUndo, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { notFound } from '#api/http/errors.ts';
import { withdrawMails } from '#api/features/waiting-list/waiting-list.queries.ts';
import { openPrivateToken } from '#api/features/waiting-list/entry-link/entry-link.service.ts';
import type { PlaceJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { entryColumns, type EntryRow, toPlaceJson } from '#api/features/waiting-list/waiting-list.mapper.ts';

type PlaceDeps = Pick<Deps, 'db' | 'secrets' | 'clock'>;

const invalidLink = () => notFound('This link is not valid any more.');

/** The entry that a private link opens. Looking at it changes nothing. @throws not_found. */
export async function findPlace(deps: PlaceDeps, token: string): Promise<PlaceJson> {
  const [row] = await deps.db.query
    .select(entryColumns)
    .from(waitingListEntries)
    .innerJoin(products, eq(products.id, waitingListEntries.productId))
    .where(eq(waitingListEntries.publicId, requirePublicId(deps, token)));
  if (!row) throw invalidLink();
  return toPlaceJson(row, await positionOf(deps, row));
}

/** The address is the person's own: they got the mail. The first time counts. @throws not_found. */
export async function confirmPlace(deps: PlaceDeps, token: string): Promise<PlaceJson> {
  const { confirmedAt } = waitingListEntries;
  await changePlace(deps, token, { confirmedAt: sql`coalesce(${confirmedAt}, ${deps.clock.now()})` });
  return findPlace(deps, token);
}

/** @throws not_found. */
export async function changeIntent(deps: PlaceDeps, token: string, intent: string | null): Promise<PlaceJson> {
  await changePlace(deps, token, { intent: intent?.trim() || null });
  return findPlace(deps, token);
}

/** Takes the person off the list and deletes what was kept; a second time is as good as the first. @throws not_found. */
export async function leaveList(deps: PlaceDeps, token: string): Promise<void> {
  const isTheirs = eq(waitingListEntries.publicId, requirePublicId(deps, token));
  await write(deps.db, [withdrawMails(deps.db, isTheirs), deps.db.query.delete(waitingListEntries).where(isTheirs)]);
}

type Change = { confirmedAt: ReturnType<typeof sql> } | { intent: string | null };

async function changePlace(deps: PlaceDeps, token: string, change: Change): Promise<void> {
  const { db } = deps;
  const isTheirs = eq(waitingListEntries.publicId, requirePublicId(deps, token));
  const changed = write(db, [db.query.update(waitingListEntries).set(change).where(isTheirs), orUndo]);
  await changed.catch(ifUndone(invalidLink));
}

async function positionOf({ db }: PlaceDeps, { productId, status, createdAt, id }: EntryRow): Promise<number | null> {
  if (status !== 'pending') return null;
  const entries = waitingListEntries;
  const isBeforeOrSame = sql`(${entries.createdAt}, ${entries.id}) <= (${createdAt}, ${id})`;
  const [row] = await db.query
    .select({ position: count() })
    .from(entries)
    .where(and(eq(entries.productId, productId), eq(entries.status, 'pending'), isBeforeOrSame));
  return row?.position ?? null;
}

function requirePublicId({ secrets }: PlaceDeps, token: string): string {
  const publicId = openPrivateToken(secrets, token);
  if (publicId === null) throw invalidLink();
  return publicId;
}
