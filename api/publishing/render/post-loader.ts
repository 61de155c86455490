import { type BlogCover, listCoversByUpload } from '#db/queries/blog-covers.ts';
import type { Database } from '#db/client.ts';
import { listPublicPosts, listPublicPostSummaries, type PostRow, type PostSummaryRow } from './post-rows.ts';

/** Reads what pages show of posts. Rows come in the order of the ids; one that isn't public is left out. */
export type PostLoader = {
  listPosts(ids: readonly number[]): Promise<PostRow[]>;
  /** Without the content, for lists. */
  listSummaries(ids: readonly number[]): Promise<PostSummaryRow[]>;
  listCovers(uploadIds: readonly (number | null)[]): Promise<ReadonlyMap<number, BlogCover>>;
};

/**
 * Reads each row once, for all pages that are rendered with this loader: home, lists and feeds show the same few posts. It
 * keeps all of them, so a render of the whole site makes one for each page. `now` in UTC ms.
 */
export function createPostLoader({ db, now }: { db: Database; now: number }): PostLoader {
  const posts = new Map<number, Promise<PostRow | undefined>>();
  const summaries = new Map<number, Promise<PostSummaryRow | undefined>>();
  const covers = new Map<number, Promise<BlogCover | undefined>>();
  const readPosts = async (ids: readonly number[]) => toMap(await listPublicPosts(db, ids, now));
  const readSummaries = async (ids: readonly number[]) => toMap(await listPublicPostSummaries(db, ids, now));

  return {
    async listPosts(ids) {
      return (await readOnce(posts, ids, readPosts)).map(([, row]) => row);
    },
    async listSummaries(ids) {
      for (const id of ids) {
        const post = posts.get(id);
        if (post && !summaries.has(id)) summaries.set(id, post);
      }
      return (await readOnce(summaries, ids, readSummaries)).map(([, row]) => row);
    },
    async listCovers(uploadIds) {
      const ids = [...new Set(uploadIds.filter((id) => id !== null))];
      return new Map(await readOnce(covers, ids, (missing) => listCoversByUpload(db, missing)));
    },
  };
}

const toMap = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

/** Reads what isn't read, or being read, by one query. */
async function readOnce<Row>(
  known: Map<number, Promise<Row | undefined>>,
  ids: readonly number[],
  read: (missing: number[]) => Promise<ReadonlyMap<number, Row>>,
): Promise<[number, Row][]> {
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) {
    const reading = read(missing);
    for (const id of missing) {
      known.set(
        id,
        reading.then((rows) => rows.get(id)),
      );
    }
  }
  const rows = await Promise.all(ids.map(async (id) => [id, await known.get(id)] as const));
  return rows.flatMap(([id, row]) => (row === undefined ? [] : [[id, row] as [number, Row]]));
}
