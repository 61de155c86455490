import { setImmediate as yieldToRequests, setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { isUnspaced } from '#db/queries/full-text-search.ts';
import { listEdits, type NearWord, Vocabulary } from './vocabulary.service.ts';

/** The search indexes, each with the table of the words that it holds. */
const INDEXES = [
  { index: 'blogs_search', vocabulary: 'blogs_search_vocabulary' },
  { index: 'documents_search', vocabulary: 'documents_search_vocabulary' },
  { index: 'shelf_words', vocabulary: 'shelf_words_vocabulary' },
];

/** Words that are read at once: other requests have their turn in between. */
const PORTION = 500;
/** Up to so long they are read anew for each search that comes after a change (ms). */
const QUICK_MS = 50;
/** So long a search waits for the first reading (ms); it finds no typos then, and the next one does. */
const PATIENCE_MS = 3_000;
/** Where it takes longer, it takes this part of the time at most. */
const SHARE = 1 / 20;
const SHORTEST = 3;
const LONGEST = 30;

type Read = { state: string; vocabulary: Vocabulary; durationMs: number; endedAt: number };

const reads = new WeakMap<Database['client'], { last: Read | null; running: Promise<Read> | null }>();

/**
 * The words of all posts, documents and works, whoever may read these: what is made of them is for `words.service.ts` to check. They are kept in
 * memory, 13 bytes a word, and read when somebody searches for a word that there isn’t. Null while a large site reads them for the first time.
 */
export async function loadIndexWords(db: Database): Promise<Vocabulary | null> {
  const known = reads.get(db.client) ?? { last: null, running: null };
  reads.set(db.client, known);
  const state = await readState(db);
  const { last } = known;
  if (last?.state === state) return last.vocabulary;
  const isQuick = last === null || last.durationMs <= QUICK_MS;
  if (last && !isQuick && performance.now() - last.endedAt < last.durationMs / SHARE) return last.vocabulary;
  known.running ??= readWords(db, state)
    .then((read) => {
      known.last = read;
      return read;
    })
    .finally(() => {
      known.running = null;
    });
  if (last && isQuick) return (await known.running).vocabulary;
  // The next search has the new ones; who searches now doesn’t wait for all of them.
  known.running.catch(() => undefined);
  if (last) return last.vocabulary;
  const read = await Promise.race([known.running, wait(PATIENCE_MS, null, { ref: false })]);
  return read?.vocabulary ?? null;
}

/** Whether they were read: a large site takes a second or more for it. */
export const hasIndexWords = (db: Database): boolean => (reads.get(db.client)?.last ?? null) !== null;

/** Reads them beside other work; where that fails, the search that needs them says so. */
export function prepareIndexWords(db: Database): void {
  loadIndexWords(db).catch(() => undefined);
}

/** The words of the indexes that are one edit away from this one, of which each is looked up: 20 ms for a word of seven letters, however many words there are. */
export async function findOneEditAway({ client }: Database, word: string): Promise<NearWord[]> {
  const lookups = INDEXES.map(
    ({ vocabulary }) => `SELECT term FROM json_each(:edits) CROSS JOIN ${vocabulary} ON term = value`,
  );
  const args = { edits: JSON.stringify(listEdits(word)) };
  const { rows } = await client.execute({ sql: lookups.join(' UNION '), args });
  return rows.map(({ term }) => ({ word: String(term), distance: 1 }));
}

/** Another one after each change of an index: of its sizes, and of the list of its parts. */
async function readState({ client }: Database): Promise<string> {
  const blocks = INDEXES.map(({ index }) => `SELECT id, hex(block) AS block FROM ${index}_data WHERE id IN (1, 10)`);
  const { rows } = await client.execute(blocks.join(' UNION ALL '));
  return rows.map(({ block }) => String(block)).join(' ');
}

async function readWords(db: Database, state: string): Promise<Read> {
  const startedAt = performance.now();
  const words: string[] = [];
  for (const { vocabulary } of INDEXES) {
    const table = sql.raw(vocabulary);
    for (let after = ''; ;) {
      const rows = await db.orm.all<{ term: string }>(
        sql`SELECT term FROM ${table} WHERE term > ${after} ORDER BY term LIMIT ${PORTION}`,
      );
      for (const { term } of rows) if (canBeMeant(term)) words.push(term);
      const last = rows.at(-1);
      if (!last || rows.length < PORTION) break;
      after = last.term;
      await yieldToRequests();
    }
  }
  const readAt = performance.now();
  // Sorting 100,000 words and the search behind it take a turn of the event loop each, whose waiting is no part of the work.
  await yieldToRequests();
  const sortingAt = performance.now();
  const vocabulary = new Vocabulary(words);
  const endedAt = performance.now();
  await yieldToRequests();
  return { state, vocabulary, durationMs: readAt - startedAt + endedAt - sortingAt, endedAt };
}

/** Numbers and sentences in scripts without spaces are no words that one mistypes. */
export const canBeMeant = (word: string): boolean =>
  word.length >= SHORTEST && word.length <= LONGEST && !/\p{N}/u.test(word) && !isUnspaced(word);
