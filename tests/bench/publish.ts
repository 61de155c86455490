import { eq } from 'drizzle-orm';
import type { RunningServer } from '#api/server.ts';
import { publishJobs } from '#db/schema/index.ts';
import type { BenchOptions } from '../../scripts/bench.ts';
import { megabytes, quantile, round } from './figures.ts';
import { createArticleHtml } from './filler.ts';
import { signInEditor, withFilledServer } from './filled-server.ts';
import { waitForMarker, waitForVerification } from './public-pages.ts';

/** Out of ten publishes: so many change the newest post, the rest create posts. */
const CHANGES_OUT_OF_TEN = 4;

/**
 * Fills `posts` posts of about 12 KB, renders the whole site, then publishes new and changed posts one after the
 * other: from the request until the post, the home page and the list return the new content over HTTP.
 */
export const benchPublish = (options: BenchOptions): Promise<object> =>
  withFilledServer(options, async ({ server, render }) => {
    const cpuBefore = process.cpuUsage();
    const figures = await publishOneByOne(server, options);
    const { user, system } = process.cpuUsage(cpuBefore);
    return {
      posts: options.posts,
      database: options.isShared ? 'libSQL server and bucket' : 'file',
      publishes: figures.length,
      p50_ms: round(quantile(figures, 0.5)),
      p95_ms: round(quantile(figures, 0.95)),
      p99_ms: round(quantile(figures, 0.99)),
      max_ms: round(Math.max(...figures)),
      // Processor time of one publish with its background work and the requests of this bench: the same on a busy machine.
      cpu_ms: round((user + system) / 1000 / figures.length),
      ...render,
      pages_per_publish: round(await averagePagesPerPublish(server)),
      peak_rss_mb: megabytes(process.resourceUsage().maxRSS * 1024),
    };
  });

async function publishOneByOne(server: RunningServer, options: BenchOptions): Promise<number[]> {
  const figures: number[] = [];
  const send = await signInEditor(server);
  let newest: number | null = null;
  for (let n = 1; n <= options.publishes; n += 1) {
    const marker = `publish-marker-${n}-${Date.now()}`;
    const content = createArticleHtml(options.posts + n);
    const input = {
      title: `${marker} story`,
      content,
      status: 'published' as const,
      description: `${marker} in words`,
    };
    const started = performance.now();
    const isChange = newest !== null && n % 10 < CHANGES_OUT_OF_TEN;
    const post: { id: number; slug: string } = isChange
      ? await send('PUT', `/api/blogs/${newest}`, { ...input, categoryIds: [1] })
      : await send('POST', '/api/blogs', { ...input, categoryIds: [1 + (n % 5)] });
    newest = post.id;
    // One after the other: all change at once, and asking takes processor time from the publish.
    for (const path of [`/blogs/${post.slug}`, '/', '/blogs']) await waitForMarker(server, path, marker);
    figures.push(performance.now() - started);
    if (n % 10 === 0) options.log(`  ${n} of ${options.publishes} published`);
    await waitForVerification(server);
  }
  return figures;
}

async function averagePagesPerPublish(server: RunningServer): Promise<number> {
  const jobs = await server.db.orm
    .select({ paths: publishJobs.paths })
    .from(publishJobs)
    .where(eq(publishJobs.status, 'live'));
  const counts = jobs.map((job) => job.paths?.length ?? 0);
  return counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
}
