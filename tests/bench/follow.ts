import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchOptions } from '../../scripts/bench.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import type { LoggedServer } from '../support/faults/logged-server.ts';
import { startSharedSite } from '../support/machines/shared-site.ts';
import { ensureBuild } from './built-server.ts';
import { quantile, round } from './figures.ts';

const POLL_MS = 2;

/** Two built servers on one libSQL server and one bucket: how long after the leader the other serves what was published. */
export async function benchFollow({ publishes, log }: BenchOptions): Promise<object> {
  ensureBuild();
  const site = await startSharedSite();
  try {
    const leader = await site.start('leader');
    const follower = await site.start('follower');
    const token = await site.signIn(leader);
    const figures: { led: number; followed: number }[] = [];
    for (let n = 1; n <= publishes; n += 1) {
      const started = performance.now();
      const post = createBlogRequest({ title: `Followed ${n}` });
      const { body } = await leader.call('POST', '/api/blogs', post, token);
      const { slug } = body as { slug: string };
      const [led, followed] = await Promise.all([leader, follower].map((server) => waitUntilLive(server, slug)));
      figures.push({ led: Number(led) - started, followed: Number(followed) - Number(led) });
      if (n % 50 === 0) log(`  ${n} of ${publishes} published`);
    }
    const of = (name: 'led' | 'followed', q: number) =>
      round(
        quantile(
          figures.map((each) => each[name]),
          q,
        ),
      );
    return {
      publishes,
      leader_p50_ms: of('led', 0.5),
      leader_p99_ms: of('led', 0.99),
      follower_after_p50_ms: of('followed', 0.5),
      follower_after_p99_ms: of('followed', 0.99),
      follower_after_max_ms: of('followed', 1),
    };
  } finally {
    await site.stop();
  }
}

async function waitUntilLive(server: LoggedServer, slug: string): Promise<number> {
  while (!(await server.isLive(slug))) await sleep(POLL_MS);
  return performance.now();
}
