import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { findFreePort } from '../../support/app/free-port.ts';
import { TEST_SERVICE_KEY } from '../../support/app/test-app.ts';
import { createOffsetClock } from '../../support/clock/offset-clock.ts';
import { expectData, PublishingService } from '../../support/openshelf/publishing-service.ts';
import { createWork } from '../../support/openshelf/sample-work.ts';
import { WebhookReceiver } from '../../support/openshelf/webhook-receiver.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

const TITLE = 'Rivers of Taranaki';
const NEXT_TITLE = 'Rivers of Taranaki, in full';
const UNDO_IS_OVER_MS = 10_000;
const LISTS = [
  openshelfPaths.openshelf,
  openshelfPaths.openshelfCategory('non-fiction'),
  ...Object.values(openshelfPaths.openshelfFeeds),
  '/sitemap-openshelf-1.xml',
];
const clock = createOffsetClock();

/** Addresses that this process connected to, or tried to: the server’s, the service’s and the test’s own. */
const contacted = new Set<string>();
const recordSocket = (message: unknown) => {
  (message as { socket: Socket }).socket.on('connectionAttempt', (ip) => contacted.add(ip));
};

let site: Site;
let service: PublishingService;
let receiver: WebhookReceiver;
beforeAll(async () => {
  subscribe('net.client.socket', recordSocket);
  const port = await findFreePort();
  site = await startSite(
    { OPENSHELF_SERVICE_KEY: TEST_SERVICE_KEY, OPENSHELF_WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks` },
    clock,
  );
  const send = (path: string, init: RequestInit) => fetch(`${site.origin}${path}`, init);
  service = new PublishingService({ serviceKey: TEST_SERVICE_KEY, send });
  receiver = new WebhookReceiver({
    serviceKey: TEST_SERVICE_KEY,
    now: () => clock.now(),
    onEvent: async ({ type, data }) => {
      if (type === 'publication.approved') expectData(await service.confirm(data.publication_id));
    },
  });
  await receiver.start(port);
});
afterAll(async () => {
  await site.close();
  await receiver.stop();
  unsubscribe('net.client.socket', recordSocket);
});

const read = async (path: string) => (await fetch(`${site.origin}${path}`, { redirect: 'manual' })).text();
const listPathsWith = async (words: string) => {
  const texts = await Promise.all(LISTS.map(async (path) => [path, await read(path)] as const));
  return texts.filter(([, text]) => text.includes(words)).map(([path]) => path);
};
const searchWorks = async (words: string) => {
  const { results } = JSON.parse(await read(`/api/search?type=publication&q=${encodeURIComponent(words)}`)) as {
    results: { title: string }[];
  };
  return results.map(({ title }) => title);
};

/** A reviewer approves the work on its screen; its webhook leaves when the time to undo is over, and the service confirms. */
async function approve(page: Page, id: number, title: string) {
  const deliveries = receiver.deliveries.length;
  await page.goto(openshelfPaths.reviewDetail(id));
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.locator('.panel-foot[aria-busy=false]').waitFor();
  await page.getByRole('button', { name: 'Approve Publication' }).click();
  await expect.poll(() => readStatus(id)).toBe('APPROVED');
  expect(expectData(await service.read(id)).status).toBe('ADMIN_REVIEWING');
  clock.advance(UNDO_IS_OVER_MS);
  site.server.openshelfWebhooks.wake();
  await receiver.whenDelivered(deliveries + 1);
  await site.server.publisher.whenIdle();
}

const readStatus = async (id: number) => {
  const row = await site.server.db.orm.query.publications.findFirst({ where: (row, { eq }) => eq(row.id, id) });
  return row?.status;
};

test('a work goes from the service to a reviewer, to the shelf, to its next version, and leaves it', () =>
  site.open({}, async (page) => {
    const review = { decision: 'approved', confidence_score: 0.9 } as const;
    const { id, slug } = await service.sendForReview(
      createWork({ title: TITLE, html_url: null, pdf_url: 'https://texts.example.com/rivers.pdf' }),
      review,
    );
    expect(await listPathsWith(slug)).toEqual([]);
    await signInAs(site, page);
    await approve(page, id, TITLE);
    expect(expectData(await service.read(id))).toMatchObject({
      status: 'PUBLISHED',
      shelf_url: `${site.origin}/openshelf/${slug}`,
    });
    expect(await listPathsWith(slug)).toEqual(LISTS);
    expect(await searchWorks('Taranaki')).toEqual([TITLE]);
    await page.goto(openshelfPaths.openshelf);
    await page.getByRole('link', { name: TITLE }).first().click();
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();

    expectData(
      await service.change(
        id,
        createWork({ title: NEXT_TITLE, html_url: null, pdf_url: 'https://texts.example.com/rivers-2.pdf' }),
      ),
    );
    expectData(await service.submit(id));
    expectData(await service.recordAiReview(id, { decision: 'needs_review', confidence_score: 0.6 }));
    await site.server.publisher.whenIdle();
    expect([await listPathsWith(NEXT_TITLE), await searchWorks('Taranaki')]).toEqual([[], [TITLE]]);
    await approve(page, id, NEXT_TITLE);
    expect(await searchWorks('Taranaki')).toEqual([NEXT_TITLE]);
    await page.goto(openshelfPaths.openshelfWork(slug));
    await page.getByRole('heading', { level: 1, name: NEXT_TITLE }).waitFor();

    expectData(await service.withdraw(id));
    await site.server.publisher.whenIdle();
    expect((await fetch(`${site.origin}${openshelfPaths.openshelfWork(slug)}`)).status).toBe(410);
    expect([await listPathsWith(slug), await searchWorks('Taranaki')]).toEqual([[], []]);
    expect(receiver.events.map(({ type, data }) => [type, data.version_number])).toEqual([
      ['publication.approved', 1],
      ['publication.approved', 2],
    ]);
    // The webhooks, and the requests of the test itself; nothing that leaves this machine.
    expect([...contacted]).toEqual(['127.0.0.1']);
  }));
