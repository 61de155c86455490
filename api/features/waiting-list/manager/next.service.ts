import { and, asc, count, eq, not, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { outbox, suppressedAddresses, waitingListEntries as entries } from '#db/schema/index.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import type { NextPeopleJson, NextPeopleQuery } from '#api/features/waiting-list/waiting-list.contract.ts';

const isUnconfirmed = sql`${entries.confirmedAt} IS NULL`;

/** An email to the address failed for good, or an admin suppressed the address. Read once, from the few such addresses. */
const hasBounced = (productId: number) => sql`${entries.id} IN (
  SELECT "id" FROM ${entries} WHERE "product_id" = ${productId} AND "email" IN (
    SELECT ${outbox.toEmail} FROM ${outbox} WHERE ${outbox.status} = 'expired' AND ${outbox.lastError} LIKE 'email:%'
    UNION SELECT ${suppressedAddresses.email} FROM ${suppressedAddresses}))`;

/** Whom an invitation of the next `count` people would reach. Nothing changes. */
export async function listNextPeople({ db }: Pick<Deps, 'db'>, query: NextPeopleQuery): Promise<NextPeopleJson> {
  const leavesOut = (reason: 'unconfirmed' | 'bounced') => query.leaveOut?.includes(reason) ?? false;
  const isBounced = hasBounced(query.productId);
  // The literal makes the condition that of the index of people with an intent.
  const isWaiting = and(eq(entries.productId, query.productId), sql`${entries.status} = 'pending'`);
  const isLeftOut = or(
    leavesOut('unconfirmed') ? isUnconfirmed : undefined,
    leavesOut('bounced') ? isBounced : undefined,
  );
  const isAvailable = and(isWaiting, isLeftOut && not(isLeftOut));
  const people =
    query.order === 'age'
      ? await listOldest(db, isAvailable, query.count)
      : await listIntentFirst(db, isAvailable, query.count);
  const countIf = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})`;
  const isOnlyBounced = leavesOut('unconfirmed') ? sql`${isBounced} AND NOT ${isUnconfirmed}` : isBounced;
  const [counts] = await db.orm
    .select({ all: count(), unconfirmed: countIf(isUnconfirmed), bounced: countIf(isOnlyBounced) })
    .from(entries)
    .where(isWaiting);
  const { all = 0, unconfirmed = 0, bounced = 0 } = counts ?? {};
  const times = people.map(({ createdAt }) => createdAt);
  const withIntent = people.filter(({ intent }) => intent !== null).length;
  return {
    people: people.map(({ createdAt, ...person }) => ({ ...person, created_at: toIso(createdAt) })),
    available: all - (leavesOut('unconfirmed') ? unconfirmed : 0) - (leavesOut('bounced') ? bounced : 0),
    with_intent: withIntent,
    without_intent: people.length - withIntent,
    left_out: { unconfirmed, bounced },
    first_joined_at: toIsoOrNull(times.length > 0 ? Math.min(...times) : null),
    last_joined_at: toIsoOrNull(times.length > 0 ? Math.max(...times) : null),
  };
}

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

/** Two reads in the order of an index: sorting by intent would read everyone who waits. */
async function listIntentFirst(db: Database, isAvailable: SQL | undefined, limit: number) {
  const withIntent = await listOldest(db, and(isAvailable, sql`${entries.intent} IS NOT NULL`), limit);
  const others = await listOldest(db, and(isAvailable, sql`${entries.intent} IS NULL`), limit - withIntent.length);
  return [...withIntent, ...others];
}
