import { and, asc, count, eq, not, or, type SQL, sql } from 'drizzle-orm';
import { outbox, suppressedAddresses, waitingListEntries as entries } from '#db/schema/index.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import type { NextPeopleJson, NextPeopleQuery } from '#api/features/waiting-list/waiting-list.contract.ts';

const isUnconfirmed = sql`${entries.confirmedAt} IS NULL`;
/** An email to the address failed for good, or an admin suppressed the address. */
const hasBounced = sql`(
  ${entries.email} IN (SELECT ${outbox.toEmail} FROM ${outbox} WHERE ${outbox.status} = 'expired' AND ${outbox.lastError} LIKE 'email:%')
  OR ${entries.email} IN (SELECT ${suppressedAddresses.email} FROM ${suppressedAddresses}))`;

/** Whom an invitation of the next `count` people would reach. Nothing changes. */
export async function listNextPeople({ db }: Pick<Deps, 'db'>, query: NextPeopleQuery): Promise<NextPeopleJson> {
  const leavesOut = (reason: 'unconfirmed' | 'bounced') => query.leaveOut?.includes(reason) ?? false;
  const isWaiting = and(eq(entries.productId, query.productId), eq(entries.status, 'pending'));
  const isLeftOut = or(
    leavesOut('unconfirmed') ? isUnconfirmed : undefined,
    leavesOut('bounced') ? hasBounced : undefined,
  );
  const people = await db.orm
    .select({
      id: entries.id,
      first_name: entries.firstName,
      last_name: entries.lastName,
      email: entries.email,
      intent: entries.intent,
      createdAt: entries.createdAt,
    })
    .from(entries)
    .where(and(isWaiting, isLeftOut && not(isLeftOut)))
    .orderBy(
      ...(query.order === 'age' ? [] : [sql`${entries.intent} IS NULL`]),
      asc(entries.createdAt),
      asc(entries.id),
    )
    .limit(query.count);
  const isOnlyBounced = leavesOut('unconfirmed') ? sql`${hasBounced} AND NOT ${isUnconfirmed}` : hasBounced;
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
    first_joined_at: toIsoOrNull(times.length ? Math.min(...times) : null),
    last_joined_at: toIsoOrNull(times.length ? Math.max(...times) : null),
  };
}

const countIf = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})`;
