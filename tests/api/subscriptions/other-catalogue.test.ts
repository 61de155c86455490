import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { sellOtherwise } from '../../support/app/catalogue.ts';
import { createJoinRequest, readJson, sendJson } from '../../support/app/waiting-list.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { BUOY_ID, CREW, findPriceId, RUDDER_ID, SOLO } from '../../support/payments/tideworks.ts';

let test: PaymentApp;

beforeAll(async () => {
  test = await createPaymentApp();
});
afterAll(() => test.close());

describe('with other products and plans than at the start', () => {
  it('a checkout refuses a plan that is no longer sold, and names those that are', async () => {
    const user = await createSubscriber(test);
    sellOtherwise({ plans: { Crew: null } });
    expect(await user.checkout(CREW, { priceId: findPriceId(test, CREW) })).toMatchObject({
      status: 400,
      body: { message: 'Reload the page and choose your plan again.' },
    });
    expect(await user.checkout(SOLO)).toMatchObject({ status: 200 });
  });

  it('the list of plans has the names, prices and limits that are published now', async () => {
    const user = await createSubscriber(test);
    sellOtherwise({
      plans: {
        Crew: { productName: 'Skriva', prices: [{ interval: 'month', amount: 35 }], features: ['Whole shelves'] },
      },
    });
    const { body } = await user.call('GET', '/plans');
    const plan = body.find(({ planName }: { planName: string }) => planName === CREW);
    expect(plan).toMatchObject({ productName: 'Skriva', price: 35, features: ['Whole shelves'], currency: 'NZD' });
  });

  it('who leaves the payment page comes back to the page of prices that the product has now', async () => {
    const user = await createSubscriber(test);
    sellOtherwise({ products: { Buoy: { pricesAddress: '/skriva/priser' } } });
    const { body } = await user.checkout(SOLO);
    const session = await test.stripe.checkout.sessions.retrieve(body.sessionId);
    expect(session.cancel_url).toBe('http://localhost:4321/skriva/priser');
  });

  it('nobody changes to a plan whose price at Stripe is another than the published one', async () => {
    const user = await createSubscriber(test);
    const id = await user.subscribe(CREW);
    sellOtherwise({ plans: { Solo: { prices: [{ interval: 'month', amount: 40 }] } } });
    expect(await user.change('change-preview', id, { planName: SOLO })).toMatchObject({
      status: 409,
      body: { message: 'You can’t buy Solo at the moment. Choose another plan, or contact us.' },
    });
  });

  it('a waiting list is joined where the product has one now, under its name', async () => {
    sellOtherwise({
      products: { Buoy: { hasWaitingList: false }, Rudder: { name: 'Avgift', hasWaitingList: true } },
    });
    expect(await readJson(sendJson(test, 'POST', '', createJoinRequest({ productId: BUOY_ID })))).toMatchObject({
      status: 400,
      body: { message: 'This product doesn’t have a waiting list.' },
    });
    expect(await readJson(sendJson(test, 'POST', '', createJoinRequest({ productId: RUDDER_ID })))).toMatchObject({
      status: 201,
      body: { message: 'Thanks for joining the Avgift waiting list. Check your email for the next step.' },
    });
  });

  it('the list of users is filtered by the plans that there are now, whatever they are called', async () => {
    const admin = await createApiCaller(test);
    sellOtherwise({ plans: { Crew: { planName: 'Plus' }, Fleet: null } });
    expect(await admin.call('GET', '/api/admin/users?plan=crew')).toMatchObject({ status: 200 });
    expect(await admin.call('GET', '/api/admin/users?plan=fleet')).toMatchObject({
      status: 400,
      body: { message: '‘plan’ must be any, none, solo, crew or rudder.' },
    });
  });
});
