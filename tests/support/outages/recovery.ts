import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedServer } from '../faults/logged-server.ts';
import type { ApiWork } from './api-work.ts';

const POLL_MS = 50;
/** What hasn't come back after this never will (ms). */
const LIMIT_MS = 180_000;

/** Seconds from the return of what was away; null: it never came. */
export type Recovery = {
  api: number | null;
  /** Of each server, in their order. */
  apiOfEach: (number | null)[];
  live: number | null;
};

/** Seconds since `from` when it holds at last, or null. */
export async function measure(from: number, condition: () => Promise<boolean>): Promise<number | null> {
  while (performance.now() - from < LIMIT_MS) {
    if (await condition().catch(() => false)) return (performance.now() - from) / 1_000;
    await sleep(POLL_MS);
  }
  return null;
}

/** Until each server answers and accepts, and until what each accepted is on all of them. */
export async function measureRecovery(
  work: ApiWork,
  servers: readonly LoggedServer[],
  returnedAt: number,
): Promise<Recovery> {
  const each = servers.map(async (server) => {
    let slug: string | null = null;
    const api = await measure(returnedAt, async () => {
      if (!(await work.profile(server))) return false;
      slug = await work.publish(server);
      return slug !== null;
    });
    const live = api === null ? null : await measure(returnedAt, createLiveCheck(servers, [slug ?? '']));
    return { api, live };
  });
  const all = await Promise.all(each);
  const apiOfEach = all.map(({ api }) => api);
  return { api: findLatest(apiOfEach), apiOfEach, live: findLatest(all.map(({ live }) => live)) };
}

export const findLatest = (seconds: readonly (number | null)[]): number | null =>
  seconds.some((value) => value === null) ? null : Math.max(...seconds.map(Number));

/** A condition: each of these posts was seen on each server. A pair that was seen is not asked for again. */
export function createLiveCheck(servers: readonly LoggedServer[], slugs: readonly string[]): () => Promise<boolean> {
  let missing = servers.flatMap((server) => slugs.map((slug) => ({ server, slug })));
  return async () => {
    const seen = await Promise.all(missing.map(({ server, slug }) => server.isLive(slug)));
    missing = missing.filter((_, n) => !seen[n]);
    return missing.length === 0;
  };
}

/** What is missing of everything that was accepted, on any server, and where two servers differ; waits until nothing is. */
export async function findLost(work: ApiWork, servers: readonly LoggedServer[]): Promise<string[]> {
  const paths = [...work.accepted.posts.map((slug) => `/blogs/${slug}`), ...work.accepted.uploads];
  const fixed = ['/', '/blogs', '/rss.xml', '/sitemap.xml'];
  let lost: string[] = [];
  await measure(performance.now(), async () => {
    lost = [];
    const texts = new Map<string, string>();
    for (const server of servers) {
      for (const path of [...paths, ...fixed]) {
        const response = await fetch(server.origin + path);
        const text = await response.text();
        if (response.status !== 200) lost.push(`${path} is answered with ${response.status} by ${server.port}`);
        else if (texts.get(path) !== undefined && texts.get(path) !== text)
          lost.push(`${path} differs at ${server.port}`);
        texts.set(path, text);
      }
    }
    return lost.length === 0;
  });
  return lost;
}
