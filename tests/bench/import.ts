import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_ROOT } from '#db/project-root.ts';
import type { BenchOptions } from '../../scripts/bench.ts';
import { createItem, createWordPressFile } from '../support/imports/wordpress-file.ts';
import { ensureBuild, readMemory, run, startSite, stop } from './built-server.ts';
import { quantile, round } from './figures.ts';
import { createLongArticle } from './long-article.ts';

const WORDS = 500;
const PAUSE_MS = 250;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Brings in an export of WordPress with `posts` posts of 500 words that link to each other, while someone reads the home page:
 * until all are stored, and until all are live. With 10,000 posts within 300 s and 600 MB. Then the same file again, which changes nothing.
 */
export async function benchImport(options: BenchOptions): Promise<object> {
  ensureBuild();
  const directory = await mkdtemp(join(tmpdir(), 'bench-import-'));
  const dataDir = join(directory, 'data');
  const file = join(directory, 'export.xml');
  await pipeline(Readable.from(writeExport(options.posts)), createWriteStream(file));
  const site = await startSite(dataDir);
  const importing = (...args: string[]) =>
    run(join(PROJECT_ROOT, 'scripts/import.ts'), args, { DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' });
  try {
    const reader = readHome(site.port);
    const startedAt = performance.now();
    const measureSeconds = () => round((performance.now() - startedAt) / 1000);
    await importing('wordpress', file);
    const stored = { stored_s: measureSeconds(), stored_peak_mb: await readMemory(site.process, 'VmHWM') };
    options.log(`  stored: ${JSON.stringify(stored)}`);
    await waitForPost(site.port, options.posts);
    const live = { live_s: measureSeconds(), peak_mb: await readMemory(site.process, 'VmHWM') };
    options.log(`  live: ${JSON.stringify(live)}`);
    const reads = await reader.stop();
    await importing('wordpress', file);
    const again = { again_s: round(measureSeconds() - live.live_s) };
    return { posts: options.posts, ...stored, ...live, ...reads, ...again };
  } finally {
    await stop(site);
    await rm(directory, { recursive: true, force: true });
  }
}

function* writeExport(posts: number): Generator<string> {
  const [head = '', tail = ''] = createWordPressFile('<!-- posts -->').split('<!-- posts -->');
  const article = createLongArticle(WORDS).replaceAll('"/blogs"', '"https://example.com/"');
  yield head;
  for (let id = 1; id <= posts; id += 1) {
    const date = new Date(Date.UTC(2005) + (id * 20 * 365 * DAY_MS) / posts)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
    const links = [1, 2, 3].map(
      (back) => `<a href="https://old.example.com/post-${Math.max(1, id - back)}/">Before</a>`,
    );
    yield createItem({
      id,
      title: `Post ${id} of the export`,
      name: `post-${id}`,
      link: `https://old.example.com/post-${id}/`,
      content: `<!-- wp:html -->${article}<!-- /wp:html --><p>${links.join(' ')}</p>`,
      date,
      gmt: date,
      more: `<category domain="category" nicename="c${id % 12}"><![CDATA[Topic ${id % 12}]]></category>
        <category domain="post_tag" nicename="t${id % 40}"><![CDATA[Tag ${id % 40}]]></category>`,
    });
  }
  yield tail;
}

/** Someone who asks for the home page all the time. */
function readHome(port: number) {
  const times: number[] = [];
  let failed = 0;
  let isStopped = false;
  const reading = (async () => {
    while (!isStopped) {
      const askedAt = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      await response?.arrayBuffer();
      if (!response?.ok) failed += 1;
      times.push(performance.now() - askedAt);
      await sleep(PAUSE_MS);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await reading;
      const slowest = round(Math.max(...times));
      return {
        reads: times.length,
        reads_failed: failed,
        read_p99_ms: round(quantile(times, 0.99)),
        read_max_ms: slowest,
      };
    },
  };
}

async function waitForPost(port: number, id: number): Promise<void> {
  const isLive = async () => (await fetch(`http://127.0.0.1:${port}/blogs/post-${id}`)).ok;
  while (!(await isLive())) await sleep(PAUSE_MS);
}
