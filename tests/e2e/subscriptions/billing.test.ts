import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { CARD_OK } from '../../support/payments/subscriber.ts';
import { signInAs } from '../sign-in-as.ts';
import { pollUntil } from '../site.ts';
import { toast } from './buying-steps.ts';
import { type Customer, createCustomer, selectRows, type Shop, startShop, subscribe } from './shop.ts';

const HOUR_MS = 60 * 60 * 1000;

let shop: Shop;
let customer: Customer;
let subscriptionId: string;
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

/** Buys a plan, and waits until its webhooks are applied. */
async function createSubscriber(): Promise<void> {
  customer = await createCustomer(shop);
  subscriptionId = await subscribe(shop, customer, 'Pro', { card: CARD_OK });
  await shop.control.whenDelivered();
  await pollUntil(
    async () => (await selectRows(shop, "SELECT id FROM stripe_events WHERE status = 'received'")).length === 0,
    'all events are applied',
  );
}

const findSubscriptionRow = async () =>
  (await selectRows(shop, 'SELECT * FROM subscriptions WHERE stripe_subscription_id = ?', subscriptionId))[0];

/** The event of the subscription that failed, whose next attempt is put off by an hour. */
async function waitForFailedEvent(): Promise<string> {
  let id = '';
  await pollUntil(async () => {
    const now = Date.now();
    // Not one that is just being tried again: its next attempt is in the past.
    const rows = await selectRows(
      shop,
      `UPDATE stripe_events SET next_attempt_at = ? WHERE object_id = ? AND status = 'failed' AND next_attempt_at > ? RETURNING id`,
      ...[now + HOUR_MS, subscriptionId, now],
    );
    id = String(rows[0]?.id ?? '');
    return id !== '';
  }, 'the event has failed');
  return id;
}

test('an admin sees the events of a purchase, and replays one that failed', async () => {
  await createSubscriber();
  shop.control.setFault({ match: { method: 'GET', path: '/v1/subscriptions/:id' }, kind: '429', times: 1_000 });
  await getProvider().setCancelAtPeriodEnd(subscriptionId, true);
  const eventId = await waitForFailedEvent();
  shop.control.clearFaults();
  await shop.open({}, async (page) => {
    await signInAs(shop.site, page, 'admin');
    await page.goto(paths.adminBillingView('events'));
    const events = page.getByRole('row').filter({ hasText: customer.email });
    for (const label of ['Checkout completed', 'Invoice paid', 'Subscription created']) {
      await events.filter({ hasText: label }).filter({ hasText: 'Processed' }).first().waitFor();
    }
    const row = page.locator(`[data-row="${eventId}"]`);
    await row.getByText('Failed', { exact: true }).waitFor();
    expect(await findSubscriptionRow()).toMatchObject({ cancel_at: null });
    await row.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Replay' }).click();
    await toast(page, 'The event is being applied again.').waitFor();
    await row.getByText('Processed', { exact: true }).waitFor();
    expect(await findSubscriptionRow()).toMatchObject({ cancel_at: expect.any(Number) });
  });
});

test('a comparison with Stripe finds and repairs what lost webhooks left out of date', async () => {
  await createSubscriber();
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
