import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWebhookSender } from '#api/adapters/webhook-sender.ts';
import { OpenshelfWebhookWorker } from '#api/features/openshelf/webhooks/worker.service.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { TEST_SERVICE_KEY } from '../../support/app/test-app.ts';
import { createOpenshelfApp, type OpenshelfApp } from '../../support/openshelf/openshelf-app.ts';
import { createEventHandler, sendDemoWorks } from '../../support/openshelf/play-service.ts';
import { WebhookReceiver } from '../../support/openshelf/webhook-receiver.ts';

const ADMIN = '/api/admin/openshelf';

let test: OpenshelfApp;
let admin: ApiCaller;
let receiver: WebhookReceiver;
let worker: OpenshelfWebhookWorker;
const lines: string[] = [];

beforeEach(async () => {
  test = await createOpenshelfApp();
  admin = await createApiCaller(test);
  const options = {
    service: test.service,
    textsUrl: 'https://texts.example.com',
    print: (line: string) => lines.push(line),
  };
  const now = () => test.clock.now();
  receiver = new WebhookReceiver({ serviceKey: TEST_SERVICE_KEY, now, onEvent: createEventHandler(options) });
  const send = createWebhookSender({
    url: await receiver.start(),
    secret: TEST_SERVICE_KEY,
    signatureHeader: 'x-openshelf-signature',
    now,
  });
  worker = new OpenshelfWebhookWorker({ ...test.deps, send });
  await sendDemoWorks(options, 8);
});
afterEach(async () => {
  await worker.stop();
  await receiver.stop();
  await test.close();
});

it('the demo service sends works and acts on every decision, also when it gets each webhook twice', async () => {
  const list = async (query = '') => (await admin.call('GET', `${ADMIN}/publications${query}`)).body.data.publications;
  const countByStatus = async () => {
    const statuses = ((await list()) as { status: string }[]).map(({ status }) => status);
    return Object.fromEntries(
      [...new Set(statuses)].sort().map((status) => [status, statuses.filter((each) => each === status).length]),
    );
  };
  expect(await countByStatus()).toEqual({ ADMIN_REVIEWING: 7, AI_REJECTED: 1 });

  const body = { comments: 'Add a source.' };
  expect((await admin.call('POST', `${ADMIN}/reviews/1/approve`, {})).status).toBe(200);
  expect((await admin.call('POST', `${ADMIN}/reviews/2/reject`, body)).status).toBe(200);
  expect((await admin.call('POST', `${ADMIN}/reviews/3/request-changes`, body)).status).toBe(200);
  expect((await admin.call('POST', `${ADMIN}/reviews/5/reject`, body)).status).toBe(200);
  receiver.mode = 'twice';
  for (let round = 1; round <= 2; round += 1) {
    test.clock.advance(10_000);
    await worker.whenIdle();
  }
  expect([receiver.events.length, receiver.deliveries.length]).toEqual([4, 8]);
  expect(await countByStatus()).toEqual({ ADMIN_REVIEWING: 5, AI_REJECTED: 1, PUBLISHED: 1, REJECTED: 1 });
  const [changed] = ((await list()) as { id: number; version_number: number }[]).filter(({ id }) => id === 3);
  expect(changed?.version_number).toBe(2);
  expect(lines).toContain('2: the author appealed');
});
