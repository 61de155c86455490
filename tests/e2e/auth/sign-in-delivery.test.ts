import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { startFakeSmtpServer } from '../../support/mail/fake-smtp-server.ts';
import { askForCode, createEmailAddress } from '../sign-in-steps.ts';
import { type Site, startSite } from '../site.ts';

const PRODUCTION = { NODE_ENV: 'production', APP_SECRET: 'a secret of 32 characters or more' };

/** Requests a code and returns the text of the page that follows. */
async function readCodeStep(page: Page): Promise<string> {
  const email = createEmailAddress();
  await askForCode(page, email);
  const text = await page.locator('main').innerText();
  expect(text).toContain(email);
  expect(await findAxeViolations(page)).toEqual([]);
  return text;
}

async function openProductionSite(
  settings: Record<string, string>,
  body: (page: Page) => Promise<void>,
): Promise<void> {
  const site: Site = await startSite({ ...PRODUCTION, ...settings });
  try {
    await site.open({}, body);
  } finally {
    await site.close();
  }
}

test('T31 without a mail server the sign-in page says where the code is, and not that an email was sent', () =>
  openProductionSite({ MAIL: 'outbox' }, async (page) => {
    const text = await readCodeStep(page);
    expect(text).toContain('This site doesn’t send email.');
    expect(text).not.toMatch(/sent|check your (email|spam)/i);
    await page.reload();
    await page.getByText('This site doesn’t send email.').waitFor();
  }));

test('with a mail server the sign-in page says that the code was sent', async () => {
  const smtpServer = await startFakeSmtpServer();
  try {
    await openProductionSite({ SMTP_URL: smtpServer.url }, async (page) => {
      const text = await readCodeStep(page);
      expect(text).toContain('We’ve sent a code to');
      expect(text).not.toContain('doesn’t send email');
    });
  } finally {
    await smtpServer.close();
  }
});
