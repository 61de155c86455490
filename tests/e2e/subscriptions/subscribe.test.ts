import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { CARD_DECLINED, CARD_OK } from '../../support/payments/subscriber.ts';
import { codeField, createEmailAddress } from '../sign-in-steps.ts';
import { payWith, planButton, planCard, waitForCheckout, waitForWelcome } from './buying-steps.ts';
import { type Shop, startShop } from './shop.ts';
import { demoPaths } from '../../support/site/demo-paths.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.site.close());

test('a visitor without an account chooses a plan, signs up, pays, and has the plan, the invoice and the receipt', () =>
  shop.open({ expected: [/402/] }, async (page) => {
    const email = createEmailAddress();
    await page.goto(demoPaths.genmatePricing);
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
    // Going back and choosing the plan again leads to the same checkout, and after a declined card another one pays.
    await page.getByRole('link', { name: 'Back' }).click();
    await planButton(page, 'Creator').click();
    expect(await waitForCheckout(page)).toBe(sessionId);
    await payWith(page, CARD_DECLINED);
    await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor();
    const processing = page.getByText('Processing your subscription...').waitFor();
    await payWith(page, CARD_OK);
    await processing;
    await waitForWelcome(page, 'Creator');
    await page.locator('code').getByText(sessionId, { exact: true }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
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
