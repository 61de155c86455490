import { afterEach, beforeEach, expect, it } from 'vitest';
import { getStripeCheck, type StripeCheck } from '#api/features/stripe-check/stripe-check.service.ts';
import { createSecondServer, createTestStripeCheck, type TestApp } from '../../support/app/test-app.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createEvent, postWebhook, signBody } from '../../support/payments/send-event.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { CREW, findPriceId, findSoldProductId, RUDDER, toKey } from '../../support/payments/tideworks.ts';

// Two servers over one database. Only one checks the account at Stripe; what it finds holds for both.
let one: PaymentApp;
let other: TestApp;
beforeEach(async () => {
  one = await createPaymentApp();
  other = createSecondServer(one, one.clock);
});
afterEach(() => one.close());

/** Waits for the check that a refusal has begun. */
const whenIdle = ({ deps }: TestApp) => (deps.stripeCheck as StripeCheck).stop();

it('what one server finds in a check is shown by the other', async () => {
  expect(await getStripeCheck(other.deps)).toEqual({ report: null });
  await one.deps.stripeCheck.run();
  expect(await getStripeCheck(other.deps)).toEqual(await getStripeCheck(one.deps));
  expect((await getStripeCheck(other.deps)).report?.lines).toHaveLength(10);
});

it('a plan whose price one server has found to differ is not sold by the other, which sells at once what was put right', async () => {
  await one.deps.stripeCheck.run();
  expect(await other.deps.stripeCheck.findSaleObstacle(toKey(CREW), 'month')).toBeNull();
  await one.control.dashboard.updatePrice(findPriceId(one, CREW), { active: false });
  await one.deps.stripeCheck.run();
  expect(await other.deps.stripeCheck.findSaleObstacle(toKey(CREW), 'month')).toBe(
    `${findPriceId(one, CREW)} is archived`,
  );
  await one.control.dashboard.updatePrice(findPriceId(one, CREW), { active: true });
  expect(await other.deps.stripeCheck.findSaleObstacle(toKey(CREW), 'month')).toBeNull();
});

it('a webhook that one server refused is known to the check of the other, until that accepts an event', async () => {
  await (await createSubscriber(one)).subscribe(RUDDER);
  await one.deliver();
  one.clock.advance(1_000);
  const { id } = await one.control.dashboard.updateProduct(findSoldProductId(one, CREW), { description: 'Changed' });
  const event = (await one.stripe.events.list({ limit: 1 })).data[0];
  expect(JSON.stringify(event)).toContain(id);
  await one.deps.stripeCheck.recordRefusal({ eventId: event?.id ?? '', reason: 'signature' });
  await whenIdle(one);
  const findSecretLine = async () => (await other.deps.stripeCheck.run())?.lines.find(({ name }) => name === 'secret');
  expect(await findSecretLine()).toMatchObject({ state: 'error' });
  one.clock.advance(1_000);
  await one.deliver();
  expect(await findSecretLine()).toMatchObject({ state: 'ok' });
});

it('refused webhooks make one server check, not each, and at most 1,000 in ten minutes are written', async () => {
  const body = JSON.stringify(createEvent('invoice.paid', { id: 'in_1' }, 'evt_guessed'));
  expect(await postWebhook(one, body, signBody(one, body, { secret: 'whsec_other' }))).toBe(400);
  await whenIdle(one);
  const first = (await one.deps.stripeCheck.readReport())?.startedAt;
  one.clock.advance(60_000);
  await other.deps.stripeCheck.recordRefusal({ eventId: 'evt_again', reason: 'signature' });
  await whenIdle(other);
  expect((await other.deps.stripeCheck.readReport())?.startedAt).toBe(first);
  for (let n = 0; n < 1_010; n += 1)
    await other.deps.stripeCheck.recordRefusal({ eventId: `evt_${n}`, reason: 'signature' });
  const { rows } = await one.db.client.execute('SELECT count(*) FROM stripe_refusals');
  expect(Number(rows[0]?.[0])).toBeLessThanOrEqual(1_000);
});

it('a check that its server did not live to finish gives way to the last one after two minutes', async () => {
  await one.deps.stripeCheck.run();
  const last = await one.deps.stripeCheck.readReport();
  one.clock.advance(1_000);
  const { promise: isAsked, resolve } = Promise.withResolvers<void>();
  const connect = () => {
    resolve();
    return new Promise<never>(() => undefined);
  };
  const payments = { ...one.payments, setup: { ...one.payments.setup, connect } };
  void createTestStripeCheck({ ...one.deps, payments }, one.webhookUrl).run();
  await isAsked;
  expect(await other.deps.stripeCheck.readReport()).toMatchObject({ finishedAt: null });
  one.clock.advance(120_000);
  expect(await other.deps.stripeCheck.readReport()).toEqual(last);
});
