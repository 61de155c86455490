import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedServer } from '../faults/logged-server.ts';
import { createApiWork } from './api-work.ts';
import { type Outage, type OutageSite, startOutageSite } from './outage-site.ts';
import { readPages } from './page-reader.ts';
import { createLiveCheck, findLost, measure, measureRecovery, type Recovery } from './recovery.ts';

/** Publishes before and after the outage come each second. */
const PUBLISH_PAUSE_MS = 1_000;
/** Between two calls of the API to one server during the outage (ms). */
const CALL_PAUSE_MS = 3_000;
const READERS = 2;
/** Posts or files that are tried among the calls of the API during the outage. */
const WRITES_APART = 4;

export type LongOutageOptions = {
  outage: Outage;
  minutes: number;
  /** That visitors ask the two servers for, at least. */
  pages: number;
  /** Before the outage, and again afterwards. */
  publishes: number;
  print(line: string): void;
  /** The folder of the run stays, with logs and data. */
  isKept?: boolean;
};

export type LongOutageResult = Recovery & {
  findings: string[];
  pages: number;
  failedPages: number;
  calls: number;
  refused: number;
  accepted: number;
  /** Seconds until what was accepted during the outage is live on all servers that ran, with no new publish. */
  resumed: number | null;
  /** Seconds until a server that has never had a release sends pages. */
  joined: number | null;
};

/**
 * Two servers whose database, bucket or both are killed for minutes. A third, which once had the release, and a new one start in the
 * middle. Visitors ask for pages all the time, and an admin calls the API.
 */
export async function runLongOutage(options: LongOutageOptions): Promise<LongOutageResult> {
  const site = await startOutageSite(options.isKept);
  try {
    return await playOutage(site, options);
  } finally {
    await site.stop();
  }
}

async function playOutage(site: OutageSite, options: LongOutageOptions): Promise<LongOutageResult> {
  const { outage, minutes, pages, publishes, print } = options;
  const findings: string[] = [];
  const [a, b, earlier] = [await site.start('a'), await site.start('b'), await site.start('c')];
  const work = createApiWork(await site.signIn(a));
  await work.upload(a);
  await work.publishInTurn(() => [a, b], { pauseMs: PUBLISH_PAUSE_MS, limit: publishes });
  findings.push(...(await findLost(work, [a, b, earlier])));
  const before = work.accepted.posts.length;
  const paths = await site.waitForDisk(a, 'a');
  await site.waitForDisk(b, 'b');
  await site.waitForDisk(earlier, 'c');
  await earlier.stop('SIGTERM');

  const texts = new Map<string, string>();
  for (const path of paths) texts.set(path, await a.fetchText(path));
  let isAway = true;
  const read = (server: LoggedServer, name: string) =>
    readPages({
      server,
      name,
      intervalMs: (minutes * 60_000 * READERS) / pages,
      choosePath: (visit) => paths[visit % paths.length] ?? '/',
      judge: (path, status, text) => {
        if (status !== 200) return `${status} ${text.slice(0, 200)}`;
        return isAway && texts.get(path) !== text ? 'another page than before' : null;
      },
    });

  print(
    `${outage.what}: killed in ${site.directory}, ${paths.length} pages, ${work.accepted.posts.length} posts accepted before`,
  );
  await site.kill(outage.names);
  const readers = [read(a, 'a'), read(b, 'b')];
  const isDatabaseAway = outage.names.includes('database');
  const callers = [a, b].map((server) => callApi(server));
  await sleep(minutes * 30_000);
  const c = await site.start('c');
  print(`${outage.what}: a third server has started`);
  readers.push(read(c, 'c'));
  callers.push(callApi(c));
  const joining = await site.start('new', { isAwaited: false });
  await sleep(minutes * 30_000);
  isAway = false;
  await Promise.all(callers);
  const asked = readers.map(({ counts }) => counts.pages);

  await site.restart(outage.names);
  const returnedAt = performance.now();
  const meanwhile = work.accepted.posts.slice(before);
  const joins = measure(returnedAt, createLiveCheck([joining], work.accepted.posts.slice(0, 1)));
  const resumed = await measure(returnedAt, createLiveCheck([a, b, c], meanwhile));
  // A new post would wake the publisher: what was accepted before goes on by itself.
  const recovery = await measureRecovery(work, [a, b, c], meanwhile.length === 0 ? returnedAt : performance.now());
  const joined = await joins;
  print(
    `${outage.what}: back; ${meanwhile.length} posts of the outage live after ${say(resumed)}, API after ${recovery.apiOfEach.map(say).join(', ')}, new post live after ${say(recovery.live)}, new server after ${say(joined)}`,
  );
  await work.publishInTurn(() => [a, b, c, joining], { pauseMs: PUBLISH_PAUSE_MS, limit: publishes });
  findings.push(...(await findLost(work, [a, b, c, joining])));
  const counts = await Promise.all(readers.map((reader) => reader.stop()));
  await site.signIn(joining);
  for (const server of [a, b, c, joining]) {
    const code = await server.stop('SIGTERM');
    if (code !== 0) findings.push(`${server.port} ended with ${code} after SIGTERM`);
  }
  const failures = counts.flatMap((count) => count.failures);
  return {
    ...recovery,
    resumed,
    joined,
    findings: [...findings, ...work.findings, ...failures],
    pages: (asked[0] ?? 0) + (asked[1] ?? 0),
    failedPages: failures.length,
    calls: work.counts.calls,
    refused: work.counts.refused,
    accepted: work.accepted.posts.length + work.accepted.uploads.length,
  };

  /** Reads and, now and then, writes, until the outage ends. */
  async function callApi(server: LoggedServer): Promise<void> {
    for (let n = 0; isAway; n += 1) {
      const isRead = await work.profile(server);
      if (isAway && isRead === isDatabaseAway)
        findings.push(
          `GET /api/profile of ${server.port} ${isRead ? 'was answered without a database' : 'was refused'}`,
        );
      // Health is asked for every few seconds, and says what was seen last.
      if (isAway && n % WRITES_APART === 1) await work.checkProbes(server, isDatabaseAway);
      if (isAway && n % WRITES_APART === 0) await work.publish(server);
      if (isAway && n % WRITES_APART === 2) await work.upload(server);
      await sleep(CALL_PAUSE_MS);
    }
  }
}

export const say = (seconds: number | null) => (seconds === null ? 'never' : `${seconds.toFixed(2)} s`);
