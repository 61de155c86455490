import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startFakeSmtpServer } from '../../support/mail/fake-smtp-server.ts';
import { askForCode, newAddress, violationsOf } from '../sign-in-steps.ts';
import { type Site, startSite } from '../site.ts';

const PRODUCTION = { NODE_ENV: 'production', APP_SECRET: 'a secret of 32 characters or more' };

/** Asks for a code, and answers with all that the page says then. */
async function readCodeStep(page: Page): Promise<string> {
  const email = newAddress();
  await askForCode(page, email);
  const words = await page.locator('main').innerText();
  expect(words).toContain(email);
  expect(await violationsOf(page)).toEqual([]);
  return words;
}

async function visit(settings: Record<string, string>, journey: (page: Page) => Promise<void>): Promise<void> {
  const site: Site = await startSite({ ...PRODUCTION, ...settings });
  try {
    await site.open({}, journey);
  } finally {
    await site.close();
  }
}

test('T31 without a mail server the sign-in page says where the code is, and not that an email was sent', () =>
  visit({ MAIL: 'outbox' }, async (page) => {
    const words = await readCodeStep(page);
    expect(words).toContain('This site doesn’t send email.');
    expect(words).not.toMatch(/sent|check your (email|spam)/i);
    await page.reload();
    await page.getByText('This site doesn’t send email.').waitFor();
  }));

test('with a mail server it says that the code was sent', async () => {
  const double = await startFakeSmtpServer();
  try {
    await visit({ SMTP_URL: double.url }, async (page) => {
      const words = await readCodeStep(page);
      expect(words).toContain('We’ve sent a code to');
      expect(words).not.toContain('doesn’t send email');
    });
  } finally {
    await double.close();
  }
});
