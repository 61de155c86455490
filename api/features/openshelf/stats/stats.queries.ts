import { count, eq, min, type SQL, sql } from 'drizzle-orm';
import {
  type AiDecision,
  aiDecisions,
  type PublicationMove,
  type PublicationStatus,
  publicationStatuses,
  type ReviewDecision,
  reviewDecisions,
} from '#api/domain/publication-states.ts';
import type { Database } from '#db/client.ts';
import { openshelfWebhooks, publicationCategories, publicationHistory, publications } from '#db/schema/index.ts';
import { isPending } from '#api/features/openshelf/openshelf.queries.ts';

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

/** From a number, included, to another, excluded. */
export type Range = { from: number; to: number };

/** Decisions of reviewers in each of these periods (UTC ms), by the position of the period. */
export const countDecisionsByPeriod = ({ orm }: Database, periods: readonly Range[]) =>
  orm.all<{ period: number; move: ReviewDecision; count: number }>(sql`
    SELECT periods.key AS period, moves.value AS move, (
        SELECT count(*) FROM ${publicationHistory} WHERE ${move} = moves.value AND NOT ${isUndone}
          AND ${at} >= periods.value ->> 'from' AND ${at} < periods.value ->> 'to'
      ) AS count
    FROM ${toJsonTable(periods)} periods, ${toJsonTable(reviewDecisions)} moves`);

export type PeriodCount = Awaited<ReturnType<typeof countDecisionsByPeriod>>[number];

export type DecisionCount = {
  aiDecision: AiDecision;
  categoryId: number;
  move: ReviewDecision;
  count: number;
  /** How many of them are in each step of the AI's confidence. */
  countsBySteps: number[];
};

/** Decisions of reviewers by what the AI had said and the category. */
export async function countDecisions({ orm }: Database, steps: readonly Range[]): Promise<DecisionCount[]> {
  const countThose = (condition: SQL) => sql`(
    SELECT count(*) FROM ${publicationHistory} WHERE ${aiDecision} = decisions.value AND ${categoryId} = categories.id
      AND ${move} = moves.value AND NOT ${isUndone} ${condition})`;
  const inSteps = steps.map(({ from, to }) => {
    // Full confidence belongs to the last step.
    const isBelow = to === 1 ? sql`` : sql`AND ${aiConfidence} < ${to}`;
    return countThose(sql`AND ${aiConfidence} >= ${from} ${isBelow}`);
  });
  const rows = await orm.all<Omit<DecisionCount, 'countsBySteps'> & { countsBySteps: string }>(sql`
    SELECT decisions.value AS aiDecision, categories.id AS categoryId, moves.value AS move, ${countThose(sql``)} AS count,
      json_array(${sql.join(inSteps, sql`, `)}) AS countsBySteps
    FROM ${toJsonTable(aiDecisions)} decisions, ${publicationCategories} categories, ${toJsonTable(reviewDecisions)} moves
    WHERE categories.parent_id IS NULL`);
  return rows.map((row) => ({ ...row, countsBySteps: JSON.parse(row.countsBySteps) as number[] }));
}

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
