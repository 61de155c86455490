import { expect, it } from 'vitest';
import { createOwnSite, type OwnSite } from '../../support/payments/own-site.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** The owner sells a plan for another price from now on; who has it keeps theirs. */
async function sellFor(site: OwnSite, name: string, price: number) {
  const plan = await site.findPlan(name);
  await site.saveDraft('plans', plan.id, { price_month: price });
  const made = await site.admin.call('POST', `/api/admin/plans/${plan.id}/price`, { interval: 'month' });
  expect(made.status).toBe(200);
  await site.publish();
}

it('A subscriber moves to a new price of their own plan with the next period, without a charge before', async () => {
  const site = await createOwnSite();
  const user = await site.createBuyer();
  const id = await user.subscribe('Crew');
  await sellFor(site, 'Crew', 24);
  const switched = await user.change('switch-price', id);
  expect(switched).toMatchObject({
    status: 200,
    body: {
      message: 'You pay the new price of Crew from 21 December 2026.',
      subscription: {
        plan_name: 'Crew',
        pending_plan_name: 'Crew',
        price: { unit_amount: 3_000 },
        next_payment: { amount: 2_400, currency: 'nzd' },
      },
    },
  });
  await site.control.advanceTo(site.control.now() + 31 * DAY_SECONDS);
  await site.deliver();
  const [after] = (await user.call('GET', `/user/${user.id}`)).body.subscriptions;
  expect(after).toMatchObject({ plan_name: 'Crew', pending_plan_name: null, price: { unit_amount: 2_400 } });
  const emails = await site.db.client.execute("SELECT kind FROM outbox WHERE kind = 'plan-changed'");
  expect(emails.rows).toEqual([]);
});

it('A subscriber of the current price is told so, and one of another person’s subscription is not found', async () => {
  const site = await createOwnSite();
  const user = await site.createBuyer();
  const id = await user.subscribe('Crew');
  expect(await user.change('switch-price', id)).toMatchObject({
    status: 409,
    body: { message: 'You already pay the current price of Crew.' },
  });
  const other = await site.createBuyer();
  expect((await other.change('switch-price', id)).status).toBe(404);
});

it('A subscriber with a lasting discount and tax on top reads what a switch to the new price costs them, and that is charged', async () => {
  const tax = { charges_rate: true, is_automatic: false, prices_include_tax: false, label: 'GST', rate: 15 };
  const site = await createOwnSite({ settings: { tax } });
  const user = await site.createBuyer();
  const id = await user.subscribe('Crew');
  const coupon = await site.stripe.coupons.create({ percent_off: 50, duration: 'forever' });
  await site.stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] });
  await site.deliver();
  const read = async () => (await user.call('GET', `/user/${user.id}`)).body.subscriptions[0];
  expect((await read()).lower_price).toBeNull();
  await sellFor(site, 'Crew', 24);
  const { lower_price: lower } = await read();
  expect(lower).toEqual({
    unit_amount: 2_400,
    coming_payments: [{ at: expect.stringMatching(/^2026-12-21/), amount: 1_380, repeats: true }],
  });
  await user.change('switch-price', id);
  const switched = await read();
  expect(switched.lower_price).toBeNull();
  expect(switched.coming_payments).toEqual(lower.coming_payments);
  await site.control.advanceTo(site.control.now() + 31 * DAY_SECONDS);
  const [invoice] = (await site.stripe.invoices.list({ subscription: id })).data;
  expect(invoice?.total).toBe(1_380);
});
