import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { createOffsetClock } from '../../support/clock/offset-clock.ts';
import { openAsAdmin, waitForToast } from '../crud-steps.ts';
import { codeField, errorBox, submitEmail } from '../sign-in-steps.ts';
import { createCustomer, type Customer, type Shop, startShop } from '../subscriptions/shop.ts';

const clock = createOffsetClock();
let shop: Shop;
beforeAll(async () => {
  shop = await startShop(clock);
});
afterAll(() => shop.site.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Enters the emailed code on the open sign-in page. */
async function enterCode(page: Page, { email }: Customer): Promise<void> {
  await submitEmail(page, email);
  await codeField(page).fill((await shop.mailbox.waitForCode(email)).code);
}

test('a blacklisted user is signed out, gets the email once it can’t be undone, and reads the reason at sign-in until it is removed', async () => {
  const user = await createCustomer(shop, { firstName: 'Ihaka', lastName: 'Poi' });
  const reason = 'Two chargebacks in October.';
  await shop.open({}, async (page) => {
    await openAsAdmin(shop.site, page, paths.userDetail(user.id));
    await button(page, 'Blacklist...').click();
    await page.getByLabel('Reason').fill(reason);
    await page.getByRole('dialog').getByRole('button', { name: 'Blacklist' }).click();
    await button(page, /^Undo/).waitFor();
    clock.advance(30_000);
    shop.site.server.outboxWorker.wake();
    const { subject, text } = await shop.mailbox.waitForEmail(user.email);
    expect(subject).toMatch(/account is suspended$/);
    expect(text).toContain(`Reason: ${reason}`);

    const { storageState } = user;
    await shop.open({ storageState, expected: [/401|403/] }, async (theirs) => {
      await theirs.goto(paths.settings);
      await theirs.waitForURL(`**${paths.login}?*`);
      await enterCode(theirs, user);
      await errorBox(theirs).getByText(`This account is suspended. Reason: ${reason}`).waitFor();
    });

    await button(page, 'Remove Blacklist').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Blacklist' }).click();
    await waitForToast(page, 'Blacklist removed successfully');
    await page.getByRole('link', { name: 'Timeline' }).click();
    await page.getByText(/ removed the blacklist$/).waitFor();
    const events = await page.locator('.event').allInnerTexts();
    for (const text of [
      `Reason it had: ‘${reason}’`,
      'Tried to sign in while blacklisted',
      'Email sent: Account suspended',
      `‘${reason}’ Permanent.`,
    ]) {
      expect(
        events.filter((event) => event.includes(text)),
        text,
      ).toHaveLength(1);
    }
    await page.getByRole('link', { name: 'Email sent: Account suspended' }).click();
    await page.getByRole('dialog').getByText(user.email).first().waitFor();
  });
});
