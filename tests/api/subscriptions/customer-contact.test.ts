import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { syncContacts } from '#api/features/subscriptions/sync/sync.service.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
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

it('Stripe learns at once what support changes of a customer, and its undo', async () => {
  const user = await createSubscriber(test);
  await user.subscribe();
  const [row] = await selectRows(test, 'SELECT customer_id FROM stripe_customers WHERE user_id = ?', user.id);
  const read = async () => {
    const customer = await test.stripe.customers.retrieve(String(row?.customer_id));
    return customer.deleted ? null : { email: customer.email, name: customer.name };
  };
  const admin = await createApiCaller(test);
  const before = (await admin.call('GET', `/api/admin/users/${user.id}`)).body.data.user;
  const contact = { email: 'moved@example.com', firstName: 'Mere', lastName: 'Tūpou', endSessions: false };
  const changed = await admin.call('PUT', `/api/admin/users/${user.id}/contact`, contact);
  expect(changed).toMatchObject({ status: 200 });
  await expect.poll(read).toEqual({ email: 'moved@example.com', name: 'Mere Tūpou' });
  const undone = await admin.call('POST', '/api/admin/undo', { ids: [changed.body.undo.id] });
  expect(undone).toMatchObject({ status: 200 });
  await expect.poll(async () => (await read())?.email).toBe(before.email);
});
