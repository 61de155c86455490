import { expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { openMailbox } from '../../support/mail/mailbox.ts';
import { button, contentField, startPublish, titleField, waitForSaved } from '../editor-steps.ts';
import { KEYBOARD } from '../input-steps.ts';
import { codeField } from '../sign-in-steps.ts';
import { getOpenDialog, startSite } from '../site.ts';

const ADMIN = 'first.admin@example.com';
const PRODUCTION = {
  NODE_ENV: 'production',
  APP_SECRET: 'a secret of 32 characters or more',
  MAIL: 'outbox',
  ADMIN_EMAILS: ADMIN,
};

test('the first admin of a new site in production gives a name, finds no demo and publishes a first post, by keyboard alone', async () => {
  const { options, press, write } = KEYBOARD;
  const site = await startSite(PRODUCTION);
  try {
    await site.open(options, async (page) => {
      const mailbox = openMailbox(site.dataDirectory);
      await page.goto(paths.login);
      await press(page, button(page, 'Continue with Email'));
      await write(page, page.getByRole('textbox', { name: 'Email' }), ADMIN);
      await press(page, button(page, 'Continue'));
      await write(page, codeField(page), (await mailbox.waitForCode(ADMIN)).code);
      await page.waitForURL(`**${paths.admin}`);

      const prompt = page.getByRole('dialog', { name: 'What’s your name?' });
      await write(page, prompt.getByLabel('First name'), 'Mere');
      await write(page, prompt.getByLabel('Last name'), 'Paki');
      expect(await findAxeViolations(page)).toEqual([]);
      await press(page, prompt.getByRole('button', { name: 'Save name' }));
      const setup = page.getByRole('region', { name: 'Set-up' });
      await setup.getByText(/^Done: Your name/).waitFor();
      expect(await page.locator('.side-nav a:visible', { hasText: 'Email previews' }).count()).toBe(0);

      await press(page, setup.getByRole('link', { name: 'Write' }));
      await page.waitForURL(`**${paths.addBlog}`);
      await titleField(page).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('We are open');
      await page.keyboard.press('Enter');
      await contentField(page).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('Come and see.');
      await waitForSaved(page);
      await startPublish(page, KEYBOARD, 'Publish...');
      await press(page, button(page, 'Publish now'));
      await getOpenDialog(page)
        .getByText(/^Live \(took /)
        .waitFor();
      await press(page, getOpenDialog(page).getByRole('link', { name: 'View post' }));
      await page.getByRole('heading', { name: 'We are open', level: 1 }).waitFor();
      await expect.poll(() => page.locator('main').innerText()).toContain('Mere Paki');
      // As it is served: in the browser, the account menu shows the address to its owner.
      expect(await (await fetch(page.url())).text()).not.toContain(ADMIN);

      await page.goto(paths.admin);
      // One post is enough: what is left of the set-up is a closed line.
      await setup.locator('summary').click();
      await setup.getByText(/^Done: .*First post/).waitFor();
      await page.goto(paths.productManager);
      await page.getByRole('heading', { name: 'No products yet' }).waitFor();
    });
  } finally {
    await site.close();
  }
});
