import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailKinds } from '#api/domain/enums.ts';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('email previews show admins each email as HTML and text, styled, in the dark, too, and fit a phone', () =>
  site.open({}, async (page) => {
    await signInAs(site, page, 'admin');
    await page.goto(paths.adminMails);
    for (const kind of emailKinds) await page.locator(`[data-kind=${kind}] .mail-text`).waitFor();
    const readButtonColours = () =>
      page.locator('.mail-html').evaluateAll((mails) =>
        mails.map(({ shadowRoot }) => {
          const button = shadowRoot?.querySelector('a.button');
          return button ? getComputedStyle(button).backgroundColor : 'no button';
        }),
      );
    await expect.poll(readButtonColours).toEqual(emailKinds.map(() => 'rgb(13, 92, 72)'));
    expect(await findAxeViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(PHONE);
    expect(await readButtonColours()).toEqual(emailKinds.map(() => 'rgb(108, 203, 168)'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  }));
