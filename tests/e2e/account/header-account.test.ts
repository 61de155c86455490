import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import { sessions, users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { accountLinks, adminLinks } from '#src/layouts/site/navigation.ts';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { type Site, startSite } from '../site.ts';
import { createEmailAddress, readStoredSession } from '../sign-in-steps.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

type SignedInUser = { id: number; email: string; token: string };

/** Creates a user and signs it in in the browser of the page. */
async function signInNewUser(page: Page, values: Partial<typeof users.$inferInsert> = {}): Promise<SignedInUser> {
  const { db } = site.server;
  const now = Date.now();
  const email = createEmailAddress();
  await write(db, [
    db.orm
      .insert(users)
      .values({ firstName: 'Wiremu', lastName: 'Pōtae', createdAt: now, updatedAt: now, ...values, email }),
  ]);
  const user = await db.orm.query.users.findFirst({ where: eq(users.email, email) });
  if (!user) throw new Error('The user was not created.');
  const browser = { userAgent: 'Test browser', ip: '127.0.0.1', audience: null };
  const { token } = await createSessionStore(site.server).create(user.id, browser);
  await page.goto(paths.home);
  await page.evaluate(
    ([storedToken, storedUser]) => {
      localStorage.setItem('user', storedUser);
      localStorage.setItem('token', storedToken);
    },
    [token, JSON.stringify(toUserJson(user))] as const,
  );
  return { id: user.id, email, token };
}

const accountMenu = (page: Page) => page.locator('.site-header .account-menu');
const signInLink = (page: Page) => page.locator('.site-header').getByRole('link', { name: 'Sign In' });
const readMenuItems = (page: Page) => accountMenu(page).locator('a, button').allInnerTexts();
const fetchMeStatus = async (token: string) =>
  (await fetch(`${site.origin}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } })).status;

test('for a visitor the header loads no scripts and calls no API', () =>
  site.open({}, async (page) => {
    const requestedPaths: string[] = [];
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    await page.goto(paths.home, { waitUntil: 'networkidle' });
    expect(await signInLink(page).isVisible()).toBe(true);
    expect(
      requestedPaths.filter((path) => path.endsWith('.js') || path.includes('account') || path.startsWith('/api')),
    ).toEqual([]);
  }));

test('the menu names the user and leads to profile, subscriptions and settings; a role changed in browser storage has no effect', () =>
  site.open({}, async (page) => {
    const { email } = await signInNewUser(page);
    await page.goto('/company/about');
    await accountMenu(page).waitFor();
    await expect.poll(() => accountMenu(page).locator('summary').innerText()).toContain('Wiremu Pōtae');
    expect(await signInLink(page).isVisible()).toBe(false);
    await accountMenu(page).locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Profile');
    await page.keyboard.press('End');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sign Out');
    expect(await readMenuItems(page)).toEqual([...accountLinks.map(({ label }) => label), 'Sign Out']);
    await expect.poll(() => accountMenu(page).innerText()).toContain(email);
    await page.keyboard.press('Escape');
    expect(await accountMenu(page).evaluate((menu) => (menu as HTMLDetailsElement).open)).toBe(false);

    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '');
      localStorage.setItem('user', JSON.stringify({ ...user, role: 'admin' }));
      sessionStorage.clear();
    });
    await page.reload();
    await accountMenu(page).waitFor();
    await expect.poll(() => accountMenu(page).locator('.title').count()).toBe(0);
    expect((await readStoredSession(page)).user?.role).toBe('user');
    await accountMenu(page).locator('summary').click();
    await accountMenu(page).getByRole('link', { name: 'Subscriptions' }).click();
    await page.waitForURL(`**${paths.subscriptions}`);
  }));

test('a user without a last name is shown by email address; HTML in a name is shown as text', () =>
  site.open({}, async (page) => {
    const { email } = await signInNewUser(page, { lastName: null });
    await page.goto(paths.blogs);
    await expect.poll(() => accountMenu(page).locator('.name').innerText()).toBe(email);
    await signInNewUser(page, { firstName: '<img src=x onerror=alert(1)>', lastName: '{{x}}' });
    await page.goto(paths.blogs);
    await expect.poll(() => accountMenu(page).locator('.name').innerText()).toBe('<img src=x onerror=alert(1)> {{x}}');
    expect(await accountMenu(page).locator('img').count()).toBe(0);
  }));

test('the menu lists the admin screens for admins, like the mobile drawer, and the page does not overflow', () =>
  site.open({}, async (page) => {
    await signInNewUser(page, { role: 'admin' });
    await page.goto(paths.blogs);
    await accountMenu(page).locator('summary').click();
    await expect.poll(() => accountMenu(page).locator('.title').innerText()).toMatch(/^admin$/i);
    for (const { label, href } of adminLinks) {
      await expect.poll(() => accountMenu(page).locator(`a[href="${href}"]`).innerText()).toBe(label);
    }
    expect(await findAxeViolations(page)).toEqual([]);

    await page.goto(paths.home);
    for (const width of [320, 360, PHONE.width]) {
      await page.setViewportSize({ width, height: PHONE.height });
      await accountMenu(page).waitFor({ state: 'attached' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width);
    }
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.locator('#site_drawer');
    for (const { label } of [...accountLinks, ...adminLinks]) {
      await drawer.getByRole('link', { name: label, exact: true }).waitFor();
    }
    expect(await drawer.getByRole('link', { name: 'Sign In' }).isVisible()).toBe(false);
    expect(await findAxeViolations(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByText('You’re signed out.').waitFor();
    await drawer.getByRole('link', { name: 'Sign In' }).waitFor();
  }));

test('T5 signing out ends the session on the server; a session that has ended elsewhere removes the menu, with a message', () =>
  site.open({ expected: [/401/] }, async (page) => {
    const { token, email } = await signInNewUser(page);
    await page.evaluate((address) => localStorage.setItem('lastUsedEmail', address), email);
    await page.goto(paths.terms);
    await accountMenu(page).locator('summary').click();
    await accountMenu(page).getByRole('button', { name: 'Sign Out' }).click();
    await page.getByText('You’re signed out.').waitFor();
    await signInLink(page).waitFor();
    await expect.poll(() => accountMenu(page).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(paths.terms);
    expect(await fetchMeStatus(token)).toBe(401);
    expect(await readStoredSession(page)).toEqual({ token: null, user: null, lastUsedEmail: email });

    const { id } = await signInNewUser(page);
    await write(site.server.db, [site.server.db.orm.delete(sessions).where(eq(sessions.userId, id))]);
    // A tab asks the server about its user every five minutes.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(paths.blogs);
    await page.getByText('Your session has ended. Sign in again.').waitFor();
    await signInLink(page).waitFor();
    await expect.poll(() => accountMenu(page).count()).toBe(0);
  }));

test('the Sign In link stays hidden for signed-in users while the menu is still loading', () =>
  site.open({}, async (page) => {
    await signInNewUser(page);
    await page.route('**/_astro/AccountScript*', async (route) => {
      await page.waitForTimeout(300);
      await route.continue();
    });
    await page.addInitScript(recordInitialVisibility);
    await page.goto(paths.blogs, { waitUntil: 'domcontentloaded' });
    expect(await signInLink(page).isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.dataset.initialVisibility)).toBe('hidden');
    await accountMenu(page).waitFor();
    expect(await signInLink(page).isVisible()).toBe(false);
  }));

/** Records whether the link was hidden when the parser inserted it, before any module runs. */
function recordInitialVisibility(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('.site-header .sign-in')) return;
    const { dataset } = document.documentElement;
    dataset.initialVisibility = 'account' in dataset ? 'hidden' : 'shown';
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}
