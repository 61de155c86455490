import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedServer } from '../faults/logged-server.ts';
import { createApiWork } from './api-work.ts';
import { say } from './long-outage.ts';
import { OUTAGES, startOutageSite, type OutageSite } from './outage-site.ts';
import { type PageCounts, readPages } from './page-reader.ts';
import { findLatest, findLost, measureRecovery, type Recovery } from './recovery.ts';

const PUBLISH_PAUSE_MS = 1_000;
/** A copy of the release is on the disk 3 s after it; a page that was sent for longer must be there after a restart (ms). */
const COPIED_MS = 8_000;
/** One visit in so many asks for the newest post that the server hasn't sent yet. */
const NEWEST_APART = 4;

export type ShortOutagesOptions = {
  outages: number;
  /** Of each outage, and between two. */
  seconds: number;
  /** Between two pages that a visitor asks one server for (ms). */
  intervalMs: number;
  print(line: string): void;
  /** The folder of the run stays, with logs and data. */
  isKept?: boolean;
};

export type ShortOutagesResult = Recovery & {
  findings: string[];
  pages: number;
  failedPages: number;
  calls: number;
  refused: number;
  accepted: number;
};

/**
 * Outages of the database, the bucket and both in turn, with a publish each second all the time. A page that a server has sent once
 * it sends again whenever it is asked; a third server starts again in the middle of each outage.
 */
export async function runShortOutages(options: ShortOutagesOptions): Promise<ShortOutagesResult> {
  const site = await startOutageSite(options.isKept);
  try {
    return await playOutages(site, options);
  } finally {
    await site.stop();
  }
}

async function playOutages(site: OutageSite, options: ShortOutagesOptions): Promise<ShortOutagesResult> {
  const { outages, seconds, intervalMs, print } = options;
  const [a, b] = [await site.start('a'), await site.start('b')];
  let c = await site.start('c');
  const work = createApiWork(await site.signIn(a));
  await work.publish(a);
  const findings = await findLost(work, [a, b, c]);
  await site.waitForDisk(a, 'a');
  await site.waitForDisk(b, 'b');
  await site.waitForDisk(c, 'c');
  const counts: PageCounts[] = [];
  const sentByC: SentPages = new Map();
  const read = (server: LoggedServer, name: string, sent: SentPages = new Map()) =>
    readSentPages({ server, name, sent, intervalMs, posts: work.accepted.posts });
  const readers = [read(a, 'a'), read(b, 'b')];
  let reader = read(c, 'c', sentByC);
  let isOver = false;
  let running: LoggedServer[] = [a, b, c];
  const publishing = work.publishInTurn(() => running, { pauseMs: PUBLISH_PAUSE_MS, isOver: () => isOver });
  const recoveries: Recovery[] = [];
  for (let n = 0; n < outages; n += 1) {
    const outage = OUTAGES[n % OUTAGES.length] ?? { what: '', names: [] };
    await sleep(seconds * 1_000);
    running = [a, b];
    counts.push(await reader.stop());
    // A publish to it may be under way.
    await sleep(PUBLISH_PAUSE_MS);
    await c.stop('SIGTERM');
    forgetLatest(sentByC);
    await site.kill(outage.names);
    await sleep(seconds * 500);
    c = await site.start('c');
    reader = read(c, 'c', sentByC);
    running = [a, b, c];
    await sleep(seconds * 500);
    await site.restart(outage.names);
    const recovery = await measureRecovery(work, running, performance.now());
    recoveries.push(recovery);
    const pages = [...readers, reader].map((each) => each.counts.pages).join(', ');
    print(
      `short ${n + 1} (${outage.what}): API after ${recovery.apiOfEach.map(say).join(', ')}, publish live after ${say(recovery.live)}; pages ${pages}`,
    );
  }
  isOver = true;
  await publishing;
  findings.push(...(await findLost(work, running)));
  counts.push(...(await Promise.all([...readers, reader].map((each) => each.stop()))));
  const failures = counts.flatMap((count) => count.failures);
  return {
    api: findLatest(recoveries.map(({ api }) => api)),
    apiOfEach: recoveries.flatMap(({ apiOfEach }) => apiOfEach),
    live: findLatest(recoveries.map(({ live }) => live)),
    findings: [...findings, ...work.findings, ...failures],
    pages: counts.reduce((sum, count) => sum + count.pages, 0),
    failedPages: failures.length,
    calls: work.counts.calls,
    refused: work.counts.refused,
    accepted: work.accepted.posts.length,
  };
}

/** When a server first sent a page (ms, of this process). */
type SentPages = Map<string, number>;

type SentPagesOptions = {
  server: LoggedServer;
  name: string;
  sent: SentPages;
  intervalMs: number;
  posts: readonly string[];
};

/** Asks in turn for the pages that the server has sent, and now and then for the newest post, which it may not have. */
function readSentPages({ server, name, sent, intervalMs, posts }: SentPagesOptions) {
  for (const path of ['/', '/blogs', '/sitemap.xml', '/rss.xml']) if (!sent.has(path)) sent.set(path, 0);
  return readPages({
    server,
    name,
    intervalMs,
    choosePath(visit) {
      const newest = posts.findLast((slug) => !sent.has(`/blogs/${slug}`));
      if (visit % NEWEST_APART === 0 && newest !== undefined) return `/blogs/${newest}`;
      return [...sent.keys()][visit % sent.size] ?? '/';
    },
    judge(path, status, text) {
      if (status === 200) {
        if (!sent.has(path)) sent.set(path, performance.now());
        return null;
      }
      return status === 404 && !sent.has(path) ? null : `${status} ${text.slice(0, 200)}`;
    },
  });
}

/** A server that starts again may have lost the list of the last seconds. */
function forgetLatest(sent: SentPages): void {
  for (const [path, at] of sent) if (performance.now() - at < COPIED_MS && at > 0) sent.delete(path);
}
