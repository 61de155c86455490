import AxeBuilder from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailKinds } from '#api/domain/enums.ts';
import { paths } from '#src/lib/paths.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe('email previews', () => {
  it('show admins each email as HTML and text, styled and without a policy violation', async () => {
    await site.open({}, async (page) => {
      await signInAs(site, page, 'admin');
      await page.goto(paths.adminMails);
      for (const kind of emailKinds) {
        const mail = page.locator(`[data-kind=${kind}]`);
        await mail.waitFor();
        await expect.poll(() => mail.locator('.mail-text').innerText()).toContain('Kia ora');
        const button = mail.locator('.mail-html a.button').first();
        expect(await button.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe('rgb(13, 92, 72)');
      }
      await expect.poll(() => page.locator('[data-kind=sign-in-code] .mail-html .code').innerText()).toBe('123456');
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((violation) => violation.id)).toEqual([]);
    });
  });

  it('follow the dark colour scheme and fit a phone', async () => {
    await site.open({ colorScheme: 'dark', viewport: PHONE }, async (page) => {
      await signInAs(site, page, 'admin');
      await page.goto(paths.adminMails);
      const button = page.locator('.mail-html a.button').first();
      expect(await button.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe('rgb(108, 203, 168)');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    });
  });
});
