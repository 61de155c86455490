import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStripePayments } from '#api/adapters/stripe/stripe-payments.ts';
import type { StripeCheck } from '#api/features/stripe-check/stripe-check.service.ts';
import { BillingWorker } from '#api/features/subscriptions/webhooks/worker.service.ts';
import { createTestStripeCheck } from '../../support/app/test-app.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createEvent, postWebhook, signBody } from '../../support/payments/send-event.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { HANG_MS } from '../../support/vitest/hang.ts';
import { CREW, findPriceId, RUDDER } from '../../support/payments/tideworks.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** May do nothing: Stripe answers 403. */
const NARROWED_KEY = 'rk_test_narrowed';

let test: PaymentApp;
let check: StripeCheck;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  test = await createPaymentApp();
  check = createTestStripeCheck(test.deps, test.webhookUrl);
  test.deps.stripeCheck = check;
  // Each run has a time of its own.
  test.clock.advance(1_000);
});
afterEach(async () => {
  await check.stop();
  await test.close();
  vi.useRealTimers();
});

/** When the last run began, once that has ended. */
async function findRunAt(): Promise<number | null> {
  await vi.waitFor(async () => expect((await check.readReport())?.finishedAt).not.toBeNull(), HANG_MS);
  return (await check.readReport())?.startedAt ?? null;
}

async function expectRunNow() {
  await vi.waitFor(async () => expect((await check.readReport())?.startedAt).toBe(test.clock.now()), HANG_MS);
  expect(await findRunAt()).toBe(test.clock.now());
}

describe('the check of the account runs', () => {
  it('at the start, and once a day', async () => {
    expect(await check.readReport()).toBeNull();
    check.start();
    await expectRunNow();
    const first = test.clock.now();
    test.clock.advance(DAY_MS - 1_000);
    vi.advanceTimersByTime(DAY_MS - 1_000);
    expect(await findRunAt()).toBe(first);
    test.clock.advance(1_000);
    vi.advanceTimersByTime(1_000);
    await expectRunNow();
  });

  it('when Stripe tells of a price or a product that has changed, and for no other event', async () => {
    await (await createSubscriber(test)).subscribe(RUDDER);
    await test.deliver();
    expect(await check.readReport()).toBeNull();
    await test.control.dashboard.updatePrice(findPriceId(test, CREW), { active: false });
    test.clock.advance(1_000);
    await test.deliver();
    await expectRunNow();
    expect((await check.readReport())?.lines.find(({ name }) => name === 'prices')?.details).toEqual([
      `Crew: ${findPriceId(test, CREW)} is archived.`,
    ]);
  });

  it('after a webhook was refused, at most every ten minutes', async () => {
    const post = () => {
      const body = JSON.stringify(createEvent('invoice.paid', { id: 'in_1' }, 'evt_guessed'));
      return postWebhook(test, body, signBody(test, body, { secret: 'whsec_other' }));
    };
    expect(await post()).toBe(400);
    await expectRunNow();
    const first = test.clock.now();
    test.clock.advance(9 * MINUTE_MS);
    await post();
    expect(await findRunAt()).toBe(first);
    test.clock.advance(MINUTE_MS);
    await post();
    await expectRunNow();
  });

  describe('after Stripe has refused the key', () => {
    beforeEach(async () => {
      const payments = createStripePayments({ ...test.settings, secretKey: NARROWED_KEY });
      Object.assign(test.deps, { payments });
      check = createTestStripeCheck({ ...test.deps, payments }, test.webhookUrl);
      test.deps.stripeCheck = check;
      check.start();
      await expectRunNow();
      test.control.restrictKey(NARROWED_KEY, {});
      test.clock.advance(1_000);
    });

    it('to a request', async () => {
      const user = await createSubscriber(test);
      expect((await user.call('GET', '/checkout/cs_test_1')).status).toBe(503);
      await expectRunNow();
      expect((await check.readReport())?.lines.find(({ name }) => name === 'permissions')?.state).toBe('error');
    });

    it('to the worker in the background, which nobody waits for', async () => {
      const worker = new BillingWorker({ ...test.deps, payments: test.deps.payments ?? test.payments });
      worker.start();
      await expectRunNow();
      await worker.stop();
    });
  });
});
