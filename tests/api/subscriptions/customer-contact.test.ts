import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { syncContacts } from '#api/features/subscriptions/sync/sync.service.ts';
import { createPaymentApp, type PaymentApp } from '../../support/payments/payment-app.ts';
import { selectRows } from '../../support/payments/send-event.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';

let test: PaymentApp;
beforeAll(async () => {
  test = await createPaymentApp();
});
afterAll(() => test.close());

it('27 Stripe learns an address and a name that changed here, once, also when another customer is gone there', async () => {
  const [gone, moved] = [await createSubscriber(test), await createSubscriber(test)];
  for (const user of [gone, moved]) await user.subscribe();
  const [, customer] = (await selectRows(test, 'SELECT customer_id FROM stripe_customers ORDER BY user_id')).map(
    (row) => String(row.customer_id),
  );
  const [lost] = await selectRows(test, 'SELECT customer_id FROM stripe_customers WHERE user_id = ?', gone.id);
  await test.stripe.customers.del(String(lost?.customer_id));
  const sql = 'UPDATE users SET email = ?, first_name = ?, last_name = ? WHERE id = ?';
  await test.db.client.execute({ sql, args: ['new@example.com', 'Mere', 'Tūpou', moved.id] });
  const deps = { ...test.deps, payments: test.payments };
  await syncContacts(deps);
  expect(await test.stripe.customers.retrieve(customer ?? '')).toMatchObject({
    email: 'new@example.com',
    name: 'Mere Tūpou',
  });
  const update = vi.spyOn(test.payments, 'updateCustomer');
  await syncContacts(deps);
  expect(update).not.toHaveBeenCalled();
});
