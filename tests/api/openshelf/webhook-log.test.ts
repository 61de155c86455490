import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { auditLog, openshelfWebhooks } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { toBearerHeader } from '../../support/app/users.ts';
import { createOpenshelfApp, createPublicationIn, type OpenshelfApp } from '../../support/openshelf/openshelf-app.ts';

const WEBHOOKS = '/api/admin/openshelf/webhooks';

let test: OpenshelfApp;
let admin: ApiCaller;
let publicationId: number;
beforeAll(async () => {
  test = await createOpenshelfApp();
  admin = await createApiCaller(test);
  publicationId = await createPublicationIn(test, 'REJECTED');
  const other = await createPublicationIn(test, 'APPROVED');
  const now = test.clock.now();
  const common = { type: 'publication.rejected', payload: '{"id":"evt"}', publicationId, nextAttemptAt: now } as const;
  await write(test.db, [
    test.db.orm.insert(openshelfWebhooks).values([
      {
        ...common,
        eventId: 'evt_1',
        status: 'delivered',
        attempts: 1,
        lastStatusCode: 204,
        deliveredAt: now,
        createdAt: now,
      },
      {
        ...common,
        eventId: 'evt_2',
        status: 'failed',
        attempts: 28,
        lastError: 'The response was empty.',
        createdAt: now + 1,
      },
      { ...common, eventId: 'evt_3', attempts: 2, lastError: 'No response within 10 seconds.', createdAt: now + 2 },
      { ...common, eventId: 'evt_4', publicationId: other, undoId: 'undo', createdAt: now + 3 },
    ]),
  ]);
});
afterAll(() => test.close());

const listEvents = async (query = '') => {
  const { status, body } = await admin.call('GET', `${WEBHOOKS}${query}`);
  expect(status).toBe(200);
  return body.data.webhooks.map((webhook: { event_id: string }) => webhook.event_id);
};

it('the log lists webhooks, newest first, by status and publication', async () => {
  const { body } = await admin.call('GET', `${WEBHOOKS}?limit=2&page=2`);
  expect(body.data).toMatchObject({
    webhooks: [
      {
        event_id: 'evt_2',
        type: 'publication.rejected',
        publication_title: 'Rivers of Taranaki',
        status: 'failed',
        attempts: 28,
        next_attempt_at: null,
        last_error: 'The response was empty.',
        payload: '{"id":"evt"}',
      },
      { event_id: 'evt_1', last_status_code: 204, delivered_at: new Date(test.clock.now()).toISOString() },
    ],
    pagination: { page: 2, limit: 2, total: 4, totalPages: 2 },
    counts: { queued: 2, delivered: 1, failed: 1 },
    webhook_url: null,
  });
  expect(await listEvents('?status=queued')).toEqual(['evt_4', 'evt_3']);
  expect(await listEvents(`?publication=${publicationId}&status=`)).toEqual(['evt_3', 'evt_2', 'evt_1']);
  const wrong = await admin.call('GET', `${WEBHOOKS}?status=lost`);
  expect([wrong.status, wrong.body.message]).toEqual([400, '‘status’ must be queued, delivered or failed.']);
});

it('the log does not show secrets in the address of the receiver', async () => {
  const webhookUrl = 'https://user:password@texts.example.com/hooks?token=secret';
  const app = createApp({ ...test.deps, openshelf: { ...test.deps.openshelf, webhookUrl } });
  const response = await app.request(WEBHOOKS, { headers: toBearerHeader(admin.token) });
  expect((await response.json()) as object).toMatchObject({ data: { webhook_url: 'https://texts.example.com/hooks' } });
});

it.each([1, 2, 3])('a webhook that was sent is replayed as the same event: %i', async (id) => {
  const { status, body } = await admin.call('POST', `${WEBHOOKS}/${id}/replay`);
  expect([status, body.message]).toEqual([200, 'The webhook is being sent again.']);
  expect(body.data).toMatchObject({
    id,
    event_id: `evt_${id}`,
    status: 'queued',
    attempts: 0,
    last_error: null,
    delivered_at: null,
    next_attempt_at: new Date(test.clock.now()).toISOString(),
  });
  const [entry] = await test.db.orm
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `openshelf-webhook:${id}`));
  expect(entry).toMatchObject({ action: 'openshelf_webhook.replayed', actorId: admin.id });
});

it('one that was never sent can’t be replayed: its decision may still be undone', async () => {
  const { status, body } = await admin.call('POST', `${WEBHOOKS}/4/replay`);
  expect([status, body.message]).toEqual([409, 'This webhook is still waiting to be sent for the first time.']);
  expect((await admin.call('POST', `${WEBHOOKS}/99/replay`)).status).toBe(404);
  expect(await test.db.orm.select().from(auditLog).where(eq(auditLog.subject, 'openshelf-webhook:4'))).toEqual([]);
});
