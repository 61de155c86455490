import { asc, count, eq, isNull, min, type SQL, sql } from 'drizzle-orm';
import {
  type PublicationMove,
  type PublicationStatus,
  publicationStatuses,
  type ReviewDecision,
  reviewDecisions,
} from '#api/domain/publication-states.ts';
import type { Database } from '#db/client.ts';
import { openshelfWebhooks, publicationCategories, publicationHistory, publications } from '#db/schema/index.ts';
import { isCountedDecision, isPending } from '#api/features/openshelf/openshelf.queries.ts';

const { move, at, isUndone, aiDecision, aiConfidence, categoryId } = publicationHistory;

const toJsonTable = (values: readonly unknown[]) => sql`json_each(${JSON.stringify(values)})`;

/** Publications by status. A count of its own for each takes a fifth of the time of GROUP BY. */
export const countByStatus = ({ orm }: Database) =>
  orm.all<{ status: PublicationStatus; count: number }>(sql`
    SELECT value AS status, (SELECT count(*) FROM ${publications} WHERE ${publications.status} = value) AS count
    FROM ${toJsonTable(publicationStatuses)}`);

/** Moves of these kinds, undone ones aside. */
export const countMoves = <Move extends PublicationMove>({ orm }: Database, moves: readonly Move[]) =>
  orm.all<{ move: Move; count: number }>(sql`
    SELECT value AS move, (SELECT count(*) FROM ${publicationHistory} WHERE ${move} = value AND NOT ${isUndone}) AS count
    FROM ${toJsonTable(moves)}`);

export type Period = { from: number; to: number };

/** Decisions of reviewers in each of these periods (UTC ms), by the position of the period. */
export const countDecisionsByPeriod = ({ orm }: Database, periods: readonly Period[]) =>
  orm.all<{ period: number; move: ReviewDecision; count: number }>(sql`
    SELECT periods.key AS period, moves.value AS move, (
        SELECT count(*) FROM ${publicationHistory} WHERE ${move} = moves.value AND NOT ${isUndone}
          AND ${at} >= periods.value ->> 'from' AND ${at} < periods.value ->> 'to'
      ) AS count
    FROM ${toJsonTable(periods)} periods, ${toJsonTable(reviewDecisions)} moves`);

export type PeriodCount = Awaited<ReturnType<typeof countDecisionsByPeriod>>[number];

/** Decisions of reviewers by what the AI had said and the category, and how many of them in each step of its confidence. */
export const countDecisions = ({ orm }: Database, steps: readonly Period[]) => {
  const inSteps = steps.map(({ from, to }) => {
    // Full confidence belongs to the last step.
    const isBelow: SQL = to === 1 ? sql`` : sql`AND ${aiConfidence} < ${to}`;
    return sql`count(*) FILTER (WHERE ${aiConfidence} >= ${from} ${isBelow})`;
  });
  return orm
    .select({
      move,
      aiDecision,
      categoryId,
      count: count(),
      countsBySteps: sql`json_array(${sql.join(inSteps, sql`, `)})`.mapWith((json) => JSON.parse(json) as number[]),
    })
    .from(publicationHistory)
    .where(isCountedDecision)
    .groupBy(aiDecision, categoryId, move);
};

export type DecisionCount = Awaited<ReturnType<typeof countDecisions>>[number];

/** When the longest wait of the queue began. */
export async function findOldestQueuedAt({ orm }: Database): Promise<number | null> {
  const [row] = await orm
    .select({ at: min(publications.queuedAt) })
    .from(publications)
    .where(isPending);
  return row?.at ?? null;
}

export async function countFailedWebhooks({ orm }: Database): Promise<number> {
  const [row] = await orm
    .select({ count: count() })
    .from(openshelfWebhooks)
    .where(eq(openshelfWebhooks.status, 'failed'));
  return row?.count ?? 0;
}

/** Top-level categories in their order. */
export const listTopCategories = ({ orm }: Database) =>
  orm
    .select({ id: publicationCategories.id, name: publicationCategories.name })
    .from(publicationCategories)
    .where(isNull(publicationCategories.parentId))
    .orderBy(asc(publicationCategories.position), asc(publicationCategories.id));
