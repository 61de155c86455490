import { and, asc, count, gt, inArray, lte, max } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { blogs } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import type { BulkBlogsRequest, BulkFilter, BulkRange } from '#api/features/blogs/blogs.contract.ts';
import { matchesFilter } from './list.service.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;
type BulkPart = { ids: readonly number[]; next: BulkRange | null };

/** Posts changed in one request: few enough to show progress and to keep each request short. */
const PART_SIZE = 50;

/**
 * The posts of one request of a bulk action. Matches of a filter are taken by rising id, up to the last one of the first
 * request: each is changed once, whether it still matches afterwards or not, and posts that are new are left out.
 * @throws conflict when another number of posts matches than was shown.
 */
export async function listBulkPart(deps: ReadDeps, request: BulkBlogsRequest): Promise<BulkPart> {
  const { ids, filter, total, next } = request;
  if (!filter) return { ids: ids ?? [], next: null };
  const range = next ?? (await startRange(deps, filter, total ?? 0));
  const rows = await deps.db.orm
    .select({ id: blogs.id })
    .from(blogs)
    .where(and(matchesFilter(filter, deps.clock.now()), gt(blogs.id, range.after_id), lte(blogs.id, range.last_id)))
    .orderBy(asc(blogs.id))
    .limit(PART_SIZE);
  const lastId = rows.at(-1)?.id;
  const isEnd = rows.length < PART_SIZE || lastId === range.last_id;
  return { ids: rows.map(({ id }) => id), next: isEnd || !lastId ? null : { ...range, after_id: lastId } };
}

async function startRange({ db, clock }: ReadDeps, filter: BulkFilter, total: number): Promise<BulkRange> {
  const [matches] = await db.orm
    .select({ count: count(), lastId: max(blogs.id) })
    .from(blogs)
    .where(matchesFilter(filter, clock.now()));
  if (!matches?.lastId || matches.count !== total) {
    throw conflictError('The list has changed in the meantime. Close this, check the list and try again.');
  }
  return { after_id: 0, last_id: matches.lastId };
}

/** The titles of posts by id. */
export async function loadTitles(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.orm
    .select({ id: blogs.id, title: blogs.title })
    .from(blogs)
    .where(inArray(blogs.id, [...ids]));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
