import { and, asc, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { outbox, suppressedAddresses, waitingListEntries as entries } from '#db/schema/index.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import type { NextPeopleJson, NextPeopleQuery } from '#api/features/waiting-list/waiting-list.contract.ts';

/** Whom an invitation of the next `count` people would reach. Nothing changes. */
export async function listNextPeople({ db }: Pick<Deps, 'db'>, query: NextPeopleQuery): Promise<NextPeopleJson> {
  const leavesOut = (reason: 'unconfirmed' | 'bounced') => query.leaveOut?.includes(reason) ?? false;
  // The literal makes the condition that of the index of people with an intent.
  const isWaiting = and(eq(entries.productId, query.productId), sql`${entries.status} = 'pending'`);
  const bounced = await listBounced(db, query.productId);
  const bouncedIds = JSON.stringify(bounced.map(({ id }) => id));
  const isAvailable = and(
    isWaiting,
    leavesOut('unconfirmed') ? isNotNull(entries.confirmedAt) : undefined,
    leavesOut('bounced') ? sql`${entries.id} NOT IN (SELECT value FROM json_each(${bouncedIds}))` : undefined,
  );
  const people =
    query.order === 'intent'
      ? await listIntentFirst(db, isAvailable, query.count)
      : await listOldest(db, isAvailable, query.count);
  const [counts] = await db.orm
    .select({ all: count(), confirmed: count(entries.confirmedAt) })
    .from(entries)
    .where(isWaiting);
  const { all = 0, confirmed = 0 } = counts ?? {};
  const leftOut = {
    unconfirmed: all - confirmed,
    // Nobody is left out twice.
    bounced: bounced.filter(({ confirmedAt }) => confirmedAt !== null || !leavesOut('unconfirmed')).length,
  };
  const times = people.map(({ createdAt }) => createdAt);
  const withIntent = people.filter(({ intent }) => intent !== null).length;
  return {
    people: people.map(({ createdAt, ...person }) => ({ ...person, created_at: toIso(createdAt) })),
    available:
      all - (leavesOut('unconfirmed') ? leftOut.unconfirmed : 0) - (leavesOut('bounced') ? leftOut.bounced : 0),
    passed_over: query.order === 'intent' ? await countPassedOver(db, isAvailable, people) : 0,
    with_intent: withIntent,
    without_intent: people.length - withIntent,
    left_out: leftOut,
    first_joined_at: toIsoOrNull(times.length > 0 ? Math.min(...times) : null),
    last_joined_at: toIsoOrNull(times.length > 0 ? Math.max(...times) : null),
  };
}

/**
 * Those who wait and whose address an email failed to reach for good, or an admin suppressed. The index by address keeps
 * the read at the few such addresses.
 */
const listBounced = ({ orm }: Database, productId: number) =>
  orm
    .select({ id: sql<number>`${entries.id}`, confirmedAt: sql<number | null>`${entries.confirmedAt}` })
    .from(sql`${entries} INDEXED BY waiting_list_entries_one_each`)
    .where(
      and(
        eq(entries.productId, productId),
        sql`+${entries.status} = 'pending'`,
        sql`${entries.email} IN (
          SELECT ${outbox.toEmail} FROM ${outbox} WHERE ${outbox.status} = 'expired' AND ${outbox.lastError} LIKE 'email:%'
          UNION SELECT ${suppressedAddresses.email} FROM ${suppressedAddresses})`,
      ),
    );

const listOldest = ({ orm }: Database, isAvailable: SQL | undefined, limit: number) =>
  orm
    .select({
      id: entries.id,
      first_name: entries.firstName,
      last_name: entries.lastName,
      email: entries.email,
      intent: entries.intent,
      createdAt: entries.createdAt,
    })
    .from(entries)
    .where(isAvailable)
    .orderBy(asc(entries.createdAt), asc(entries.id))
    .limit(limit);

/** Those who joined before someone on the list and are not on it: we told them that we invite in the order of joining. */
async function countPassedOver(
  { orm }: Database,
  isAvailable: SQL | undefined,
  people: readonly { id: number; createdAt: number }[],
): Promise<number> {
  const last = people.toSorted((one, other) => one.createdAt - other.createdAt || one.id - other.id).at(-1);
  if (!last) return 0;
  const isBeforeLast = sql`(${entries.createdAt}, ${entries.id}) <= (${last.createdAt}, ${last.id})`;
  const [row] = await orm.select({ count: count() }).from(entries).where(and(isAvailable, isBeforeLast));
  return (row?.count ?? 0) - people.length;
}

/** Two reads in the order of an index: sorting by intent would read everyone who waits. */
async function listIntentFirst(db: Database, isAvailable: SQL | undefined, limit: number) {
  const withIntent = await listOldest(db, and(isAvailable, sql`${entries.intent} IS NOT NULL`), limit);
  const others = await listOldest(db, and(isAvailable, sql`${entries.intent} IS NULL`), limit - withIntent.length);
  return [...withIntent, ...others];
}
