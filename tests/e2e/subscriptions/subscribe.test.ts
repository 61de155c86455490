import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { CARD_DECLINED, CARD_OK } from '../../support/payments/subscriber.ts';
import { pollUntil } from '../site.ts';
import { codeField, createEmailAddress } from '../sign-in-steps.ts';
import { choosePlan, payWith, planButton, planCard, toast, waitForCheckout, waitForWelcome } from './buying-steps.ts';
import { createCustomer, listObjects, selectRows, type Shop, startShop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.site.close());

test('a visitor without an account chooses a plan, signs up, pays, and has the plan, the invoice and the receipt', () =>
  shop.open({}, async (page) => {
    const email = createEmailAddress();
    await page.goto(paths.genmatePricing);
    await page.getByRole('link', { name: 'Choose Creator' }).click();
    await page.getByText('Please sign in to subscribe').waitFor();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL(`**${paths.signup}?*`);
    await page.getByRole('button', { name: 'Sign Up with Email' }).click();
    await page.getByLabel('First name').fill('Mere');
    await page.getByLabel('Last name').fill('Paki');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await codeField(page).fill((await shop.mailbox.waitForCode(email)).code);

    const sessionId = await waitForCheckout(page);
    await page.getByRole('heading', { name: 'Subscribe to GenMate Creator' }).waitFor();
    await page.getByText('Payment sandbox: no real money moves').waitFor();
    const processing = page.getByText('Processing your subscription...').waitFor();
    await payWith(page, CARD_OK);
    await processing;
    await waitForWelcome(page, 'Creator');
    await page.locator('code').getByText(sessionId, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Manage your subscription' }).click();

    await planCard(page, 'Creator').getByText('active', { exact: true }).waitFor();
    const invoices = page.getByRole('region', { name: 'Invoices' }).getByRole('listitem');
    await invoices.filter({ hasText: 'Paid' }).filter({ hasText: '$10.00' }).waitFor();
    expect(await invoices.count()).toBe(1);
    const opening = page.waitForEvent('popup');
    await invoices.getByRole('link', { name: /^Receipt of / }).click();
    await (await opening).getByRole('heading', { name: 'Receipt' }).waitFor();

    const receipt = await shop.mailbox.waitForEmail(email);
    expect(receipt.subject).toBe('Your receipt for GenMate Creator');
    expect(receipt.text).toContain('$10.00');
  }));

test('after a declined card, another one pays on the same page', async () => {
  const customer = await createCustomer(shop);
  await shop.open({ storageState: customer.storageState, expected: [/402/] }, async (page) => {
    const sessionId = await choosePlan(page, 'Creator');
    await payWith(page, CARD_DECLINED);
    await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor();
    expect(listObjects(shop, 'subscription', customer).filter(({ status }) => status === 'active')).toEqual([]);
    expect(await waitForCheckout(page)).toBe(sessionId);
    await payWith(page, CARD_OK);
    await waitForWelcome(page, 'Creator');
    await page.goto(paths.subscriptions);
    await planCard(page, 'Creator').getByText('active', { exact: true }).waitFor();
    expect(listObjects(shop, 'invoice', customer).filter(({ status }) => status === 'paid')).toHaveLength(1);
  });
});

test('an abandoned checkout leads back to the plans; the same plan reuses it, another plan replaces it', async () => {
  const customer = await createCustomer(shop);
  await shop.open({ storageState: customer.storageState }, async (page) => {
    const first = await choosePlan(page, 'Creator');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL(`**${paths.genmatePricing}`);
    await planButton(page, 'Creator').click();
    expect(await waitForCheckout(page)).toBe(first);
    await page.goBack();
    await planButton(page, 'Pro').click();
    await page.waitForURL((url) => url.pathname.includes('/checkout/') && !url.pathname.endsWith(first));
    await page.getByRole('heading', { name: 'Subscribe to GenMate Pro' }).waitFor();
    await payWith(page, CARD_OK);
    await waitForWelcome(page, 'Pro');
    const sessions = listObjects(shop, 'checkout.session', customer);
    expect(sessions.map(({ id, status }) => [id === first, status])).toEqual([
      [true, 'expired'],
      [false, 'complete'],
    ]);
  });
});

test('a double click and two tabs make one subscription; the other tabs say that the plan is active', async () => {
  const customer = await createCustomer(shop);
  await shop.open({ storageState: customer.storageState, expected: [/409/] }, async (page) => {
    const plansTab = await page.context().newPage();
    await plansTab.goto(paths.genmatePricing);
    await planButton(plansTab, 'Creator').waitFor();
    await page.goto(paths.genmatePricing);
    await planButton(page, 'Creator').dblclick();
    const sessionId = await waitForCheckout(page);
    const secondTab = await page.context().newPage();
    expect(await choosePlan(secondTab, 'Creator')).toBe(sessionId);

    await payWith(page, CARD_OK);
    await waitForWelcome(page, 'Creator');
    await payWith(secondTab, CARD_OK);
    await secondTab.getByText('You’ve already paid on this page.').waitFor();
    await secondTab.getByRole('link', { name: 'Continue' }).click();
    await waitForWelcome(secondTab, 'Creator');
    await planButton(plansTab, 'Creator').click();
    await toast(plansTab, 'You’re already subscribed to Creator.').waitFor();
    await plansTab.getByRole('button', { name: 'Current plan' }).waitFor();

    expect(listObjects(shop, 'checkout.session', customer)).toHaveLength(1);
    expect(listObjects(shop, 'subscription', customer)).toHaveLength(1);
    expect(listObjects(shop, 'invoice', customer)).toHaveLength(1);
  });
});

test('the plan is active before any webhook arrives; the webhooks double nothing', async () => {
  const customer = await createCustomer(shop);
  const countRows = async () => {
    const count = async (sql: string, arg: string | number) => (await selectRows(shop, sql, arg)).length;
    return {
      subscriptions: await count('SELECT id FROM subscriptions WHERE user_id = ?', customer.id),
      invoices: await count('SELECT id FROM invoices WHERE user_id = ?', customer.id),
      emails: await count('SELECT id FROM outbox WHERE to_email = ?', customer.email),
    };
  };
  const listEvents = () =>
    selectRows(
      shop,
      'SELECT status FROM stripe_events WHERE customer_id = (SELECT customer_id FROM stripe_customers WHERE user_id = ?)',
      customer.id,
    );
  shop.control.setDelivery({ mode: 'hold' });
  try {
    await shop.open({ storageState: customer.storageState }, async (page) => {
      await choosePlan(page, 'Creator');
      await payWith(page, CARD_OK);
      await waitForWelcome(page, 'Creator');
      await page.goto(paths.subscriptions);
      await planCard(page, 'Creator').getByText('active', { exact: true }).waitFor();
      expect(await listEvents()).toEqual([]);
      expect((await shop.mailbox.waitForEmail(customer.email)).subject).toBe('Your receipt for GenMate Creator');
      expect(await countRows()).toEqual({ subscriptions: 1, invoices: 1, emails: 1 });

      await shop.control.deliverHeld();
      await shop.control.whenDelivered();
      await pollUntil(
        async () => (await listEvents()).every(({ status }) => status === 'applied' || status === 'ignored'),
        'the events are applied',
      );
      expect((await listEvents()).length).toBeGreaterThan(3);
      expect(await countRows()).toEqual({ subscriptions: 1, invoices: 1, emails: 1 });
      await page.reload();
      await planCard(page, 'Creator').getByText('active', { exact: true }).waitFor();
    });
  } finally {
    shop.control.setDelivery({ mode: 'auto' });
  }
});
