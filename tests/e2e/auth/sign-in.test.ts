import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { type Site, startSite } from '../site.ts';
import { codeField, createEmailAddress, readStoredSession } from '../sign-in-steps.ts';

let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  site = await startSite();
  mailbox = openMailbox(site.dataDirectory);
});
afterAll(() => site.close());

/**
 * The scripts that the page gets from now on, and their bytes over the wire. They are asked for once more, because the browser reports no
 * size of what it had from its cache, nor of what was under way when its page was left.
 */
function recordScripts(page: Page) {
  const urls = new Set<string>();
  page.on('response', (response) => {
    // By what came: a script that is loaded ahead has another type of request, now and then.
    if (response.headers()['content-type']?.includes('javascript')) urls.add(response.url());
  });
  return async () => {
    const sizes = await Promise.all(
      [...urls].map(async (url) => {
        const { headers } = await fetch(url, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } });
        const headerBytes = [...headers].join('\r\n').length;
        return headerBytes + Number(headers.get('content-length'));
      }),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
}

test('a visitor signs up by keyboard alone, with at most 90 KB of JavaScript, and lands on the callback page', () =>
  site.open({}, async (page) => {
    const email = createEmailAddress();
    const { keyboard } = page;
    const getScriptBytes = recordScripts(page);
    await page.goto(`${paths.login}?callbackUrl=${encodeURIComponent('/subscriptions?from=mail#top')}`);
    await page.getByRole('link', { name: 'Create an account' }).press('Enter');
    await page.waitForURL(`**${paths.signup}?*`);
    await page.getByRole('button', { name: 'Sign Up with Email' }).focus();
    await keyboard.press('Enter');
    await page.getByLabel('First name').and(page.locator(':focus')).waitFor();
    for (const value of ['Hinemoa', 'Rua', email]) {
      await keyboard.type(value);
      await keyboard.press('Tab');
    }
    await keyboard.press('Enter');
    await codeField(page).waitFor();
    const scriptBytes = await getScriptBytes();
    expect(scriptBytes).toBeGreaterThan(10 * 1024);
    expect(scriptBytes).toBeLessThanOrEqual(90 * 1024);
    await expect.poll(() => page.locator('main').innerText()).toContain(email);
    expect(await findAxeViolations(page)).toEqual([]);
    await codeField(page).and(page.locator(':focus')).waitFor();
    await keyboard.type((await mailbox.waitForCode(email)).code);
    await page.getByText('You don’t have a subscription').waitFor();
    expect(page.url()).toBe(`${site.origin}/subscriptions?from=mail#top`);

    const { token, user, lastUsedEmail } = await readStoredSession(page);
    expect(token).toMatch(/^[\w-]{40,}$/);
    expect(user).toMatchObject({ first_name: 'Hinemoa', last_name: 'Rua', email, role: 'user', email_verified: true });
    expect(lastUsedEmail).toBe(email);
  }));

test('a click on the button before its island is hydrated is not lost', () =>
  site.open({}, async (page) => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/_astro/SignIn.island.*', (route) => gate.promise.then(() => route.continue()));
    // The island is held back, so the load event is not awaited.
    await page.goto(paths.login, { waitUntil: 'commit' });
    const island = page.locator('#sign-in astro-island');
    await page.evaluate(
      () =>
        document.readyState !== 'loading' || new Promise((resolve) => addEventListener('DOMContentLoaded', resolve)),
    );
    await page.getByRole('button', { name: 'Continue with Email' }).click();
    expect(await island.getAttribute('ssr')).toBe('');
    gate.resolve();
    await page.getByRole('textbox', { name: 'Email' }).fill(createEmailAddress());
    await page.getByRole('button', { name: 'Continue' }).click();
    await codeField(page).waitFor();
  }));
