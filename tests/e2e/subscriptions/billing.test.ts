import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { CARD_OK } from '../../support/payments/subscriber.ts';
import { signInAs } from '../sign-in-as.ts';
import { pollUntil } from '../site.ts';
import { createCustomer, selectRows, type Shop, startShop, subscribe } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.site.close());

/** The payment provider, for what someone does in Stripe’s dashboard. */
function getProvider() {
  const { payments } = shop.site.server;
  if (!payments) throw new Error('The server has no payments.');
  return payments;
}

test('a comparison with Stripe finds and repairs what lost webhooks left out of date', async () => {
  const customer = await createCustomer(shop);
  const subscriptionId = await subscribe(shop, customer, 'Pro', { card: CARD_OK });
  const findSubscriptionRow = async () =>
    (await selectRows(shop, 'SELECT * FROM subscriptions WHERE stripe_subscription_id = ?', subscriptionId))[0];
  await shop.control.whenDelivered();
  await pollUntil(
    async () => (await selectRows(shop, "SELECT id FROM stripe_events WHERE status = 'received'")).length === 0,
    'all events are applied',
  );
  shop.control.setDelivery({ mode: 'hold' });
  try {
    await getProvider().cancelNow(subscriptionId);
    await shop.open({}, async (page) => {
      await signInAs(shop.site, page, 'admin');
      await page.goto(paths.adminBillingView('reconciliation'));
      await page.getByRole('heading', { name: 'Not compared yet' }).waitFor();
      expect(await findSubscriptionRow()).toMatchObject({ status: 'active' });
      await page.getByRole('button', { name: 'Compare with Stripe now' }).click();
      await page.getByRole('heading', { name: /^\d+ differences? found and repaired$/ }).waitFor();
      const drifts = page.getByRole('table', { name: 'Differences in the last 30 days' }).getByRole('row');
      await drifts
        .filter({ hasText: customer.email })
        .filter({ hasText: 'active' })
        .filter({ hasText: 'canceled' })
        .filter({ hasText: 'Repaired' })
        .waitFor();
      expect(await findSubscriptionRow()).toMatchObject({ status: 'canceled' });
      await page.getByRole('button', { name: 'Compare with Stripe now' }).click();
      await page.getByRole('heading', { name: 'Everything matches Stripe' }).waitFor();
    });
  } finally {
    shop.control.setDelivery({ mode: 'auto' });
  }
});
