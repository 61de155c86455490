import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPaymentApp } from '../../support/payments/payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { createSubscriber } from '../../support/payments/subscriber.ts';
import { CREW, SOLO } from '../../support/payments/tideworks.ts';

type Coming = { at: string; amount: number; repeats: boolean };

let test: PaymentApp;
beforeEach(async () => {
  test = await createPaymentApp();
});
afterEach(() => test.close());

/** Lets Stripe renew a subscription so often, and lists what each payment was, the earliest first. */
async function renew(id: string, coming: readonly Coming[], times: number): Promise<number[]> {
  const [next] = coming;
  await test.control.advanceTo(Date.parse(next?.at ?? '') / 1_000 + (times - 1) * 31 * 86_400 + 7_200);
  const { data } = await test.stripe.invoices.list({ subscription: id, limit: 100 });
  return data
    .filter(({ billing_reason: reason }) => reason === 'subscription_cycle')
    .map(({ amount_due }) => amount_due)
    .reverse();
}

it('The coming payments of a subscription with a coupon of two months and a credit are those that Stripe charges', async () => {
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  const coupon = await test.stripe.coupons.create({ percent_off: 40, duration: 'repeating', duration_in_months: 2 });
  const { customer } = await test.stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] });
  await test.stripe.customers.update(String(customer), { balance: -400 });
  await test.deliver();
  const { body } = await user.call('GET', `/user/${user.id}`);
  const coming: Coming[] = body.subscriptions[0].coming_payments;
  expect(coming.map(({ amount, repeats }) => [amount, repeats])).toEqual([
    [200, false],
    [1000, true],
  ]);
  expect(await renew(id, coming, 3)).toEqual([200, 1000, 1000]);
});

it('The preview of a change names the payments after the discount, and Stripe charges them', async () => {
  const user = await createSubscriber(test);
  const id = await user.subscribe(SOLO);
  const coupon = await test.stripe.coupons.create({ percent_off: 50, duration: 'repeating', duration_in_months: 3 });
  await test.stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] });
  await test.deliver();
  const { body: offer } = await user.change('change-preview', id, { planName: CREW });
  expect(offer.coming_payments.map(({ amount, repeats }: Coming) => [amount, repeats])).toEqual([
    [1500, true],
    [3000, true],
  ]);
  await user.change('change', id, { planName: CREW, prorationDate: offer.proration_date });
  expect(await renew(id, offer.coming_payments, 4)).toEqual([1500, 1500, 3000, 3000]);
});
