import { expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { subscribe } from '../../support/payments/subscribe.ts';

it('a payment method is attached, listed, changed and detached', async () => {
  const { stripe, control } = await startTestSandbox();
  const customer = await stripe.customers.create();
  const created = await stripe.paymentMethods.create({
    type: 'card',
    card: { number: '5555555555554444', exp_month: 3, exp_year: 2040 },
  });
  expect(created).toMatchObject({
    customer: null,
    card: { brand: 'mastercard', last4: '4444', exp_month: 3, exp_year: 2040 },
  });
  expect(JSON.stringify(created)).not.toContain('5555555555554444');
  const attached = await stripe.paymentMethods.attach(created.id, { customer: customer.id });
  const visa = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  expect(visa.id).not.toBe('pm_card_visa');
  const list = async () => (await stripe.customers.listPaymentMethods(customer.id)).data.map(({ id }) => id);
  expect(await list()).toEqual([visa.id, attached.id]);
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: visa.id } });
  const changed = await stripe.paymentMethods.update(visa.id, {
    card: { exp_month: 1, exp_year: 2041 },
    billing_details: { name: 'Ada' },
  });
  expect(changed).toMatchObject({ card: { exp_month: 1, last4: '4242' }, billing_details: { name: 'Ada' } });
  expect((await stripe.paymentMethods.detach(visa.id)).customer).toBeNull();
  expect(await list()).toEqual([attached.id]);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
  await expect(stripe.paymentMethods.detach(visa.id)).rejects.toMatchObject({ statusCode: 400 });
  expect(control.events().map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'payment_method.attached',
      'payment_method.updated',
      'payment_method.detached',
      'customer.updated',
    ]),
  );
});

it('a card of another customer is no default, and cannot be attached', async () => {
  const { stripe } = await startTestSandbox();
  const [ada, grace] = [await stripe.customers.create(), await stripe.customers.create()];
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: ada.id });
  await expect(stripe.paymentMethods.attach(id, { customer: grace.id })).rejects.toMatchObject({ statusCode: 400 });
  await expect(
    stripe.customers.update(grace.id, { invoice_settings: { default_payment_method: id } }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'invoice_settings[default_payment_method]' });
});

it('a detached card is no default of a subscription any more', async () => {
  const started = await startTestSandbox();
  const { stripe } = started;
  const { subscription } = await subscribe(started);
  await stripe.paymentMethods.detach(String(subscription.default_payment_method));
  expect((await stripe.subscriptions.retrieve(subscription.id)).default_payment_method).toBeNull();
});
