import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { type Site, startSite } from '../site.ts';
import { codeField, fillIn, newAddress, storedIn, violationsOf } from '../sign-in-steps.ts';

let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  site = await startSite();
  mailbox = openMailbox(site.dataDirectory);
});
afterAll(() => site.close());

test('a visitor signs up by keyboard alone, and is where she wanted to go', () =>
  site.open({}, async (page) => {
    const email = newAddress();
    const { keyboard } = page;
    await page.goto(`${paths.signup}?callbackUrl=${encodeURIComponent('/subscriptions?from=mail#top')}`);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign Up with Email' }).focus();
    await keyboard.press('Enter');
    await page.getByLabel('First name').and(page.locator(':focus')).waitFor();
    for (const words of ['Hinemoa', 'Rua', email]) {
      await keyboard.type(words);
      await keyboard.press('Tab');
    }
    expect(await violationsOf(page)).toEqual([]);
    await keyboard.press('Enter');
    await codeField(page).waitFor();
    await expect.poll(() => page.locator('main').innerText()).toContain(email);
    expect(await violationsOf(page)).toEqual([]);
    await codeField(page).and(page.locator(':focus')).waitFor();
    await keyboard.type((await mailbox.nextCode(email)).code);
    await page.getByText('You have no subscription').waitFor();
    expect(page.url()).toBe(`${site.origin}/subscriptions?from=mail#top`);
    expect(await violationsOf(page)).toEqual([]);

    const { token, user, lastUsedEmail } = await storedIn(page);
    expect(token).toMatch(/^[\w-]{40,}$/);
    expect(user).toMatchObject({ first_name: 'Hinemoa', last_name: 'Rua', email, role: 'user', email_verified: true });
    expect(lastUsedEmail).toBe(email);
  }));

test('a press of the button before its island can answer it counts', () =>
  site.open({}, async (page) => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/_astro/SignIn.island.*', (route) => gate.promise.then(() => route.continue()));
    // What the page loads is held back, so it is not waited for.
    await page.goto(paths.login, { waitUntil: 'commit' });
    const island = page.locator('#sign-in astro-island');
    await page.evaluate(
      () =>
        document.readyState !== 'loading' || new Promise((resolve) => addEventListener('DOMContentLoaded', resolve)),
    );
    await page.getByRole('button', { name: 'Continue with Email' }).click();
    expect(await island.getAttribute('ssr')).toBe('');
    gate.resolve();
    await page.getByRole('textbox', { name: 'Email' }).fill(newAddress());
    await page.getByRole('button', { name: 'Continue' }).click();
    await codeField(page).waitFor();
  }));

test('T1 whoever fills in what nobody sees is answered as others are, and gets no mail', () =>
  site.open({}, async (page) => {
    const [bot, person] = [newAddress(), newAddress()];
    await page.goto(paths.login);
    await page.getByRole('button', { name: 'Continue with Email' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(bot);
    await page.locator('[name=website]').fill('https://bot.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await codeField(page).waitFor();
    await page.getByRole('button', { name: 'Use a different email' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(person);
    await page.getByRole('button', { name: 'Continue' }).click();
    await codeField(page).waitFor();
    await mailbox.nextCode(person);
    expect(await mailbox.unread(bot)).toEqual([]);
  }));

test('the link between sign-in and sign-up carries the callback along', () =>
  site.open({}, async (page) => {
    await page.goto(`${paths.login}?callbackUrl=%2Fsettings%3Fa%3D1`);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL(`**${paths.signup}?*`);
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe('/settings?a=1');
  }));

test('sign-in loads at most 90 KB of JavaScript over the wire', () =>
  site.open({}, async (page) => {
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Network.enable');
    const scripts = new Set<string>();
    let bytes = 0;
    protocol.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
    protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await page.goto(paths.login, { waitUntil: 'networkidle' });
    await fillIn(page, newAddress());
    expect(bytes).toBeGreaterThan(10 * 1024);
    expect(bytes).toBeLessThanOrEqual(90 * 1024);
  }));
