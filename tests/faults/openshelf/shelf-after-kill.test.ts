import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { publications } from '#db/schema/index.ts';
import { sendCommand } from '../../support/faults/crash-process.ts';
import { type KillableSite, startKillableSite } from '../../support/openshelf/killable-site.ts';
import { expectData } from '../../support/openshelf/publishing-service.ts';
import { createWork } from '../../support/openshelf/sample-work.ts';
import { HANG_MS } from '../../support/vitest/hang.ts';

const ADMIN = '/api/admin/openshelf';
const UNDO_IS_OVER_MS = 11_000;
const REPETITIONS = 20;

let site: KillableSite;
afterEach(() => site?.close());

const readShelf = async (path: string) => {
  const response = await fetch(`${site.origin}${path}`, { redirect: 'manual' });
  return { status: response.status, body: await response.text() };
};

it.each(['claimed', 'committed'] as const)(
  'after a kill in the publish phase %s the shelf is what the service was told: a work, then none',
  async (step) => {
    site = await startKillableSite();
    const { service, reviewer } = site;
    const review = { decision: 'approved', confidence_score: 0.9 } as const;
    const { id, slug } = await service.sendForReview(createWork({ title: 'Rivers that end' }), review);
    await reviewer.call('POST', `${ADMIN}/reviews/${id}/approve`, {});
    await site.restart(UNDO_IS_OVER_MS);
    await site.receiver.whenDelivered(1);
    const readStatus = async () => (await readShelf(`/openshelf/${slug}`)).status;

    for (const [confirm, status] of [
      [() => service.confirm(id, 'confirmation'), 200],
      [() => service.withdraw(id, 'withdrawal'), 410],
    ] as const) {
      await sendCommand(site.server, { command: 'settle' });
      await sendCommand(site.server, { command: 'killAt', step });
      // The response may be lost with the server.
      await confirm().catch(() => null);
      await site.server.ended;
      await site.restart();
      await expect.poll(readStatus, { timeout: HANG_MS, interval: 50 }).toBe(status);
      await sendCommand(site.server, { command: 'settle' });
      expect(expectData(await confirm()).shelf_version).toBe(status === 200 ? 1 : null);
      for (const path of [
        '/openshelf',
        '/openshelf/rss.xml',
        '/sitemap-openshelf-1.xml',
        '/openshelf/categories/non-fiction',
      ])
        expect([path, (await readShelf(path)).body.includes(slug)]).toEqual([path, status === 200]);
    }
  },
);

it(`a new work that is sent ${REPETITIONS} times at once, over a kill, is one publication`, async () => {
  site = await startKillableSite();
  const work = createWork({ title: 'Sent over a kill' });
  const sendAll = () =>
    Promise.all(Array.from({ length: REPETITIONS }, () => site.service.create(work, 'one-key').catch(() => null)));
  const first = sendAll();
  // The first response says that the work is stored; others are still on their way.
  await Promise.race([first, site.service.create(work, 'one-key').catch(() => null)]);
  await site.restart();
  const responses = [...(await first), ...(await sendAll())].filter((each) => each !== null);
  expect(responses.length).toBeGreaterThanOrEqual(REPETITIONS);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
  const rows = await site.readDatabase(({ orm }) =>
    orm.select().from(publications).where(eq(publications.title, work.title)),
  );
  expect(rows).toHaveLength(1);
});
