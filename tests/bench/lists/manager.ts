import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from '../../../scripts/bench.ts';
import { type ApiFigures, CONCURRENCY, measureRequests, P95_MS } from './api-load.ts';
import { ensureBuild, run, startSite, stop } from '../built-server.ts';

const WORDS =
  'harbour ledger chapter quiet morning invoice outline draft margin paper kettle window tide letter careful reader summer number shelf answer'.split(
    ' ',
  );

/** The list of the blog manager over HTTP at the built server: sorted by each column, filtered, with a large offset, searched. */
export async function benchManager(options: BenchOptions): Promise<object> {
  ensureBuild();
  const directory = await mkdtemp(join(tmpdir(), 'bench-manager-'));
  const dataDir = join(directory, 'data');
  const tokenFile = join(directory, 'token');
  try {
    options.log(`Filling and rendering ${options.posts} posts`);
    await run(fileURLToPath(new URL('./fill-manager.ts', import.meta.url)), [
      dataDir,
      String(options.posts),
      tokenFile,
    ]);
    const token = await readFile(tokenFile, 'utf8');
    const server = await startSite(dataDir);
    const target = { port: server.port, pid: server.process.pid ?? 0, token };
    const figures: Record<string, ApiFigures> = {};
    for (const [name, queries] of Object.entries(createQueries(options.posts))) {
      const paths = queries.map((query) => `/api/blogs?limit=20&${query}`);
      figures[name] = await measureRequests(target, paths, (body) => (body as unknown[]).length);
      options.log(`  ${name}: ${JSON.stringify(figures[name])}`);
    }
    await stop(server);
    const worst = Math.max(...Object.values(figures).map(({ p95_ms }) => p95_ms));
    return { posts: options.posts, at_once: CONCURRENCY, figures, worst_p95_ms: worst, within_target: worst <= P95_MS };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Query strings by name; those of one name are sent in turn. */
function createQueries(posts: number): Record<string, string[]> {
  const columns = ['updated_at', 'published_at', 'title', 'status'];
  const sorted = columns.flatMap((by) => ['ASC', 'DESC'].map((order) => `sortBy=${by}&sortOrder=${order}`));
  const statuses = ['draft', 'published', 'scheduled', 'archived'].map((status) => `status=${status}`);
  return {
    list: [''],
    ...Object.fromEntries(sorted.map((query) => [query, [query]])),
    ...Object.fromEntries(statuses.map((query) => [query, [query]])),
    category: ['categoryId=3'],
    category_and_status: ['categoryId=3&status=published&sortBy=title&sortOrder=ASC'],
    author: ['author=Mei+Lin+Chen'],
    author_and_category_by_title: ['author=Mei+Lin+Chen&categoryId=3&sortBy=title&sortOrder=ASC'],
    deep: [`offset=${Math.max(0, posts - 200)}`],
    deep_by_title: [`offset=${Math.max(0, posts - 200)}&sortBy=title&sortOrder=ASC`],
    search_one_word_of_all: WORDS.map((word) => `search=${word}`),
    search_beginning_of_a_word: WORDS.map((word) => `search=${word.slice(0, 3)}`),
    search_twenty_words: [`search=${WORDS.join('+')}`],
    search_one_post: Array.from({ length: 20 }, (_, n) => `search=Post+${1 + n * 131}`),
    search_nothing: ['search=zyzzyva'],
    search_and_filter: WORDS.map((word) => `search=${word}&status=draft&categoryId=2&sortBy=title`),
  };
}
