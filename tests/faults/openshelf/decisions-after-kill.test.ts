import { asc, eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { publicationHistory, openshelfWebhooks, publications } from '#db/schema/index.ts';
import { kill } from '../../support/faults/crash-process.ts';
import { type KillableSite, startKillableSite } from '../../support/openshelf/killable-site.ts';
import { chooseSize } from '../../support/random/size.ts';
import { HANG_MS } from '../../support/vitest/hang.ts';

const ADMIN = '/api/admin/openshelf';
/** Longer than a decision can be undone. */
const UNDO_IS_OVER_MS = 11_000;
const BULK = chooseSize(100, 500);
/** Webhooks that the worker sends at the same time. */
const SENT_AT_ONCE = 8;

let site: KillableSite;
afterEach(() => site?.close());

const approve = (id: number) => site.reviewer.call('POST', `${ADMIN}/reviews/${id}/approve`, {});

/** What the database says of all works: status, decisions in the history, and webhooks with their attempts. */
const readDecisions = () =>
  site.readDatabase(async ({ orm }) => ({
    statuses: (await orm.select().from(publications).orderBy(asc(publications.id))).map(({ status }) => status),
    decisions: (await orm.select().from(publicationHistory).where(eq(publicationHistory.move, 'approve'))).map(
      ({ publicationId }) => publicationId,
    ),
    webhooks: await orm.select().from(openshelfWebhooks).orderBy(asc(openshelfWebhooks.id)),
  }));

const whenAllDelivered = () =>
  expect
    .poll(async () => (await readDecisions()).webhooks.map(({ status }) => status), { timeout: HANG_MS, interval: 100 })
    .not.toContain('queued');

it('a decision whose server is killed before its webhook leaves can still be undone; a second one leaves once', async () => {
  site = await startKillableSite(2);
  const [undone = 0, decided = 0] = site.ids;
  const { undo } = (await approve(undone)) as { undo: { id: string } };
  await site.restart();
  await site.reviewer.call('POST', '/api/admin/undo', { ids: [undo.id] });
  await approve(decided);
  await site.restart(UNDO_IS_OVER_MS);
  await whenAllDelivered();
  const { statuses, webhooks } = await readDecisions();
  expect(statuses).toEqual(['ADMIN_REVIEWING', 'APPROVED']);
  expect(site.receiver.deliveries.map(({ data }) => data.publication_id)).toEqual([decided]);
  expect(webhooks).toMatchObject([{ publicationId: decided, status: 'delivered', attempts: 1 }]);
  expect((await site.service.read(decided)).body.data.status).toBe('APPROVED');
});

it('a webhook whose server is killed while it waits for the answer leaves again, with the same event id', async () => {
  site = await startKillableSite(1);
  await approve(site.ids[0] ?? 0);
  site.receiver.mode = 'slow';
  await site.restart(UNDO_IS_OVER_MS);
  await site.receiver.whenDelivered(1);
  site.receiver.mode = 'ok';
  await site.restart();
  await whenAllDelivered();
  const [webhook] = (await readDecisions()).webhooks;
  expect(site.receiver.deliveries.map(({ id }) => id)).toEqual([webhook?.eventId, webhook?.eventId]);
  expect(site.receiver.events).toHaveLength(1);
});

it('a receiver that is down over a kill and two restarts gets every webhook when it is back', async () => {
  site = await startKillableSite(3);
  for (const id of site.ids) await approve(id);
  site.receiver.mode = 'down';
  for (const laterMs of [UNDO_IS_OVER_MS, 60_000]) {
    const attempts = (await readDecisions()).webhooks.map((each) => each.attempts + 1);
    await site.restart(laterMs);
    const readAttempts = async () => (await readDecisions()).webhooks.map((each) => each.attempts);
    await expect.poll(readAttempts, { timeout: HANG_MS, interval: 100 }).toEqual(attempts);
  }
  expect(site.receiver.deliveries).toEqual([]);
  site.receiver.mode = 'ok';
  await site.restart(60_000);
  await whenAllDelivered();
  expect(site.receiver.deliveries.map(({ data }) => data.publication_id).sort()).toEqual(site.ids);
});

it(`a bulk decision on ${BULK} whose server is killed is made whole or not at all, and every webhook arrives`, async () => {
  site = await startKillableSite(BULK);
  const decideAll = () =>
    site.reviewer.call('POST', `${ADMIN}/publications/bulk-action`, { publicationIds: site.ids, action: 'approve' });
  // Before the request arrives, before and after the batch: whichever it hits, the result is one of two.
  for (const delayMs of [0, 30, 60, 120, 240]) {
    const answered = decideAll().catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await site.restart();
    await answered;
    const { statuses, decisions, webhooks } = await readDecisions();
    const count = decisions.length;
    expect([0, BULK]).toContain(count);
    expect(statuses.filter((status) => status === 'APPROVED')).toHaveLength(count);
    expect(webhooks).toHaveLength(count);
    if (count === BULK) break;
  }
  await decideAll();

  await site.restart(UNDO_IS_OVER_MS);
  await site.receiver.whenDelivered(BULK / 2);
  await kill(site.server);
  await site.restart();
  await whenAllDelivered();
  const { decisions, webhooks } = await readDecisions();
  expect(decisions.sort((a, b) => a - b)).toEqual(site.ids);
  expect(webhooks).toHaveLength(BULK);
  const eventIds = webhooks.map(({ eventId }) => eventId).sort();
  expect(site.receiver.events.map(({ id }) => id).sort()).toEqual(eventIds);
  expect(site.receiver.deliveries.length).toBeLessThanOrEqual(BULK + SENT_AT_ONCE);
});
