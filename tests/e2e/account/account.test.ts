import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { createOffsetClock } from '../../support/clock/offset-clock.ts';
import { submitEmail, createEmailAddress, signIn, readStoredSession } from '../sign-in-steps.ts';
import { type Site, startSite } from '../site.ts';

const clock = createOffsetClock();
let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  site = await startSite({ CALLBACK_ORIGINS: 'https://app.example.com' }, clock);
  mailbox = openMailbox(site.dataDirectory);
});
afterAll(() => site.close());

/** Signs a new user in and opens a screen. Returns the email address. */
async function signInAndOpen(page: Page, path: string): Promise<string> {
  const email = createEmailAddress();
  await signIn(page, mailbox, email, `${paths.login}?callbackUrl=${encodeURIComponent(path)}`);
  await page.waitForURL(`${site.origin}${path}`);
  return email;
}

const call = async (page: Page, method: string, path: string, body?: unknown, userAgent = 'A test') => {
  const { token } = await readStoredSession(page);
  return fetch(new URL(path, site.origin), {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'User-Agent': userAgent },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
};
const pressSave = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
const radio = (page: Page, name: string) => page.getByRole('radio', { name });
const isHeadingFocused = (page: Page, name: string) =>
  page.getByRole('heading', { name }).evaluate((heading) => heading === document.activeElement);

test('a visitor of an account page is redirected to sign-in and sees no content before', () =>
  site.open({ expected: [/401/] }, async (page) => {
    await page.goto(paths.profile);
    await page.waitForURL((url) => url.pathname === paths.login);
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(paths.profile);

    await page.route('**/api/auth/me', () => undefined);
    await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)));
    for (const path of [paths.profile, paths.profileSessions, paths.profileData, paths.settings]) {
      await page.goto(path);
      await page.getByText('Loading...').waitFor();
      await expect.poll(() => page.locator('[data-guarded]').innerText()).toBe('Loading...');
      expect(await page.locator('meta[name=robots]').getAttribute('content'), path).toBe('noindex');
    }
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('saving a name shows a success message and updates the header', () =>
  site.open({}, async (page) => {
    const email = await signInAndOpen(page, paths.profile);
    const header = page.locator('.site-header .name');
    await header.getByText(email).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByLabel('First name').fill(' Hinemoa ');
    await page.getByLabel('Last name').fill('Te  Rangi');
    await page.keyboard.press('Enter');
    await page.getByText('Profile updated successfully!').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await header.getByText('Hinemoa Te Rangi').waitFor();
    await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('Te Rangi');
    await page.getByText('Profile updated successfully!').waitFor({ state: 'detached' });
    await page.reload();
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Hinemoa');
    expect((await readStoredSession(page)).user).toMatchObject({ first_name: 'Hinemoa', last_name: 'Te Rangi' });
  }));

test('text typed before the session ended is restored after signing in again', () =>
  site.open({ expected: [/401/] }, async (page) => {
    const email = await signInAndOpen(page, paths.profile);
    await page.getByLabel('First name').fill('Aroha');
    expect((await call(page, 'POST', '/api/auth/logout', {})).status).toBe(204);
    await pressSave(page);
    await page.waitForURL((url) => url.pathname === paths.login);
    clock.advance(31_000);
    await submitEmail(page, email);
    await page.getByLabel('Verification code').fill((await mailbox.waitForCode(email)).code);
    await page.waitForURL(`${site.origin}${paths.profile}`);
    await page.getByText('These are your earlier changes. They aren’t saved yet.').waitFor();
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Aroha');
    expect(await findAxeViolations(page)).toEqual([]);
    await pressSave(page);
    await page.getByText('Profile updated successfully!').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('profileDraft'))).toBeNull();
  }));

