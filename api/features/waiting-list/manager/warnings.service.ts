import { and, asc, count, eq, lt, max, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { suppressedAddresses, waitingListEntries as entries } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import type { EntryFilters, InvitationWarningsJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { matchesFilter } from './manager.queries.ts';

/** Addresses that are named. */
const NAMED = 5;

const isSuppressed = sql`${entries.email} IN (SELECT ${suppressedAddresses.email} FROM ${suppressedAddresses})`;

/** Whom of the pending matches an invitation may not reach, and how many it passes over. Nothing changes. */
export async function listInvitationWarnings(
  { db }: Pick<Deps, 'db'>,
  filter: EntryFilters,
): Promise<InvitationWarningsJson> {
  const isPending = and(matchesFilter(filter), sql`${entries.status} = 'pending'`);
  return {
    unconfirmed: await listAddresses(db, and(isPending, sql`${entries.confirmedAt} IS NULL AND NOT ${isSuppressed}`)),
    suppressed: await listAddresses(db, and(isPending, isSuppressed)),
    passed_over: await countPassedOver(db, isPending),
  };
}

/** Those who wait, are not selected, and joined the same list before the last of the selected. */
async function countPassedOver({ orm }: Database, isSelected: SQL | undefined): Promise<number> {
  const last = orm
    .select({ productId: entries.productId, createdAt: max(entries.createdAt).as('last_joined_at') })
    .from(entries)
    .where(isSelected)
    .groupBy(entries.productId)
    .as('last');
  const [row] = await orm
    .select({ count: count() })
    .from(entries)
    .innerJoin(last, eq(last.productId, entries.productId))
    .where(and(sql`${entries.status} = 'pending'`, lt(entries.createdAt, last.createdAt), not(isSelected ?? sql`0`)));
  return row?.count ?? 0;
}

async function listAddresses({ orm }: Database, condition: SQL | undefined) {
  const [counted] = await orm.select({ count: count() }).from(entries).where(condition);
  const named = await orm
    .select({ email: entries.email })
    .from(entries)
    .where(condition)
    .orderBy(asc(entries.id))
    .limit(NAMED);
  return { count: counted?.count ?? 0, emails: named.map(({ email }) => email) };
}
