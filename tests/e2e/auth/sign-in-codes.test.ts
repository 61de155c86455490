import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { type Site, startSite } from '../site.ts';
import { askForCode, codeField, errorBox, newAddress, storedIn, violationsOf, watchCalls } from '../sign-in-steps.ts';

const LINK = '/api/auth/email/link';
const NOT_VALID = 'This code is not valid. Please check it, or ask for a new one.';

let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  site = await startSite();
  mailbox = openMailbox(site.dataDirectory);
});
afterAll(() => site.close());

test('T34 the mailed link says whose account it opens, and signs in on a second device, where it was meant to lead, once its button is pressed', () =>
  site.open({ expected: [/400/] }, async (first) => {
    const email = newAddress();
    await askForCode(first, email, `${paths.login}?callbackUrl=${encodeURIComponent('/subscriptions?a=1')}`);
    const { code, link } = await mailbox.nextCode(email);
    const secret = new URL(link).hash.slice(1);
    expect(secret).toMatch(/^[\w.-]{20,}$/);

    await site.open({}, async (second) => {
      const calls = watchCalls(second, LINK);
      await second.goto(link);
      await second.getByRole('button', { name: 'Sign in' }).waitFor();
      await expect.poll(() => second.locator('main').innerText()).toContain(`as ${email} on this device?`);
      await second.waitForURL((url) => url.hash === '');
      expect(await second.evaluate(() => history.length)).toBeLessThanOrEqual(2);
      expect(await violationsOf(second)).toEqual([]);
      expect(calls).toEqual([]);
      expect((await storedIn(second)).token).toBeNull();

      await second.getByRole('button', { name: 'Sign in' }).click();
      await second.getByText('You have no subscription').waitFor();
      expect(second.url()).toBe(`${site.origin}/subscriptions?a=1`);
      expect(calls).toEqual([JSON.stringify({ token: secret })]);
      expect((await storedIn(second)).user?.email).toBe(email);
    });

    // One use for both: whoever signed in by the link has used up the code.
    await codeField(first).fill(code);
    await expect.poll(() => errorBox(first).innerText()).toBe(NOT_VALID);
  }));

test('T6 the pages of sign-in tell no other site their address', async () => {
  for (const path of [paths.login, paths.signup, paths.loginLink]) {
    expect((await fetch(site.origin + path)).headers.get('referrer-policy'), path).toBe('no-referrer');
  }
});
