import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sellOtherwise } from '../../support/app/catalogue.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { CARD_OK, createSubscriber } from '../../support/payments/subscriber.ts';
import { BUOY_ID, findPriceId, FLEET, SOLO } from '../../support/payments/tideworks.ts';

let test: PaymentApp;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterAll(() => test.close());

const renamed = {
  products: { Buoy: { name: 'Skriva' } },
  plans: {
    Solo: { planName: 'Enkel', productName: 'Skriva' },
    Crew: { planName: 'Dobbel', productName: 'Skriva' },
    Fleet: { productName: 'Skriva', isArchived: true },
  },
};

describe('a plan with another name', () => {
  it('stays the plan of those who have it, under the new name', async () => {
    const user = await createSubscriber(test);
    await user.subscribe(SOLO);
    sellOtherwise(renamed);
    const { body } = await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`);
    expect(body.subscription).toMatchObject({ product_name: 'Skriva', plan_name: 'Enkel' });
  });

  it('is bought and changed to by its new name, and nothing is lost at Stripe', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(SOLO);
    sellOtherwise(renamed);
    expect(await user.change('change', id, { planName: 'Enkel' })).toMatchObject({
      status: 409,
      body: { message: 'You’re already on Enkel.' },
    });
    const changed = await user.change('change', id, { planName: 'Dobbel' });
    expect(changed).toMatchObject({ status: 200, body: { message: 'You’re now on Dobbel.' } });
    expect(changed.body.subscription).toMatchObject({ plan_name: 'Dobbel', price: { unit_amount: 3000 } });
  });

  it('is in emails about what was paid under the old name', async () => {
    const user = await createSubscriber(test);
    sellOtherwise(renamed);
    const offer = { productName: 'Skriva', priceId: findPriceId(test, SOLO) };
    const { body } = await user.checkout('Enkel', offer);
    await test.control.pay(body.sessionId, { card: CARD_OK });
    await user.call('GET', `/checkout/${body.sessionId}`);
    const rows = await selectRows(
      test,
      "SELECT data FROM outbox WHERE kind = 'payment-receipt' AND to_email = ?",
      user.email,
    );
    expect(rows.map(({ data }) => JSON.parse(String(data)))).toMatchObject([
      { productName: 'Skriva', planName: 'Enkel' },
    ]);
  });
});

it('an archived plan is kept by those who have it, and nobody changes to it or buys it', async () => {
  const user = await createSubscriber(test);
  const other = await createSubscriber(test);
  const fleet = await user.subscribe(FLEET);
  const solo = await other.subscribe(SOLO);
  sellOtherwise(renamed);
  const { body } = await user.call('GET', `/user/${user.id}/product/${BUOY_ID}`);
  expect(body.subscription).toMatchObject({ stripe_subscription_id: fleet, plan_name: FLEET, status: 'active' });
  expect(await other.change('change-preview', solo, { planName: FLEET })).toMatchObject({
    status: 400,
    body: { message: 'Reload the page and choose your plan again.' },
  });
});
