import { expect, it } from 'vitest';
import { createOwnSite } from '../../support/payments/own-site.ts';

it('The lines of a change with a lasting discount add up to what is due, or to the credit that is left', async () => {
  const plans = [{ name: 'Solo', price_month: 9.9, price_year: 99 }];
  const site = await createOwnSite({ answers: { currency: 'EUR' }, products: [{ name: 'Werkbank', plans }] });
  const user = await site.createBuyer();
  const id = await user.subscribe('Solo');
  const coupon = await site.stripe.coupons.create({ percent_off: 10, duration: 'forever' });
  await site.stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] });
  await site.deliver();
  const preview = async (interval: string) => {
    const body = { planName: 'Solo', interval, when: 'now' };
    const { body: offer } = await user.change('change-preview', id, body);
    const lines = (offer.lines as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0);
    expect(offer.due_now - offer.credit_left).toBe(lines - offer.discount);
    return { body, offer };
  };
  const { body, offer } = await preview('year');
  expect(offer).toMatchObject({ discount: 990, credit_left: 0 });
  await user.change('change', id, { ...body, prorationDate: offer.proration_date });
  await site.deliver();
  expect((await preview('month')).offer).toMatchObject({ discount: 99, due_now: 0, credit_left: 8910 - 990 + 99 });
});
