import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import { sessions, users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { accountLinks, adminLinks } from '#src/layouts/site/navigation.ts';
import { paths } from '#src/lib/paths.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { type Site, startSite } from '../site.ts';
import { newAddress, storedIn, violationsOf } from '../sign-in-steps.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

type Person = { id: number; email: string; token: string };

/** Somebody new, signed in within this browser. */
async function beSignedIn(page: Page, values: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
  const { db } = site.server;
  const now = Date.now();
  const email = newAddress();
  await write(db, [
    db.orm
      .insert(users)
      .values({ firstName: 'Wiremu', lastName: 'Pōtae', createdAt: now, updatedAt: now, ...values, email }),
  ]);
  const user = await db.orm.query.users.findFirst({ where: eq(users.email, email) });
  if (!user) throw new Error('The person was not made.');
  const browser = { userAgent: 'Test browser', ip: '127.0.0.1', audience: null };
  const { token } = await createSessionStore(site.server).create(user.id, browser);
  await page.goto(paths.home);
  await page.evaluate(
    ([key, json]) => {
      localStorage.setItem('user', json);
      localStorage.setItem('token', key);
    },
    [token, JSON.stringify(toUserJson(user))] as const,
  );
  return { id: user.id, email, token };
}

const menuOf = (page: Page) => page.locator('.site-header .account-menu');
const signInLink = (page: Page) => page.locator('.site-header').getByRole('link', { name: 'Sign In' });
const entriesOf = (page: Page) => menuOf(page).locator('a, button').allInnerTexts();
const meStatus = async (token: string) =>
  (await fetch(`${site.origin}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })).status;

test('a visitor loads nothing of the menu', () =>
  site.open({}, async (page) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(paths.home, { waitUntil: 'networkidle' });
    expect(await signInLink(page).isVisible()).toBe(true);
    expect(asked.filter((path) => path.endsWith('.js') || path.includes('account') || path.startsWith('/api'))).toEqual(
      [],
    );
  }));

test('the menu bears the full name and leads to profile, subscriptions and settings', () =>
  site.open({}, async (page) => {
    const { email } = await beSignedIn(page);
    await page.goto(paths.company.about);
    await menuOf(page).waitFor();
    await expect.poll(() => menuOf(page).locator('summary').innerText()).toContain('Wiremu Pōtae');
    expect(await signInLink(page).isVisible()).toBe(false);
    await menuOf(page).locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Profile');
    await page.keyboard.press('End');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sign Out');
    expect(await entriesOf(page)).toEqual([...accountLinks.map(({ label }) => label), 'Sign Out']);
    await expect.poll(() => menuOf(page).innerText()).toContain(email);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await menuOf(page).evaluate((menu) => (menu as HTMLDetailsElement).open)).toBe(false);
    await menuOf(page).locator('summary').click();
    await menuOf(page).getByRole('link', { name: 'Subscriptions' }).click();
    await page.waitForURL(`**${paths.subscriptions}`);
  }));

test('whoever has one name only is called by the address; a name full of signs is text', () =>
  site.open({}, async (page) => {
    const { email } = await beSignedIn(page, { lastName: null });
    await page.goto(paths.blogs);
    await expect.poll(() => menuOf(page).locator('.name').innerText()).toBe(email);
    await beSignedIn(page, { firstName: '<img src=x onerror=alert(1)>', lastName: '{{x}}' });
    await page.goto(paths.blogs);
    await expect.poll(() => menuOf(page).locator('.name').innerText()).toBe('<img src=x onerror=alert(1)> {{x}}');
    expect(await menuOf(page).locator('img').count()).toBe(0);
  }));

test('admins find the back office in it; the stored role alone makes nobody an admin', () =>
  site.open({}, async (page) => {
    await beSignedIn(page, { role: 'admin' });
    await page.goto(paths.blogs);
    await menuOf(page).locator('summary').click();
    await expect.poll(() => menuOf(page).locator('.title').innerText()).toMatch(/^admin$/i);
    for (const { label, href } of adminLinks) {
      await expect.poll(() => menuOf(page).locator(`a[href="${href}"]`).innerText()).toBe(label);
    }
    expect(await violationsOf(page)).toEqual([]);

    await beSignedIn(page);
    await page.evaluate(() => {
      localStorage.setItem(
        'user',
        JSON.stringify({ ...JSON.parse(localStorage.getItem('user') ?? ''), role: 'admin' }),
      );
      sessionStorage.clear();
    });
    await page.reload();
    await menuOf(page).waitFor();
    await expect.poll(() => menuOf(page).locator('.title').count()).toBe(0);
    expect((await storedIn(page)).user?.role).toBe('user');
  }));

test('what the server says of one person is not kept for the next, who signed in meanwhile in another tab', () =>
  site.open({}, async (page) => {
    await beSignedIn(page);
    const asked = Promise.withResolvers<void>();
    const answers = Promise.withResolvers<void>();
    await page.route(
      '**/api/auth/me',
      async (route) => {
        const response = await route.fetch();
        asked.resolve();
        await answers.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await page.goto(paths.blogs);
    await asked.promise;
    const next = await beSignedIn(await page.context().newPage());
    const again = page.waitForRequest((request) => request.headers().authorization === `Bearer ${next.token}`);
    answers.resolve();
    await (await again).response();
    expect((await storedIn(page)).user?.email).toBe(next.email);
  }));

test('the drawer of the phone has the same, and the phone keeps its width', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await beSignedIn(page, { role: 'admin' });
    for (const width of [320, 360, PHONE.width]) {
      await page.setViewportSize({ width, height: PHONE.height });
      await page.goto(paths.home);
      await menuOf(page).waitFor({ state: 'attached' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width);
    }
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.locator('#site_drawer');
    for (const { label } of [...accountLinks, ...adminLinks]) {
      await drawer.getByRole('link', { name: label, exact: true }).waitFor();
    }
    expect(await drawer.getByRole('link', { name: 'Sign In' }).isVisible()).toBe(false);
    expect(await violationsOf(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByText('You’re signed out.').waitFor();
    await drawer.getByRole('link', { name: 'Sign In' }).waitFor();
  }));

test('T5 signing out ends the session on the server; a public page stays', () =>
  site.open({}, async (page) => {
    const { token, email } = await beSignedIn(page);
    await page.evaluate((address) => localStorage.setItem('lastUsedEmail', address), email);
    await page.goto(paths.terms);
    await menuOf(page).locator('summary').click();
    await menuOf(page).getByRole('button', { name: 'Sign Out' }).click();
    await page.getByText('You’re signed out.').waitFor();
    await signInLink(page).waitFor();
    await expect.poll(() => menuOf(page).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(paths.terms);
    expect(await meStatus(token)).toBe(401);
    expect(await storedIn(page)).toEqual({ token: null, user: null, lastUsedEmail: email });
  }));

test('signing out on a page for members leads home, with a word', () =>
  site.open({}, async (page) => {
    await beSignedIn(page);
    await page.goto(paths.subscriptions);
    await page.getByText('You have no subscription').waitFor();
    await menuOf(page).locator('summary').click();
    await menuOf(page).getByRole('button', { name: 'Sign Out' }).click();
    await page.getByText('You’re signed out.').waitFor();
    await page.waitForURL(`${site.origin}/`);
    await signInLink(page).waitFor();
    await page.goBack();
    await page.waitForURL(`**${paths.login}?*`);
  }));

test('without an answer of the server one is signed out here, and told that the session is not', () =>
  site.open({ expected: [/ERR_FAILED/] }, async (page) => {
    const { token } = await beSignedIn(page);
    await page.goto(paths.terms);
    await page.route('**/api/auth/logout', (route) => route.abort());
    await menuOf(page).locator('summary').click();
    await menuOf(page).getByRole('button', { name: 'Sign Out' }).click();
    await page.getByText('the server did not answer').waitFor();
    expect((await storedIn(page)).token).toBeNull();
    expect(await meStatus(token)).toBe(200);
  }));

test('T5 a session that has ended takes the menu away, and the person is told', () =>
  site.open({ expected: [/401/] }, async (page) => {
    const { id } = await beSignedIn(page);
    await write(site.server.db, [site.server.db.orm.delete(sessions).where(eq(sessions.userId, id))]);
    await page.goto(paths.blogs);
    await page.getByText('Your session has ended. Sign in again.').waitFor();
    await signInLink(page).waitFor();
    await expect.poll(() => menuOf(page).count()).toBe(0);
  }));

test('no Sign In is shown to people who are signed in, however late the menu comes', () =>
  site.open({}, async (page) => {
    await beSignedIn(page);
    await page.route('**/_astro/AccountScript*', async (route) => {
      await page.waitForTimeout(300);
      await route.continue();
    });
    await page.addInitScript(noteFirstSight);
    await page.goto(paths.blogs, { waitUntil: 'domcontentloaded' });
    expect(await signInLink(page).isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.dataset.firstSight)).toBe('hidden');
    await menuOf(page).waitFor();
    expect(await signInLink(page).isVisible()).toBe(false);
  }));

/** Notes whether the link was hidden at the moment at which the browser came upon it, long before any module runs. */
function noteFirstSight(): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('.site-header .sign-in')) return;
    const { dataset } = document.documentElement;
    dataset.firstSight = 'account' in dataset ? 'hidden' : 'shown';
    watch.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true });
}
