import { count } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openshelfIdempotencyKeys, openshelfWebhooks, publications } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { deleteExpiredRows } from '#api/jobs/housekeeping.ts';
import {
  createOpenshelfApp,
  createPublicationIn,
  listHistory,
  type OpenshelfApp,
} from '../../support/openshelf/openshelf-app.ts';
import { expectData } from '../../support/openshelf/publishing-service.ts';
import { createWork } from '../../support/openshelf/sample-work.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let test: OpenshelfApp;
beforeAll(async () => {
  test = await createOpenshelfApp();
});
afterAll(() => test.close());

const countPublications = async () => (await test.db.orm.select({ count: count() }).from(publications))[0]?.count;

describe('an idempotency key', () => {
  it.each([undefined, 'x'.repeat(256), 'two words'])('is required for a new work: %s', async (key) => {
    const { status, body } = await test.service.call('POST', '/publications', createWork(), key);
    const message = 'Send an Idempotency-Key header of up to 255 letters, digits and signs.';
    expect([status, body.message]).toEqual([400, message]);
  });

  it('makes a repeated request one: the same answer, marked as repeated', async () => {
    const work = createWork({ title: 'Sent twice' });
    const first = await test.service.create(work, 'key-1');
    const before = await countPublications();
    const second = await test.service.create(work, 'key-1');
    expect(first).toMatchObject({ status: 201, isReplay: false });
    expect(second).toEqual({ ...first, isReplay: true });
    expect(await countPublications()).toBe(before);
  });

  it('makes two requests at once one', async () => {
    const before = Number(await countPublications());
    const work = createWork({ title: 'Sent at once' });
    const responses = await Promise.all(Array.from({ length: 8 }, () => test.service.create(work, 'key-2')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
    expect(responses.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect(await countPublications()).toBe(before + 1);
  });

  it('of another request is refused, whether body, address or method differ', async () => {
    const { id } = expectData(await test.service.create(createWork(), 'key-3'));
    const responses = [
      await test.service.create(createWork({ title: 'Another' }), 'key-3'),
      await test.service.submit(id, 'key-3'),
      await test.service.change(id, createWork(), 'key-3'),
    ];
    for (const { status, body } of responses) {
      expect([status, body.message]).toEqual([409, 'This Idempotency-Key belongs to another request. Send a new one.']);
    }
  });

  it('is accepted with every move, also when the publication has gone on since', async () => {
    const id = await createPublicationIn(test, 'DRAFT');
    expect(await test.service.submit(id, 'key-4')).toMatchObject({ status: 200, isReplay: false });
    expectData(await test.service.startAiReview(id));
    const again = await test.service.submit(id, 'key-4');
    expect(again).toMatchObject({ status: 200, isReplay: true, body: { data: { status: 'AI_REVIEWING' } } });
    expect((await test.service.submit(id)).status).toBe(409);
  });

  it('starts one version, however often the request comes', async () => {
    const id = await createPublicationIn(test, 'REJECTED');
    const first = await test.service.change(id, createWork(), 'key-5');
    expectData(await test.service.withdraw(id));
    const second = await test.service.change(id, createWork(), 'key-5');
    expect([first.body.data.version_number, second.body.data.version_number]).toEqual([2, 2]);
    expect((await listHistory(test, id)).filter(({ move }) => move === 'revise')).toHaveLength(1);
  });

  it('of a request that was refused can be used again', async () => {
    const id = await createPublicationIn(test, 'SUBMITTED');
    expect((await test.service.confirm(id, 'key-6')).status).toBe(409);
    expect(await test.service.startAiReview(id, 'key-6')).toMatchObject({ status: 200, isReplay: false });
  });
});

it('housekeeping deletes keys after 30 days, and delivered webhooks after 90', async () => {
  const id = await createPublicationIn(test, 'APPROVED');
  const now = test.clock.now();
  const webhook = {
    type: 'publication.approved',
    publicationId: id,
    payload: '{}',
    nextAttemptAt: now,
    createdAt: now,
  } as const;
  await write(test.db, [
    test.db.orm.insert(openshelfWebhooks).values([
      { ...webhook, eventId: 'delivered', status: 'delivered', deliveredAt: now },
      { ...webhook, eventId: 'failed', status: 'failed' },
    ]),
  ]);
  const list = async () => ({
    keys: (await test.db.orm.select().from(openshelfIdempotencyKeys)).length,
    webhooks: (await test.db.orm.select().from(openshelfWebhooks)).map(({ eventId }) => eventId),
  });
  const { keys } = await list();
  test.clock.advance(30 * DAY_MS - 1);
  await deleteExpiredRows(test.deps);
  expect(await list()).toEqual({ keys, webhooks: ['delivered', 'failed'] });
  test.clock.advance(1);
  await deleteExpiredRows(test.deps);
  expect(await list()).toEqual({ keys: 0, webhooks: ['delivered', 'failed'] });
  test.clock.advance(60 * DAY_MS);
  await deleteExpiredRows(test.deps);
  expect(await list()).toEqual({ keys: 0, webhooks: ['failed'] });
});
