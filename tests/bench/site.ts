import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { RunningServer } from '#api/server.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import type { BenchOptions } from '../../scripts/bench.ts';
import { megabytes, quantile, round } from './figures.ts';
import { createArticleHtml } from './filler.ts';
import { type Send, signInEditor, withFilledServer } from './filled-server.ts';
import { waitForMarker, waitForVerification } from './public-pages.ts';

/** Pages that are asked for while every page changes. */
const SAMPLED_PAGES = 200;
const OLD_NAME = demoSettings.company.legal_name;
const REQUESTS = 10_000;

type Visitors = {
  readers: number;
  /** Each reader asks this often, milliseconds. */
  pace: number;
  /** They go on until so many pages were asked for. */
  atLeast: number;
};

/** Sees when the change has come, and takes nothing from the render. */
const ONE_OBSERVER: Visitors = { readers: 1, pace: 250, atLeast: 1 };
/** Together they ask about ten thousand times while ten thousand posts are rendered. */
const VISITORS: Visitors = { readers: 4, pace: 20, atLeast: REQUESTS };

type Fields = Record<string, unknown>;
type DraftAnswer = { live_draft: DraftJson; draft: DraftJson | null };
type DraftJson = { fields: Fields; version: number; base_revision: number };

/**
 * Publishes a headline of the home page and a post in turns, each until visitors have it; then a colour and a company name, which every
 * page shows: once alone, to be compared with a full render, and once while visitors go on reading: no page may be old after another one
 * was new.
 */
export const benchSite = (options: BenchOptions): Promise<object> =>
  withFilledServer(options, async ({ server, render }) => {
    const send = await signInEditor(server);
    const posts: number[] = [];
    const headlines: number[] = [];
    for (let n = 1; n <= options.publishes; n += 1) {
      posts.push(await publishPost(server, send, `post-marker-${n}`, options.posts + n));
      headlines.push(await publishHeadline(server, send, `headline-marker-${n}`));
      if (n % 10 === 0) options.log(`  ${n} of ${options.publishes} posts and headlines published`);
    }
    options.log('Changing every page');
    const alone = await publishWholeSite(server, send, ['#2a8fb5', OLD_NAME, 'Renamed unseen'], ONE_OBSERVER);
    options.log('Changing every page again while visitors read');
    const read = await publishWholeSite(server, send, ['#8a4fb5', 'Renamed unseen', 'Renamed while read'], VISITORS);
    const [post, headline] = [quantile(posts, 0.5), quantile(headlines, 0.5)];
    return {
      posts: options.posts,
      publishes: options.publishes,
      post_p50_ms: round(post),
      headline_p50_ms: round(headline),
      headline_p95_ms: round(quantile(headlines, 0.95)),
      headline_to_post: round(headline / post, 2),
      ...render,
      whole_site_alone_s: alone.seconds,
      whole_site_read_s: read.seconds,
      ...read.visits,
      peak_rss_mb: megabytes(process.resourceUsage().maxRSS * 1024),
    };
  });

async function publishPost(server: RunningServer, send: Send, marker: string, n: number): Promise<number> {
  const input = { title: marker, content: createArticleHtml(n), status: 'published', description: marker };
  const started = performance.now();
  const { slug } = await send<{ slug: string }>('POST', '/api/blogs', { ...input, categoryIds: [1 + (n % 5)] });
  for (const path of [`/blogs/${slug}`, '/', '/blogs']) await waitForMarker(server, path, marker);
  const milliseconds = performance.now() - started;
  await waitForVerification(server);
  return milliseconds;
}

/** The draft is saved while it is written, so the time begins with the press of Publish. */
async function publishHeadline(server: RunningServer, send: Send, marker: string): Promise<number> {
  const { pages } = await send<{ pages: { id: number; address: string }[] }>('GET', '/api/admin/pages');
  const home = pages.find(({ address }) => address === '/');
  if (!home) throw new Error('There is no home page.');
  const part = await saveDraft(send, 'pages', home.id, (fields) => {
    const [hero, ...others] = fields.sections as { fields: Fields }[];
    return { ...fields, sections: [{ ...hero, fields: { ...hero?.fields, heading: marker } }, ...others] };
  });
  const started = performance.now();
  await send('POST', '/api/admin/site-changes/publish', { parts: [{ kind: 'page', ...part }] });
  await waitForMarker(server, '/', marker);
  const milliseconds = performance.now() - started;
  await waitForVerification(server);
  return milliseconds;
}

