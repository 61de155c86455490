import { type SQL, sql } from 'drizzle-orm';
import { toLikePattern } from '#api/http/pagination.ts';
import type { Database } from '#db/client.ts';
import { toTrigramPhrase } from '#db/queries/full-text-search.ts';
import { outbox } from '#db/schema/index.ts';

/** The emails whose address contains a text. */
export type Match = {
  text: string;
  /** True for an email that is one of them. */
  condition: SQL;
  /** So few that reading them takes less than following the order of the list until the page is full. */
  isFew: boolean;
};

const FEW_HITS = 500;
/** With more hits, comparing every address takes less than counting them in the search index. */
const COUNTED_HITS = 20_000;

const listHits = (phrase: string, limit: number) =>
  sql`(SELECT rowid FROM outbox_search WHERE outbox_search MATCH ${phrase} LIMIT ${limit})`;

export async function findMatch({ orm }: Database, text: string): Promise<Match> {
  const phrase = toTrigramPhrase(text);
  if (phrase !== null) {
    const { total, ids } = await orm.get<{ total: number; ids: string }>(
      sql`SELECT count(*) AS total, json_group_array(rowid) AS ids FROM ${listHits(phrase, FEW_HITS + 1)}`,
    );
    const isHit = sql`${outbox.id} IN (SELECT value FROM json_each(${ids}))`;
    if (total <= FEW_HITS) return { text, condition: isHit, isFew: true };
  }
  // Addresses are in lower case. LIKE takes half the time of instr(), which copies each.
  return { text, condition: sql`${outbox.toEmail} LIKE ${toLikePattern(text)} ESCAPE '\\'`, isFew: false };
}

/** The smallest index that has the addresses. */
const addressIndex = sql`${outbox} INDEXED BY outbox_receiver`;

export async function countHits({ orm }: Database, { text, condition, isFew }: Match): Promise<number> {
  if (isFew) return orm.$count(outbox, condition);
  const phrase = toTrigramPhrase(text);
  const total = phrase === null ? null : await orm.$count(listHits(phrase, COUNTED_HITS + 1));
  return total === null || total > COUNTED_HITS ? orm.$count(addressIndex, condition) : total;
}
