import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { type Site, startSite } from '../site.ts';
import {
  askForCode,
  codeField,
  errorBox,
  createEmailAddress,
  readStoredSession,
  recordRequestBodies,
} from '../sign-in-steps.ts';

const LINK_PATH = '/api/auth/email/link';
const INVALID_CODE_MESSAGE = 'That code is incorrect or has expired. Check it, or send a new one.';

let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  site = await startSite();
  mailbox = openMailbox(site.dataDirectory);
});
afterAll(() => site.close());

test('T34 the emailed link names its account, signs in on a second device only when its button is pressed, and leads to the callback page', () =>
  site.open({ expected: [/400/] }, async (first) => {
    const email = createEmailAddress();
    await askForCode(first, email, `${paths.login}?callbackUrl=${encodeURIComponent('/subscriptions?a=1')}`);
    const { code, link } = await mailbox.waitForCode(email);
    const secret = new URL(link).hash.slice(1);
    expect(secret).toMatch(/^[\w.-]{20,}$/);

    await site.open({}, async (second) => {
      const requestBodies = recordRequestBodies(second, LINK_PATH);
      await second.goto(link);
      await second.getByRole('button', { name: 'Sign in' }).waitFor();
      await expect.poll(() => second.locator('main').innerText()).toContain(`as ${email} on this device?`);
      await second.waitForURL((url) => url.hash === '');
      expect(await second.evaluate(() => history.length)).toBeLessThanOrEqual(2);
      expect(requestBodies).toEqual([]);
      expect((await readStoredSession(second)).token).toBeNull();

      await second.getByRole('button', { name: 'Sign in' }).click();
      await second.getByText('You don’t have a subscription').waitFor();
      expect(second.url()).toBe(`${site.origin}/subscriptions?a=1`);
      expect(requestBodies).toEqual([JSON.stringify({ token: secret })]);
      expect((await readStoredSession(second)).user?.email).toBe(email);
    });

    // Link and code are one challenge: signing in by the link has used up the code.
    await codeField(first).fill(code);
    await expect.poll(() => errorBox(first).innerText()).toBe(INVALID_CODE_MESSAGE);
  }));
