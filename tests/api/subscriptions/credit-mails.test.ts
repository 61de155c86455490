import { expect, it } from 'vitest';
import { createOwnSite } from '../../support/payments/own-site.ts';

it('The emails after a change, a booked change and a cancellation, and the billing page name the credit that is left, and none is named without one', async () => {
  const site = await createOwnSite();
  const user = await site.createBuyer();
  const id = await user.subscribe('Crew');
  const readMails = async () =>
    (
      await site.db.client.execute(
        "SELECT kind, data FROM outbox WHERE kind IN ('plan-changed', 'subscription-cancelled') ORDER BY id",
      )
    ).rows.map(({ kind, data }) => ({ kind, credit: JSON.parse(String(data)).credit }));
  const { body: offer } = await user.change('change-preview', id, { planName: 'Solo', when: 'now' });
  expect(offer.credit_left).toBe(2_000);
  await user.change('change', id, { planName: 'Solo', when: 'now', prorationDate: offer.proration_date });
  expect((await user.change('change', id, { planName: 'Crew', when: 'period_end' })).status).toBe(200);
  await user.change('cancel', id);
  await site.stripe.subscriptions.cancel(id);
  await site.deliver();
  expect(await readMails()).toEqual([
    { kind: 'plan-changed', credit: '$20.00' },
    { kind: 'plan-changed', credit: '$20.00' },
    { kind: 'subscription-cancelled', credit: '$20.00' },
    { kind: 'subscription-cancelled', credit: '$20.00' },
  ]);
  const { body: billing } = await user.call('GET', `/user/${user.id}/billing`);
  expect(billing.credits).toEqual([{ amount: 2_000, currency: 'nzd' }]);
  expect((await site.admin.call('GET', `/api/admin/users/${user.id}`)).body.data.user.credits).toEqual(billing.credits);
  const other = await site.createBuyer();
  await other.change('cancel', await other.subscribe('Crew'));
  expect((await readMails()).at(-1)).toEqual({ kind: 'subscription-cancelled', credit: undefined });
});
