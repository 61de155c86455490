import { and, asc, count, desc, eq, gte, inArray } from 'drizzle-orm';
import { type AiDecision, reviewDecisions } from '#api/domain/publication-states.ts';
import type { Database } from '#db/client.ts';
import { publicationHistory, publications } from '#db/schema/index.ts';
import { isPending, selectPublications } from '#api/features/openshelf/openshelf.queries.ts';

type Filter = { categoryId: number | undefined; aiDecision: AiDecision | undefined };
type Part = { sort: 'oldest' | 'newest'; limit: number; offset: number };

const isMatch = ({ categoryId, aiDecision }: Filter) =>
  and(
    isPending,
    categoryId === undefined ? undefined : eq(publications.categoryId, categoryId),
    aiDecision && eq(publications.aiDecision, aiDecision),
  );

/** A part of the queue. The ids are found first, from its index alone. */
export function listPendingRows(db: Database, filter: Filter, { sort, limit, offset }: Part) {
  const direction = sort === 'newest' ? desc : asc;
  const order = [direction(publications.queuedAt), direction(publications.id)];
  const ids = db.orm
    .select({ id: publications.id })
    .from(publications)
    .where(isMatch(filter))
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return selectPublications(db)
    .where(inArray(publications.id, ids))
    .orderBy(...order);
}

export async function countPending({ orm }: Database, filter: Filter): Promise<number> {
  const [row] = await orm.select({ count: count() }).from(publications).where(isMatch(filter));
  return row?.count ?? 0;
}

/** Decisions of a reviewer since an instant (UTC ms), undone ones aside. */
export async function countDecisions({ orm }: Database, userId: number, since: number): Promise<number> {
  const [row] = await orm
    .select({ count: count() })
    .from(publicationHistory)
    .where(
      and(
        inArray(publicationHistory.move, [...reviewDecisions]),
        gte(publicationHistory.at, since),
        eq(publicationHistory.userId, userId),
        eq(publicationHistory.isUndone, false),
      ),
    );
  return row?.count ?? 0;
}
