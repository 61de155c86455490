import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatCents } from '#api/domain/money.ts';
import { paths } from '#src/lib/paths.ts';
import { CARD_OK } from '../../support/payments/subscriber.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { KEYBOARD } from '../input-steps.ts';
import { getOpenDialog, pollUntil } from '../site.ts';
import { payWith, planCard, toast } from './buying-steps.ts';
import { createCustomer, listObjects, selectRows, type Shop, startShop, subscribe } from './shop.ts';

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
/** Can be saved, but every charge is declined. */
const CARD_FAILING = '4000000000000341';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.site.close());

const dialogButton = (page: Page, name: string | RegExp) => getOpenDialog(page).getByRole('button', { name });
const getSubscription = (id: string) => shop.control.get('subscription', id);

/** Opens the plans from the subscription, in a new tab, and chooses one there. Returns that tab, with the dialog. */
async function chooseOtherPlan(page: Page, label: string): Promise<Page> {
  const { press } = KEYBOARD;
  const opening = page.waitForEvent('popup');
  await press(page, page.getByRole('link', { name: /^Change plan/ }));
  const plans = await opening;
  await press(plans, plans.getByRole('link', { name: label }));
  await getOpenDialog(plans).waitFor();
  return plans;
}

test('by keyboard alone: upgrade for the amount shown, downgrade and keep, cancel and reactivate', async () => {
  const { press, write } = KEYBOARD;
  const customer = await createCustomer(shop);
  const id = await subscribe(shop, customer, 'Creator', { card: CARD_OK });
  await shop.control.advanceTo(shop.control.now() + 10 * DAY_S);
  await shop.open({ storageState: customer.storageState }, async (first) => {
    await first.goto(paths.subscriptions);
    const upgraded = await chooseOtherPlan(first, 'Upgrade to Pro');
    const payButton = dialogButton(upgraded, /^Pay US\$/);
    await payButton.waitFor();
    expect(await findAxeViolations(upgraded)).toEqual([]);
    const amount = (await payButton.innerText()).replace('Pay ', '');
    await press(upgraded, payButton);
    await toast(upgraded, 'You’re now on Pro.').waitFor();
    const invoice = listObjects(shop, 'invoice', customer).at(-1);
    expect(amount).toBe(formatCents(invoice?.amount_paid ?? 0, 'usd'));
    const newestRow = upgraded.getByRole('region', { name: 'Invoices' }).getByRole('listitem').first();
    await newestRow.filter({ hasText: 'Pro' }).filter({ hasText: amount }).filter({ hasText: 'Paid' }).waitFor();

    const page = await chooseOtherPlan(upgraded, 'Downgrade to Creator');
    await press(page, dialogButton(page, /^Change on /));
    await toast(page, 'Your plan changes to Creator on').waitFor();
    const card = planCard(page, 'Pro');
    await card.getByRole('heading', { name: /^Changes to Creator on / }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await press(page, card.getByRole('button', { name: 'Keep Pro' }));
    await toast(page, 'You keep Pro.').waitFor();
    await card.getByRole('heading', { name: /^Changes to Creator/ }).waitFor({ state: 'detached' });
    expect(getSubscription(id)?.schedule).toBeNull();

    await press(page, card.getByRole('button', { name: 'Cancel' }));
    const dialog = page.getByRole('dialog', { name: 'Cancel Pro?' });
    await press(page, dialog.getByLabel('Why are you leaving? (optional)'), 'ArrowDown');
    await write(page, dialog.getByLabel('Anything else? (optional)'), 'Back after the summer.');
    await press(page, dialog.getByRole('button', { name: 'Cancel subscription' }));
    await toast(page, 'Subscription cancelled successfully').waitFor();
    await card.getByText('Will cancel at period end').waitFor();
    expect(getSubscription(id)).toMatchObject({
      cancellation_details: { feedback: 'too_expensive', comment: 'Back after the summer.' },
    });

    await press(page, card.getByRole('button', { name: 'Reactivate' }));
    await toast(page, 'Subscription reactivated successfully').waitFor();
    await card.getByText('Will cancel at period end').waitFor({ state: 'detached' });
    expect(getSubscription(id)).toMatchObject({ status: 'active', cancel_at: null });
  });
  const emails = await selectRows(shop, 'SELECT kind FROM outbox WHERE to_email = ? ORDER BY kind', customer.email);
  expect(emails.map(({ kind }) => kind)).toEqual([
    ...['payment-receipt', 'payment-receipt', 'plan-changed', 'plan-changed'],
    ...['subscription-cancelled', 'subscription-reactivated'],
  ]);
});

test('a renewal that fails says so on the page and by email; a new card pays it and the plan is active again', async () => {
  const customer = await createCustomer(shop);
  const id = await subscribe(shop, customer, 'Creator', { card: CARD_OK });
  const waitForStatus = (status: string) =>
    pollUntil(async () => {
      const [row] = await selectRows(shop, 'SELECT status FROM subscriptions WHERE stripe_subscription_id = ?', id);
      return row?.status === status;
    }, `the subscription is ${status}`);
  await shop.open({ storageState: customer.storageState }, async (page) => {
    const banner = page.getByRole('alert').filter({ hasText: 'Your last payment didn’t go through' });
    const paymentMethod = page.getByRole('region', { name: 'Payment method' });
    expect((await shop.mailbox.waitForEmail(customer.email)).subject).toBe('Your receipt for GenMate Creator');
    await page.goto(paths.subscriptions);
    await paymentMethod.getByRole('button', { name: 'Change card' }).click();
    await payWith(page, CARD_FAILING);
    await paymentMethod.getByText('Visa ending 0341').waitFor();

    const periodEnd = getSubscription(id)?.items.data[0]?.current_period_end ?? 0;
    await shop.control.advanceTo(periodEnd + 2 * HOUR_S);
    await waitForStatus('past_due');
    // The event of the invoice may be applied after that of the subscription, and the page asks once.
    await pollUntil(async () => {
      const [row] = await selectRows(
        shop,
        `SELECT count(*) AS open FROM invoices WHERE status = 'open' AND stripe_subscription_id = ?`,
        id,
      );
      return Number(row?.open) === 1;
    }, 'its invoice is open');
    await page.reload();
    await banner.filter({ hasText: /US\$10(\.00)? for Creator/ }).waitFor();
    await planCard(page, 'Creator').getByText('past due', { exact: true }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const { subject } = await shop.mailbox.waitForEmail(customer.email);
    expect(subject).toBe('Your payment for GenMate Creator didn’t go through');

    await banner.getByRole('button', { name: 'Change card' }).click();
    await payWith(page, CARD_OK);
    await paymentMethod.getByText('Visa ending 4242').waitFor();
    // The open invoice is tried with the new card at once.
    await waitForStatus('active');
    await page.reload();
    await planCard(page, 'Creator').getByText('active', { exact: true }).waitFor();
    await banner.waitFor({ state: 'detached' });
    expect(listObjects(shop, 'invoice', customer).map(({ status }) => status)).toEqual(['paid', 'paid']);
  });
});
