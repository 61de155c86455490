import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { PHONE } from '../support/browser.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { type Site, startSite } from './site.ts';
import {
  askForCode,
  codeField,
  errorBox,
  fillIn,
  newAddress,
  signIn,
  storedIn,
  violationsOf,
  watchCalls,
} from './sign-in-steps.ts';

let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  site = await startSite();
  mailbox = openMailbox(site.dataDirectory);
});
afterAll(() => site.close());

const START = '/api/auth/email/start';

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
    await page.route('**/_astro/SignInIsland.*', (route) => gate.promise.then(() => route.continue()));
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
    await page.getByRole('textbox', { name: 'E-mail' }).fill(newAddress());
    await page.getByRole('button', { name: 'Continue' }).click();
    await codeField(page).waitFor();
  }));

test('a wrong code is told in a red box; the right one, pasted with a space, signs in', () =>
  site.open({ expected: [/400/] }, async (page) => {
    const email = newAddress();
    await askForCode(page, email);
    const { code } = await mailbox.nextCode(email);
    await codeField(page).fill(code === '000000' ? '000001' : '000000');
    await expect
      .poll(() => errorBox(page).innerText())
      .toBe('This code is not valid. Please check it, or ask for a new one.');
    await expect.poll(() => codeField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await codeField(page).fill('12 34');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect.poll(() => errorBox(page).innerText()).toBe('Please enter the 6 digits from the e-mail.');
    await codeField(page).fill(`${code.slice(0, 3)}-${code.slice(3)} `);
    await page.waitForURL(`${site.origin}/`);
    expect((await storedIn(page)).user?.email).toBe(email);
  }));

test('a reload keeps the step, the address and the time, and never the code', () =>
  site.open({}, async (page) => {
    const email = newAddress();
    await askForCode(page, email);
    const { code } = await mailbox.nextCode(email);
    await codeField(page).fill(code.slice(0, 5));
    await page.reload();
    await codeField(page).waitFor();
    await expect.poll(() => page.locator('main').innerText()).toContain(email);
    await expect.poll(() => page.getByRole('button', { name: 'Send a new code' }).innerText()).toMatch(/in \d+ s$/);
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(kept).toContain(email);
    expect(kept).not.toContain(code.slice(0, 5));
    await expect.poll(() => codeField(page).inputValue()).toBe('');
    await codeField(page).fill(code);
    await page.waitForURL(`${site.origin}/`);
    expect(await page.evaluate(() => sessionStorage.getItem('signIn'))).toBeNull();
  }));

test('fields say what is missing, the first of them has the focus, and nothing is sent', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await page.goto(paths.signup);
    const calls = watchCalls(page, START);
    await page.getByRole('button', { name: 'Sign Up with Email' }).click();
    await page.getByLabel('First name').fill('Tama');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('tama@');
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.locator('.field-error').allInnerTexts()).toEqual([
      'Please enter your last name.',
      'This is not an e-mail address. It should look like name@example.com.',
    ]);
    await expect
      .poll(() => page.getByLabel('Last name').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Tama');
    expect(await violationsOf(page)).toEqual([]);
    expect(calls).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Sign Up with Email' }).click();
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Tama');
  }));

test('sign-in asks for the address only, and knows it the next time', () =>
  site.open({}, async (page) => {
    const email = newAddress();
    const calls = watchCalls(page, START);
    await signIn(page, mailbox, email);
    expect(JSON.parse(calls[0] ?? '')).toMatchObject({ email, firstName: '', lastName: '', website: '' });
    expect(JSON.parse(calls[0] ?? '').formToken).toMatch(/^\d+\.\S+$/);
    await page.goto(paths.login);
    await page.getByText('You are signed in as').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.getByRole('button', { name: 'Continue with Email' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(email);
    expect(await page.getByLabel('First name').count()).toBe(0);
    expect(await storedIn(page)).toEqual({ token: null, user: null, lastUsedEmail: email });
  }));

test('T1 whoever fills in what nobody sees is answered as others are, and gets no mail', () =>
  site.open({}, async (page) => {
    const [bot, person] = [newAddress(), newAddress()];
    await page.goto(paths.login);
    await page.getByRole('button', { name: 'Continue with Email' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(bot);
    await page.locator('[name=website]').fill('https://bot.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await codeField(page).waitFor();
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(person);
    await page.getByRole('button', { name: 'Continue' }).click();
    await codeField(page).waitFor();
    await mailbox.nextCode(person);
    expect(await mailbox.unread(bot)).toEqual([]);
  }));

test('without an answer, without words, and with words of the server, the red box says so', () =>
  site.open({ expected: [/50\d/, /429/, /ERR_FAILED/] }, async (page) => {
    await page.goto(paths.login);
    const answers = [
      [{ abort: true }, 'No response from server. Please check your network connection.'],
      [{ status: 502, body: '<h1>Bad gateway</h1>' }, 'Server error: 502'],
      [{ status: 503, json: { message: 'We cannot send mail just now.' } }, 'We cannot send mail just now.'],
      [
        { status: 429, headers: { 'Retry-After': '1800' }, json: { message: 'Please try again in 30 minutes.' } },
        'Please try again in 30 minutes.',
      ],
    ] as const;
    await page.getByRole('button', { name: 'Continue with Email' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(newAddress());
    for (const [answer, words] of answers) {
      await page.route(`**${START}`, (route) => ('abort' in answer ? route.abort() : route.fulfill(answer)));
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText(words, { exact: true }).waitFor();
      await expect.poll(() => errorBox(page).innerText()).toBe(words);
      await page.unroute(`**${START}`);
    }
    expect(await violationsOf(page)).toEqual([]);
  }));

test('another code within the first seconds is refused with the time to wait', () =>
  site.open({ expected: [/429/] }, async (page) => {
    const email = newAddress();
    await askForCode(page, email);
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => errorBox(page).innerText()).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
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
