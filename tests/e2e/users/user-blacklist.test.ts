import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { createOffsetClock } from '../../support/clock/offset-clock.ts';
import { openAsAdmin, waitForToast } from '../crud-steps.ts';
import { KEYBOARD } from '../input-steps.ts';
import { codeField, errorBox, submitEmail } from '../sign-in-steps.ts';
import { createCustomer, type Customer, type Shop, startShop } from '../subscriptions/shop.ts';

const clock = createOffsetClock();
let shop: Shop;
beforeAll(async () => {
  shop = await startShop(clock);
});
afterAll(() => shop.site.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const undoButton = (page: Page) => button(page, /^Undo/);

/** Enters the emailed code on the open sign-in page. */
async function enterCode(page: Page, { email }: Customer): Promise<void> {
  await submitEmail(page, email);
  await codeField(page).fill((await shop.mailbox.waitForCode(email)).code);
}

test('with the keyboard alone an admin finds and blacklists a user, whose session ends, and undoes it', async () => {
  const user = await createCustomer(shop, { firstName: 'Hana', lastName: 'Rewi' });
  const { press, write } = KEYBOARD;
  const { storageState } = user;
  await shop.open({ storageState, expected: [/401/] }, async (theirs) => {
    await theirs.goto(paths.settings);
    await theirs.getByRole('radio', { name: /Normal/ }).waitFor();
    await shop.open({}, async (page) => {
      await openAsAdmin(shop.site, page, paths.userManager);
      await write(page, page.getByRole('searchbox', { name: 'Search users' }), 'hana rewi');
      await page.getByText('1 user', { exact: true }).waitFor();
      await press(page, page.getByRole('link', { name: 'Hana Rewi' }));
      await press(page, button(page, 'Blacklist...'));
      const dialog = page.getByRole('dialog', { name: 'Blacklist Hana Rewi?' });
      await press(page, dialog.getByRole('button', { name: 'Blacklist' }));
      await dialog.getByText('Please provide a reason for blacklisting').waitFor();
      await write(page, dialog.getByLabel('Reason'), 'Two chargebacks.');
      await press(page, dialog.getByRole('radio', { name: /Permanent/ }), 'ArrowDown');
      // A date field takes digits in the order of its parts: month, day and year.
      await press(page, dialog.getByLabel('Last day'), '1');
      await page.keyboard.type('2312030');
      await press(page, dialog.getByRole('button', { name: 'Blacklist' }));
      await waitForToast(page, 'User blacklisted successfully');
      const notice = page.getByRole('region', { name: 'Blacklisted until 31 December 2030' });
      await notice.getByText('‘Two chargebacks.’').waitFor();
      await press(page, undoButton(page));
      await waitForToast(page, 'Blacklist undone. Sessions that ended stay ended.');
      await notice.waitFor({ state: 'detached' });
    });
    await theirs.getByRole('radio', { name: /Beta/ }).click();
    await theirs.waitForURL(`**${paths.login}?*`);
    await enterCode(theirs, user);
    await theirs.waitForURL(`**${paths.settings}`);
    expect(await shop.mailbox.listUnread(user.email)).toEqual([]);
  });
});

test('without undo the email leaves after 30 seconds, and the user reads the reason at sign-in until it is removed', async () => {
  const user = await createCustomer(shop, { firstName: 'Ihaka', lastName: 'Poi' });
  const reason = 'Two chargebacks in October.';
  await shop.open({ expected: [/409/] }, async (page) => {
    await openAsAdmin(shop.site, page, paths.userDetail(user.id));
    await button(page, 'Blacklist...').click();
    await page.getByLabel('Reason').fill(reason);
    await page.getByRole('dialog').getByRole('button', { name: 'Blacklist' }).click();
    await undoButton(page).waitFor();
    clock.advance(30_000);
    shop.site.server.outboxWorker.wake();
    const { subject, text } = await shop.mailbox.waitForEmail(user.email);
    expect(subject).toMatch(/account is suspended$/);
    expect(text).toContain(`Reason: ${reason}`);
    await undoButton(page).click();
    await waitForToast(page, 'It’s too late to undo this.');

    await shop.open({ expected: [/403/] }, async (theirs) => {
      await theirs.goto(paths.login);
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
