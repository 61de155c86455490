import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createEvent, selectRows, sendEvent } from '../../support/payments/send-event.ts';
import { createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';
import { CREW } from '../../support/payments/tideworks.ts';

const BASE = '/api/admin/billing';
let test: PaymentApp;
let admin: ApiCaller;
let user: Subscriber;
let subscriptionId: string;

beforeAll(async () => {
  test = await createPaymentApp();
  admin = await createApiCaller(test);
  user = await createSubscriber(test);
  subscriptionId = await user.subscribe(CREW);
  const { customerId } = await test.payments.getSubscription(subscriptionId);
  const about = { id: subscriptionId, object: 'subscription', customer: customerId };
  await sendEvent(test, createEvent('customer.subscription.updated', about, 'evt_applied'));
  await test.worker.whenIdle();
  await sendEvent(test, createEvent('plan.created', { id: 'plan_100%' }, 'evt_ignored'));
  test.control.setFault({ match: { path: '/v1/subscriptions/:id' }, kind: '429', times: 3 });
  for (const number of [1, 2]) {
    test.clock.advance(1_000);
    await sendEvent(test, createEvent('customer.subscription.updated', about, `evt_failed_${number}`));
    await test.worker.whenIdle();
  }
});
afterAll(() => test.close());

const listIds = async (query: string) => {
  const { status, body } = await admin.call('GET', `${BASE}/events?${query}`);
  expect(status).toBe(200);
  return body.data.map(({ id }: { id: string }) => id);
};
const countAudits = async () =>
  (await selectRows(test, "SELECT id FROM audit_log WHERE action LIKE 'billing.%'")).length;

describe('the event inbox', () => {
  it('lists events, the newest first, with counts and the user', async () => {
    const { body } = await admin.call('GET', `${BASE}/events`);
    expect(body.counts).toEqual({ received: 0, applied: 1, failed: 2, ignored: 1 });
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 4, totalPages: 1 });
    expect(body.data[0]).toEqual({
      id: 'evt_failed_2',
      type: 'customer.subscription.updated',
      object_id: subscriptionId,
      status: 'failed',
      attempts: 1,
      last_error: expect.any(String),
      next_attempt_at: expect.any(String),
      created_at: expect.any(String),
      received_at: expect.any(String),
      applied_at: null,
      user_id: user.id,
      user_email: user.email,
    });
  });

  it.each([
    ['status=failed', ['evt_failed_2', 'evt_failed_1']],
    ['status=ignored&search=', ['evt_ignored']],
    ['search=100%25', ['evt_ignored']],
    ['search=EVT_APP', ['evt_applied']],
    ['search=plan.created', ['evt_ignored']],
    ['limit=1&page=2&status=failed', ['evt_failed_1']],
    ['search=nothing', []],
  ])('with %s lists %j', async (query, ids) => {
    expect(await listIds(query)).toEqual(ids);
  });

  it('shows an event as it was sent; 404 for another', async () => {
    const { body } = await admin.call('GET', `${BASE}/events/evt_applied`);
    expect(JSON.parse(body.payload)).toMatchObject({ id: 'evt_applied', data: { object: { id: subscriptionId } } });
    expect((await admin.call('GET', `${BASE}/events/evt_none`)).status).toBe(404);
  });

  it('says on the status what needs someone', async () => {
    expect((await admin.call('GET', `${BASE}/status`)).body).toEqual({
      is_configured: true,
      is_sandbox: true,
      sandbox_url: expect.stringMatching(/^http:/),
      failed_events: 2,
      waiting_events: 0,
      past_due: 0,
      stripe_check: [],
      open_disputes: 0,
      dispute_due_at: null,
      failed_refunds: 0,
    });
  });
});

describe('replay', () => {
  it('applies one event again and writes one audit row; 404 and none for another', async () => {
    test.control.clearFaults();
    const before = await countAudits();
    const { status, body } = await admin.call('POST', `${BASE}/events/evt_failed_1/replay`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'The event is being applied again.', replayed: 1 },
    });
    await test.worker.whenIdle();
    expect(await listIds('status=failed')).toEqual(['evt_failed_2']);
    expect((await admin.call('POST', `${BASE}/events/evt_none/replay`)).status).toBe(404);
    expect(await countAudits()).toBe(before + 1);
  });

  it('of an applied event changes nothing', async () => {
    const mails = await selectRows(test, 'SELECT id FROM outbox');
    await admin.call('POST', `${BASE}/events/evt_applied/replay`);
    await test.worker.whenIdle();
    expect(await listIds('search=evt_applied&status=applied')).toEqual(['evt_applied']);
    expect(await selectRows(test, 'SELECT id FROM outbox')).toEqual(mails);
  });

  it('applies all failed events, and says how many there were', async () => {
    const before = await countAudits();
    const replay = async () => (await admin.call('POST', `${BASE}/events/replay-failed`)).body;
    expect(await replay()).toEqual({ message: '1 event is being applied again.', replayed: 1 });
    await test.worker.whenIdle();
    expect(await replay()).toEqual({ message: 'No event has failed.', replayed: 0 });
    expect(await listIds('status=failed')).toEqual([]);
    expect(await countAudits()).toBe(before + 2);
  });
});
