import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { toRequestInit } from '../../support/app/users.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { CREW } from '../../support/payments/tideworks.ts';

let test: PaymentApp;
beforeAll(async () => {
  test = await createPaymentApp();
});
afterAll(() => test.close());

it('the export of one’s data has the price and the discount of each subscription, also the one that an admin makes', async () => {
  const user = await createSubscriber(test);
  const id = await user.subscribe(CREW);
  const { items } = await test.stripe.subscriptions.retrieve(id);
  const { id: coupon } = await test.control.dashboard.createCoupon({
    percent_off: 15,
    duration: 'forever',
    name: 'Friends',
  });
  await test.stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', quantity: 3 }],
    discounts: [{ coupon }],
    proration_behavior: 'none',
  });
  await test.deliver();
  const own = await (await test.app.request('/api/account/export', toRequestInit(user.token, 'GET'))).json();
  const admin = await createApiCaller(test);
  const { body: byAdmin } = await admin.call('GET', `/api/admin/users/${user.id}/export`);
  for (const { subscriptions } of [own, byAdmin]) {
    expect(subscriptions).toMatchObject([
      {
        plan_name: CREW,
        price: {
          unit_amount: 3000,
          quantity: 3,
          currency: 'nzd',
          interval: 'month',
          discounts: [{ name: 'Friends', percent_off: 15 }],
        },
      },
    ]);
  }
});