test('two programs are marked Coming soon and are no links', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await signInAndOpen(page, paths.settings);
    await radio(page, 'Normal').waitFor();
    const list = page.getByRole('navigation', { name: 'Power User Programs' });
    expect(await list.locator('[aria-disabled=true]').allInnerTexts()).toEqual([
      expect.stringMatching(/GenMate\s+Coming soon/),
      expect.stringMatching(/ChatMate\s+Coming soon/),
    ]);
    await expect.poll(() => list.locator('a[href]').allInnerTexts()).toEqual(['TaxMate']);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

test('sessions are listed by device name; one can be ended, then all others', () =>
  site.open({}, async (page) => {
    await signInAndOpen(page, paths.profileSessions);
    const callbackUrl = 'https://app.example.com/in';
    const tokens: string[] = [];
    for (const agent of [FIREFOX, IPHONE, 'curl/8.4.0']) {
      const { url } = (await (await call(page, 'POST', '/api/auth/handoff', { callbackUrl }, agent)).json()) as {
        url: string;
      };
      tokens.push(new URL(url).searchParams.get('token') ?? '');
    }
    const isTokenValid = async (token: string | undefined) =>
      (await fetch(new URL('/api/auth/me', site.origin), { headers: { Authorization: `Bearer ${token}` } })).ok;
    await page.reload();
    await page.getByRole('heading', { name: '4 sessions' }).waitFor();
    const list = page.locator('.sessions');
    for (const text of ['Firefox 144 on Windows', 'Safari 18 on iOS', 'curl', 'https://app.example.com', '127.0.0.1'])
      await expect.poll(() => list.innerText()).toContain(text);
    await expect.poll(() => list.getByText('This device').count()).toBe(1);
    expect(await findAxeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'End session: Firefox 144 on Windows' }).click();
    const dialog = page.locator('dialog[open]');
    await expect.poll(() => dialog.innerText()).toContain('Firefox 144 on Windows will be signed out straight away.');
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'End session' }).click();
    await page.getByText('Firefox 144 on Windows signed out').waitFor();
    await expect.poll(() => isHeadingFocused(page, '3 sessions')).toBe(true);
    expect(await Promise.all(tokens.map(isTokenValid))).toEqual([false, true, true]);

    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect
      .poll(() => dialog.locator('li').allInnerTexts())
      .toEqual(expect.arrayContaining(['Safari 18 on iOS', 'curl']));
    await page.keyboard.press('Escape');
    expect(await Promise.all(tokens.map(isTokenValid))).toEqual([false, true, true]);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('2 other sessions signed out').waitFor();
    await page.getByRole('heading', { name: '1 session' }).waitFor();
    expect(await Promise.all(tokens.map(isTokenValid))).toEqual([false, false, false]);
    expect((await call(page, 'GET', '/api/profile')).status).toBe(200);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('all account data downloads as a JSON file', () =>
  site.open({}, async (page) => {
    const email = await signInAndOpen(page, paths.profileData);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as JSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/);
    const chunks = await (await download.createReadStream()).toArray();
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({
      account: { email },
      consents: [expect.anything(), expect.anything()],
    });
    await page.getByText('is in your downloads.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('deleting an account requires typing its address, shows a receipt and signs the user out', () =>
  site.open({ viewport: PHONE }, async (page) => {
    const email = await signInAndOpen(page, paths.profileData);
    const { token } = await readStoredSession(page);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.locator('dialog[open]');
    const confirm = dialog.getByRole('button', { name: 'Delete account' });
    await expect.poll(() => dialog.innerText()).toContain(`This permanently deletes the account ${email}`);
    await dialog.getByLabel('Type your email address to confirm').fill('somebody@example.com');
    expect(await confirm.isDisabled()).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByLabel('Type your email address to confirm').fill(email.toUpperCase());
    await confirm.click();

    await page.getByRole('heading', { name: 'Your account has been deleted' }).waitFor();
    await expect.poll(() => isHeadingFocused(page, 'Your account has been deleted')).toBe(true);
    const receipt = await page.locator('.receipt').innerText();
    expect(receipt).toMatch(/Receipt number\s+[\w-]{16}\s/);
    expect(receipt).toContain(`Your account ${email}`);
    expect(receipt).toContain('What is kept, and why');
    expect(receipt).toContain('An entry in our audit log');
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await readStoredSession(page)).toMatchObject({ token: null, user: null });
    const response = await fetch(new URL('/api/profile', site.origin), {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);

    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    expect(await page.getByRole('button', { name: 'Print receipt' }).isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'What is kept, and why' }).isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  }));
