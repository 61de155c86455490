import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PublishPhase } from '#api/publishing/publisher-options.ts';
import { openDatabase } from '#db/client.ts';
import {
  copyCrashData,
  sendCommand,
  type CrashProcess,
  crawl,
  kill,
  readPage,
  type PageSnapshot,
  startCrashProcess,
  type Crawler,
} from '../support/faults/crash-process.ts';
import { findFreePort } from '../support/app/free-port.ts';
import { chooseSize } from '../support/random/size.ts';

const PHASES: PublishPhase[] = ['claimed', 'rendered', 'committed', 'switched', 'verified', 'refreshed', 'pruned'];
/** Every so many kills one comes at a random moment, the others in a phase of publishing: the usual size has each phase once. */
const RANDOM_EVERY = chooseSize(4, 2);
const KILL_COUNT = chooseSize(10, 60);
const POST_COUNT = chooseSize(15, 40);
/** Maximum of the median time from a restart until the latest post is live; a busy machine may delay a single one. */
const MAX_RECOVERY_MS = 10_000;
const TIMEOUT_MS = 120_000;

let directory: string;
let port: number;
let server: CrashProcess;

beforeEach(async () => {
  directory = await copyCrashData();
  port = await findFreePort();
  server = await startCrashProcess(directory, port);
  for (let n = 1; n <= POST_COUNT; n += 1)
    await sendCommand(server, { command: 'create', title: `Post ${n}`, marker: `first-${n}` });
  await sendCommand(server, { command: 'settle' });
  await kill(server, 'SIGTERM');
});

afterEach(async () => {
  server.child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

it(`F1: ${KILL_COUNT} kills: visitors get pages of whole releases only, and the latest post is live after each restart`, async () => {
  const snapshots: PageSnapshot[][] = [];
  const recoveryTimesMs: number[] = [];
  let phase = 0;
  let latestPost: LatestPost = { id: 1, slug: 'post-1', markers: ['first-1'] };
  for (let n = 1; n <= KILL_COUNT; n += 1) {
    const step = n % RANDOM_EVERY === 1 ? undefined : PHASES[phase++ % PHASES.length];
    server = await startCrashProcess(directory, port);
    recoveryTimesMs.push(await waitUntilLive(latestPost));
    const visitor = crawl(port, ['/', '/blogs', `/blogs/${latestPost.slug}`, '/blogs/post-7']);
    await visitor.waitForFullPass();
    latestPost = (await publishUntilKilled(server, visitor, n, step)) ?? latestPost;
    snapshots.push(await visitor.stop());
  }
  server = await startCrashProcess(directory, port);
  recoveryTimesMs.push(await waitUntilLive(latestPost));
  expect(recoveryTimesMs.toSorted((a, b) => a - b)[KILL_COUNT / 2]).toBeLessThan(MAX_RECOVERY_MS);
  await sendCommand(server, { command: 'settle' });
  expect(await kill(server, 'SIGTERM')).toBe(0);

  const { responses, damaged } = await checkResponses(snapshots);
  expect(damaged).toEqual([]);
  expect(responses, 'each visitor got each page at least once').toBeGreaterThanOrEqual(KILL_COUNT * 4);
  expect((await readdir(join(directory, 'site/objects'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

/**
 * The last change that the server acknowledged. An update that the kill interrupted may have been written before its
 * response was sent, so both markers are valid.
 */
type LatestPost = { id: number; slug: string; markers: string[] };

/** Creates and updates posts until the server is killed; between two of them the visitor reads every page. */
async function publishUntilKilled(
  target: CrashProcess,
  visitor: Crawler,
  round: number,
  step: PublishPhase | undefined,
) {
  let latestPost: LatestPost | null = null;
  if (step) await sendCommand(target, { command: 'killAt', step });
  const timer = step ? undefined : setTimeout(() => target.child.kill('SIGKILL'), 20 + ((round * 137) % 400));
  for (let n = 1; ; n += 1) {
    const marker = `round-${round}-${n}`;
    const message =
      latestPost && n % 2 === 0
        ? ({ command: 'update', id: latestPost.id, title: `Round ${round} changed`, marker } as const)
        : ({ command: 'create', title: `Round ${round}`, marker } as const);
    const response = await sendCommand(target, message);
    if (!response || !('done' in response)) {
      if (message.command === 'update') latestPost?.markers.push(marker);
      break;
    }
    latestPost = { id: response.id, slug: response.slug, markers: [marker] };
    // The background lane reaches its phases only when no publish is queued.
    if (n >= 2 && (step === 'refreshed' || step === 'pruned')) {
      await sendCommand(target, { command: 'settle' });
    }
    await Promise.race([visitor.waitForFullPass(), target.ended]);
  }
  clearTimeout(timer);
  await target.ended;
  return latestPost;
}

/** Returns the time until the post is live, milliseconds. */
async function waitUntilLive(post: LatestPost): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const response = await readPage(port, `/blogs/${post.slug}`);
    const waited = performance.now() - startedAt;
    if (response?.status === 200 && post.markers.some((marker) => response.body.includes(`${marker}<`))) return waited;
    if (waited > TIMEOUT_MS) throw new Error(`${post.slug} is not live after the restart.`);
    await sleep(10);
  }
}

/**
 * Every response must be a page of a committed release, and the responses of one visitor must come from releases in order:
 * a page of an older release after one of a newer would be a mixed site.
 */
async function checkResponses(rounds: PageSnapshot[][]): Promise<{ responses: number; damaged: string[] }> {
  const db = await openDatabase(`file:${join(directory, 'app.db')}`);
  expect((await db.client.execute('PRAGMA integrity_check')).rows[0]?.[0]).toBe('ok');
  expect((await db.client.execute('PRAGMA foreign_key_check')).rows).toEqual([]);
  const { rows } = await db.client.execute(
    "SELECT path, hash, from_release, coalesce(to_release, 1e9) AS until_release FROM release_entries WHERE path LIKE '/blogs%' OR path = '/'",
  );
  db.client.close();
  const intervals = new Map<string, { from: number; until: number }[]>();
  for (const row of rows) {
    const key = `${row.path} ${row.hash}`;
    intervals.set(key, [
      ...(intervals.get(key) ?? []),
      { from: Number(row.from_release), until: Number(row.until_release) },
    ]);
  }
  const damaged: string[] = [];
  let responses = 0;
  for (const round of rounds) {
    let release = 0;
    for (const { path, status, hash } of round) {
      responses += 1;
      const possible = (intervals.get(`${path} ${hash}`) ?? []).filter(({ until }) => until > release);
      const [first] = possible.sort((a, b) => a.from - b.from);
      if (status !== 200 || !first) damaged.push(`${status} ${path} ${hash.slice(0, 12)} after release ${release}`);
      else release = Math.max(release, first.from);
    }
  }
  return { responses, damaged };
}