async function saveDraft(send: Send, path: string, id: number, change: (fields: Fields) => Fields) {
  const { live_draft, draft } = await send<DraftAnswer>('GET', `/api/admin/${path}/${id}/draft`);
  const { fields, version, base_revision } = draft ?? live_draft;
  const body = { fields: change(fields), content: '', client_id: 'client-of-the-bench', version, base_revision };
  const saved = await send<{ version: number }>('PUT', `/api/admin/${path}/${id}/draft`, body);
  return { id, version: saved.version };
}

/** Publishes a colour and a company name, which every page shows; ends when visitors have them everywhere. */
async function publishWholeSite(
  server: RunningServer,
  send: Send,
  [colour, oldName, newName]: [string, string, string],
  visitors: Visitors,
) {
  const { id } = await send<{ id: number }>('GET', '/api/admin/settings');
  const part = await saveDraft(send, 'settings', id, (fields) => ({
    ...fields,
    company: { ...(fields.company as Fields), legal_name: newName },
    brand: { ...(fields.brand as Fields), colour },
  }));
  const visit = visitPages(server.port, await samplePages(server, oldName), newName, visitors);
  const started = performance.now();
  await send('POST', '/api/admin/site-changes/publish', { parts: [{ kind: 'settings', ...part }] });
  await visit.untilNew;
  const seconds = round((performance.now() - started) / 1000);
  const { requests, mixed, failed, milliseconds } = await visit.finish();
  await waitForVerification(server);
  const visits = {
    requests_meanwhile: requests,
    mixed_pages: mixed,
    failed_requests: failed,
    request_p50_ms: round(quantile(milliseconds, 0.5)),
    request_p99_ms: round(quantile(milliseconds, 0.99)),
    request_max_ms: round(Math.max(...milliseconds)),
  };
  return { seconds, visits };
}

/** Pages of all kinds that show the name which is going to change. */
async function samplePages({ manifest, port }: RunningServer, name: string): Promise<string[]> {
  const paths = [...manifest.entries()].flatMap(({ path, contentType }) =>
    contentType.startsWith('text/html') ? [path] : [],
  );
  const step = Math.max(1, Math.floor(paths.length / SAMPLED_PAGES));
  const sampled = paths.filter((_, at) => at % step === 0);
  const pages = await Promise.all(sampled.map(async (path) => ({ path, ...(await readPage(port, path)) })));
  return pages.filter(({ status, body }) => status === 200 && body.includes(name)).map(({ path }) => path);
}

/** Several readers ask for one page after the other. A page that was asked for after a new one has come, and is old, is mixed. */
function visitPages(port: number, paths: readonly string[], newName: string, visitors: Visitors) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: visitors.readers });
  const milliseconds: number[] = [];
  let [mixed, failed, isNewLive, isStopping] = [0, 0, false, false];
  const { promise: untilNew, resolve } = Promise.withResolvers<void>();
  const readers = Array.from({ length: visitors.readers }, async (_, reader) => {
    for (let n = reader; !isStopping; n += visitors.readers) {
      const wasNewLive = isNewLive;
      const started = performance.now();
      const { status, body } = await readPage(port, paths[n % paths.length] as string, agent);
      const took = performance.now() - started;
      milliseconds.push(took);
      if (status !== 200) failed += 1;
      const isNew = body.includes(newName);
      if (wasNewLive && !isNew) mixed += 1;
      if (isNew) {
        isNewLive = true;
        resolve();
      }
      await setTimeout(Math.max(0, visitors.pace - took));
    }
  });
  return {
    untilNew,
    async finish() {
      while (milliseconds.length < visitors.atLeast) await setTimeout(20);
      isStopping = true;
      await Promise.all(readers);
      agent.destroy();
      return { requests: milliseconds.length, mixed, failed, milliseconds };
    },
  };
}

function readPage(port: number, path: string, agent?: http.Agent): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on('error', reject);
  });
}
