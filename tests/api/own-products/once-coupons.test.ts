import { expect, it } from 'vitest';
import { createOwnSite } from '../../support/payments/own-site.ts';

it('The next payment after a change of interval is without a coupon of one payment, which the change has used up', async () => {
  const plans = [{ name: 'Solo', price_month: 8.25, price_year: 82.5 }];
  const site = await createOwnSite({ answers: { currency: 'KWD' }, products: [{ name: 'Buoy', plans }] });
  const user = await site.createBuyer();
  const id = await user.subscribe('Solo');
  const coupon = await site.stripe.coupons.create({ amount_off: 3000, currency: 'kwd', duration: 'once' });
  await site.stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] });
  await site.deliver();
  const body = { planName: 'Solo', interval: 'year', when: 'now' };
  const { body: offer } = await user.change('change-preview', id, body);
  expect(offer).toMatchObject({ due_now: 82_500 - 3000 - 8250, next_payment: 82_500 });
  const changed = await user.change('change', id, { ...body, prorationDate: offer.proration_date });
  expect(changed.body.subscription.next_payment).toEqual({ amount: 82_500, currency: 'kwd' });
});
