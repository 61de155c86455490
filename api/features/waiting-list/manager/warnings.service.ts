import { and, asc, count, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { suppressedAddresses, waitingListEntries as entries } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import type { EntryFilters, InvitationWarningsJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { matchesFilter } from './manager.queries.ts';

/** Addresses that are named. */
const NAMED = 5;

const isSuppressed = sql`${entries.email} IN (SELECT ${suppressedAddresses.email} FROM ${suppressedAddresses})`;

/** Whom of the pending matches an invitation may not reach. Nothing changes. */
export async function listInvitationWarnings(
  { db }: Pick<Deps, 'db'>,
  filter: EntryFilters,
): Promise<InvitationWarningsJson> {
  const isPending = and(matchesFilter(filter), sql`${entries.status} = 'pending'`);
  return {
    unconfirmed: await listAddresses(db, and(isPending, sql`${entries.confirmedAt} IS NULL AND NOT ${isSuppressed}`)),
    suppressed: await listAddresses(db, and(isPending, isSuppressed)),
  };
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
