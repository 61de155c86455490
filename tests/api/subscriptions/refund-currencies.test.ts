import { expect, it } from 'vitest';
import { createOwnSite } from '../../support/payments/own-site.ts';

it.each([
  ['ISK', 4490, 449_000, 100_050, 'A refund in Icelandic krónur has no digits after the point.'],
  ['KWD', 8.25, 8250, 1005, 'A refund in Kuwaiti dinars has at most 2 digits after the point.'],
])('a refund in %s of a fraction that Stripe doesn’t refund is refused in a sentence', async (...row) => {
  const [currency, price, amount, part, message] = row;
  const plans = [{ name: 'Solo', price_month: price }];
  const site = await createOwnSite({ answers: { currency }, products: [{ name: 'Buoy', plans }] });
  const user = await site.createBuyer();
  await user.subscribe('Solo');
  const [invoice] = (await user.call('GET', `/user/${user.id}/billing`)).body.invoices;
  expect(invoice.total).toBe(amount);
  const refund = (cents: number) =>
    site.admin.call('POST', `/api/admin/users/${user.id}/payments/${invoice.id}/refund`, {
      amount: cents,
      refundedBefore: 0,
      reason: 'requested_by_customer',
      idempotencyKey: `refund-in-${currency}-${cents}-0001`,
    });
  expect(await refund(part)).toMatchObject({ status: 400, body: { issues: [{ path: 'amount', message }] } });
  const whole = part - (part % (currency === 'ISK' ? 100 : 10));
  expect(await refund(whole)).toMatchObject({ status: 200 });
  expect((await user.call('GET', `/user/${user.id}/billing`)).body.invoices).toMatchObject([
    { amount_refunded: whole },
  ]);
});
