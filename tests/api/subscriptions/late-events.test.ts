import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { listEventsAbout, selectRows, sendEvent } from '../../support/payments/send-event.ts';
import { CARD_OK, createSubscriber, type Subscriber } from '../../support/payments/subscriber.ts';

let test: PaymentApp;
beforeAll(async () => {
  test = await createPaymentApp();
});
afterAll(() => test.close());

/** Pays for a plan; nothing of it is known here yet. */
async function buy(user: Subscriber): Promise<string> {
  const { body } = await user.checkout();
  await test.control.pay(body.sessionId, { card: CARD_OK });
  return String((await test.stripe.checkout.sessions.retrieve(body.sessionId)).subscription);
}

function findEvent(type: string, about: string) {
  const event = listEventsAbout(test, about).find((each) => each.type === type);
  if (!event) throw new Error(`The sandbox has no event ${type}.`);
  return event;
}

it('an event that comes late is dated by when it happened; news by our clock', async () => {
  const user = await createSubscriber(test);
  const subscriptionId = await buy(user);
  test.clock.advance(3_600_000);
  const event = findEvent('customer.subscription.created', subscriptionId);
  await sendEvent(test, event);
  await test.deliver();
  await test.payments.setCancelAtPeriodEnd(subscriptionId, true);
  await sendEvent(test, {
    ...findEvent('customer.subscription.updated', subscriptionId),
    id: 'evt_news',
    created: Math.floor(test.clock.now() / 1000),
  });
  await test.worker.whenIdle();
  const rows = await selectRows(
    test,
    'SELECT action, at FROM audit_log WHERE subject = ? ORDER BY id',
    `subscription:${subscriptionId}`,
  );
  expect(rows).toEqual([
    { action: 'subscription.started', at: event.created * 1000 },
    { action: 'subscription.cancel_scheduled', at: test.clock.now() },
  ]);
});
