import { and, asc, count, eq, gte, isNull, min, sql } from 'drizzle-orm';
import type { PublicationMove } from '#api/domain/publication-states.ts';
import type { Database } from '#db/client.ts';
import { openshelfWebhooks, publicationCategories, publicationHistory, publications } from '#db/schema/index.ts';
import { isCountedDecision, isPending } from '#api/features/openshelf/openshelf.queries.ts';

const { move, at, aiDecision, aiConfidence, categoryId } = publicationHistory;

/** Publications by status. */
export const countByStatus = ({ orm }: Database) =>
  orm.select({ status: publications.status, count: count() }).from(publications).groupBy(publications.status);

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

/** What the AI said in all its reviews. */
export const countAiReviews = ({ orm }: Database) =>
  orm
    .select({ move, count: count() })
    .from(publicationHistory)
    .where(sql`${move} IN ('ai_approve', 'ai_reject', 'ai_pass_on')`)
    .groupBy(move);

/** The step of the AI's confidence, in tenths: 4 for all below 0.5. */
const confidenceStep = sql<number | null>`min(max(CAST(${aiConfidence} * 10 AS INTEGER), 4), 9)`;

/** Decisions of reviewers by what the AI had said, its confidence and the category. */
export const countDecisions = ({ orm }: Database) =>
  orm
    .select({ move, aiDecision, confidenceStep, categoryId, count: count() })
    .from(publicationHistory)
    .where(isCountedDecision)
    .groupBy(move, aiDecision, confidenceStep, categoryId);

export type DecisionCount = Awaited<ReturnType<typeof countDecisions>>[number];

/** Decisions by the last of these instants (UTC ms, in order) that they are not before. */
export const countDecisionsSince = ({ orm }: Database, starts: readonly number[]) => {
  const cases = starts.map((start, index) => sql`WHEN ${at} >= ${start} THEN ${index}`).reverse();
  const week = sql<number>`CASE ${sql.join(cases, sql` `)} END`;
  return orm
    .select({ week, move, count: count() })
    .from(publicationHistory)
    .where(and(isCountedDecision, gte(at, starts[0] ?? 0)))
    .groupBy(week, move);
};

export type WeekCount = { week: number; move: PublicationMove; count: number };

/** Top-level categories in their order. */
export const listTopCategories = ({ orm }: Database) =>
  orm
    .select({ id: publicationCategories.id, name: publicationCategories.name })
    .from(publicationCategories)
    .where(isNull(publicationCategories.parentId))
    .orderBy(asc(publicationCategories.position), asc(publicationCategories.id));
