import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { userRefColumns } from '#db/queries/user-refs.ts';
import { publicationHistory, publications, publicationVersions, rejectionReasons, users } from '#db/schema/index.ts';
import { isPending } from '#api/features/openshelf/openshelf.queries.ts';

/** Every move of a publication with the reviewer who made it, oldest first. */
export const listHistoryRows = ({ orm }: Database, publicationId: number) =>
  orm
    .select({ entry: publicationHistory, ...userRefColumns })
    .from(publicationHistory)
    .leftJoin(users, eq(users.id, publicationHistory.userId))
    .where(eq(publicationHistory.publicationId, publicationId))
    .orderBy(asc(publicationHistory.id));

export type HistoryRow = Awaited<ReturnType<typeof listHistoryRows>>[number];

export const listVersionRows = ({ orm }: Database, publicationId: number) =>
  orm
    .select({
      number: publicationVersions.number,
      createdAt: publicationVersions.createdAt,
      submittedAt: publicationVersions.submittedAt,
    })
    .from(publicationVersions)
    .where(eq(publicationVersions.publicationId, publicationId))
    .orderBy(desc(publicationVersions.number));

export const listReasonLabels = ({ orm }: Database) =>
  orm.select({ id: rejectionReasons.id, label: rejectionReasons.label }).from(rejectionReasons);

/** Where a publication is in the queue: how many are before it and in all, and its neighbours. */
export async function findQueuePlace({ orm }: Database, { id, queuedAt }: { id: number; queuedAt: number }) {
  const isBefore = sql`(${publications.queuedAt}, ${publications.id}) < (${queuedAt}, ${id})`;
  const isAfter = sql`(${publications.queuedAt}, ${publications.id}) > (${queuedAt}, ${id})`;
  const selectQueue = () => orm.select({ id: publications.id }).from(publications).$dynamic();
  const [[before], [all], [previous], [next]] = await Promise.all([
    orm.select({ count: count() }).from(publications).where(and(isPending, isBefore)),
    orm.select({ count: count() }).from(publications).where(isPending),
    selectQueue().where(and(isPending, isBefore)).orderBy(desc(publications.queuedAt), desc(publications.id)).limit(1),
    selectQueue().where(and(isPending, isAfter)).orderBy(asc(publications.queuedAt), asc(publications.id)).limit(1),
  ]);
  return {
    before: before?.count ?? 0,
    total: all?.count ?? 0,
    previousId: previous?.id ?? null,
    nextId: next?.id ?? null,
  };
}
