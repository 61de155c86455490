import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStripePayments } from '#api/adapters/stripe/stripe-payments.ts';
import { createApp } from '#api/app.ts';
import { write } from '#db/write.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import { type PaymentApp, WEBHOOK_SECRET } from '../../support/payments/sandbox-app.ts';
import { createEvent, postWebhook, selectRows, signBody } from '../../support/payments/send-event.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';

let test: PaymentApp;
beforeAll(async () => {
  test = await createPaymentApp();
});
afterAll(() => test.close());
beforeEach(() => write(test.db, ['DELETE FROM stripe_events']));

const countRows = async () => (await selectRows(test, 'SELECT id FROM stripe_events')).length;
const EVENT = createEvent('plan.created', { id: 'plan_1', nickname: 'Māui’s plan' });
const BODY = JSON.stringify(EVENT);
const SECOND = 1_000;

describe('T13 the webhook refuses with 400 and stores nothing', () => {
  const refused: [name: string, send: () => Promise<number>][] = [
    ['without a signature', () => postWebhook(test, BODY, null)],
    ['with an empty signature', () => postWebhook(test, BODY, '')],
    ['with only a v0 signature', () => postWebhook(test, BODY, signBody(test, BODY).replace('v1=', 'v0='))],
    ['with a signature without a time', () => postWebhook(test, BODY, signBody(test, BODY).replace(/t=\d+,/, ''))],
    ['301 s old', () => postWebhook(test, BODY, signBody(test, BODY, { at: test.clock.now() - 301 * SECOND }))],
    ['301 s ahead', () => postWebhook(test, BODY, signBody(test, BODY, { at: test.clock.now() + 301 * SECOND }))],
    ['signed with another secret', () => postWebhook(test, BODY, signBody(test, BODY, { secret: 'whsec_other' }))],
    ['serialised anew', () => postWebhook(test, JSON.stringify(EVENT, null, 1), signBody(test, BODY))],
    [
      'with a byte order mark',
      () => postWebhook(test, new TextEncoder().encode(`\u{FEFF}${BODY}`), signBody(test, BODY)),
    ],
    ['of live mode', () => postWebhook(test, JSON.stringify({ ...EVENT, livemode: true }))],
    ['of the other event format', () => postWebhook(test, JSON.stringify({ ...EVENT, object: 'v2.core.event' }))],
    ['that is not JSON', () => postWebhook(test, 'not JSON')],
    ['that is null', () => postWebhook(test, 'null')],
    ['without data', () => postWebhook(test, JSON.stringify({ ...EVENT, data: undefined }))],
    ['without an object', () => postWebhook(test, JSON.stringify({ ...EVENT, data: { object: null } }))],
    ['without an id', () => postWebhook(test, JSON.stringify({ ...EVENT, id: undefined }))],
    ['without a type', () => postWebhook(test, JSON.stringify({ ...EVENT, type: 7 }))],
    ['without a date', () => postWebhook(test, JSON.stringify({ ...EVENT, created: 'today' }))],
  ];

  it.each(refused)('an event %s', async (_name, send) => {
    expect(await send()).toBe(400);
    expect(await countRows()).toBe(0);
  });

  it('an event with one bit changed, 500 times', async () => {
    const bytes = new TextEncoder().encode(BODY);
    const header = signBody(test, BODY);
    const random = createSeededRandom(13);
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 500; attempt += 1) {
      const changed = bytes.slice();
      const at = random.below(changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
      statuses.add(await postWebhook(test, changed, header));
    }
    expect([...statuses]).toEqual([400]);
    expect(await countRows()).toBe(0);
  });

  it('an event over 512 KB, with 413', async () => {
    const large = (bytes: number) => JSON.stringify({ ...EVENT, padding: 'x'.repeat(bytes) });
    expect(await postWebhook(test, large(512 * 1024))).toBe(413);
    expect(await countRows()).toBe(0);
    expect(await postWebhook(test, large(500 * 1024))).toBe(200);
  });
});

describe('T13 the webhook accepts', () => {
  it.each([
    ['300 s old', -300],
    ['300 s ahead', 300],
  ])('an event %s', async (_name, seconds) => {
    const header = signBody(test, BODY, { at: test.clock.now() + seconds * SECOND });
    expect(await postWebhook(test, BODY, header)).toBe(200);
  });

  it('10 a body with unusual spacing and letters, byte by byte as it was signed', async () => {
    const body = JSON.stringify({ ...EVENT, note: 'Ngā mihi – 感謝' }, null, '\t').replaceAll('\n', '\r\n');
    expect(await postWebhook(test, body)).toBe(200);
    expect(await selectRows(test, 'SELECT payload FROM stripe_events')).toEqual([{ payload: body }]);
  });

  it('events signed with either secret while the secret is being changed', async () => {
    const payments = createStripePayments({
      secretKey: 'sk_test_sandbox',
      apiBase: test.payments.sandboxUrl,
      webhookSecrets: ['whsec_new', WEBHOOK_SECRET],
      priceIds: {},
      sandboxUrl: null,
      now: () => test.clock.now(),
    });
    const rotating = { ...test, app: createApp({ ...test.deps, payments }) };
    for (const secret of ['whsec_new', WEBHOOK_SECRET]) {
      expect(await postWebhook(rotating, BODY, signBody(test, BODY, { secret }))).toBe(200);
    }
    expect(await countRows()).toBe(1);
    expect(await postWebhook(rotating, BODY, signBody(test, BODY, { secret: 'whsec_old' }))).toBe(400);
  });

  it('an event of an unknown type, which it stores and ignores', async () => {
    expect(await postWebhook(test, BODY)).toBe(200);
    await test.worker.whenIdle();
    expect(await selectRows(test, 'SELECT id, status, attempts FROM stripe_events')).toEqual([
      { id: EVENT.id, status: 'ignored', attempts: 0 },
    ]);
  });
});

it('without Stripe the webhook answers 503 with a message that says so', async () => {
  const app = createApp({ ...test.deps, payments: null });
  const response = await app.request('/api/stripe/webhook', { method: 'POST', body: BODY });
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ message: expect.stringMatching(/^Stripe is not configured/) });
});
