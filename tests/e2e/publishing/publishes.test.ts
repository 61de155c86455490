import type { Page } from 'playwright';
import { chooseAction } from '../crud-steps.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBlog, updateBlog } from '../../support/app/content-services.ts';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { waitForToast } from '../manager-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await site.server.publisher.whenIdle();
});
afterAll(() => site.close());

const publishRow = (page: Page, text: string) => page.locator('tr[data-publish]', { hasText: text });

async function openPublishing(page: Page): Promise<void> {
  await signInAs(site, page);
  await page.goto(paths.adminPublishing);
  await page.locator('tr[data-release]').first().waitFor();
  await page.locator('.now-release').waitFor();
}

const publish = (title: string, content = '<p>Word for word.</p>') =>
  createBlog(site.server, createBlogRequest({ title, content }));

const pageContains = async (path: string, text: string) =>
  (await (await fetch(`${site.origin}${path}`)).text()).includes(text);

async function expectAccessible(page: Page): Promise<void> {
  // A list is pale while it loads again, which a publish makes it do.
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
}

test('an earlier release is viewed, compared and restored, and publishing is resumed', () =>
  site.open({}, async (page) => {
    const { id } = await publish('As it was', '<p>The first words.</p>');
    await site.server.publisher.whenIdle();
    const earlierRelease = site.server.manifest.release;
    await updateBlog(site.server, id, createBlogRequest({ title: 'As it was', content: '<p>The second words.</p>' }));
    await site.server.publisher.whenIdle();
    await openPublishing(page);
    await page
      .getByRole('navigation', { name: 'Releases by source' })
      .getByRole('link', { name: 'All, with automatic updates' })
      .click();

    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      chooseAction(page, `release ${earlierRelease}`, 'View in a new tab'),
    ]);
    await tab.waitForURL('**/release/*/');
    await tab.getByRole('link', { name: 'As it was' }).first().click();
    // Loaded, with the script that hears the key below.
    await tab.waitForURL(/\/release\/[^/]+\/blogs\/as-it-was$/);
    await tab.getByText('The first words.').waitFor();
    await tab.keyboard.press('/');
    await tab.getByText('Search isn’t available in an earlier release.').waitFor();
    expect(await tab.getByRole('combobox', { name: 'Search the site' }).isDisabled()).toBe(true);
    await tab.close();

    const newerRow = page.locator('tr[data-release]', { hasText: 'New post: As it was' });
    await newerRow.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Show changes' }).click();
    await getOpenDialog(page).getByText('/blogs/as-it-was', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await chooseAction(page, `release ${earlierRelease}`, 'Restore...');
    await getOpenDialog(page)
      .getByText(/\d+ pages? changes?/)
      .waitFor();
    await getOpenDialog(page).getByText('Publishing pauses').waitFor();
    await expectAccessible(page);
    await getOpenDialog(page).getByRole('button', { name: 'Restore' }).click();
    await waitForToast(page, `Release ${earlierRelease} restored. Publishing is paused until you resume it.`);
    await page.getByText(`Publishing is paused at release ${earlierRelease}.`).waitFor();
    expect(await pageContains('/blogs/as-it-was', 'The first words.')).toBe(true);

    await publish('Held back');
    await publishRow(page, 'New post: Held back').getByText('Paused').waitFor();
    await page.getByText('1 change waiting to be published.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resume publishing' }).click();
    await getOpenDialog(page).getByRole('button', { name: 'Resume' }).click();
    await publishRow(page, 'New post: Held back')
      .getByText(/^Live \(took/)
      .waitFor();
    await page.getByText(`Publishing is paused at release ${earlierRelease}.`).waitFor({ state: 'detached' });
    await site.server.publisher.whenIdle();
    expect(await pageContains('/blogs/as-it-was', 'The second words.')).toBe(true);
  }));

test('the screen fits a phone, and a hidden tab receives no events', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await openPublishing(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await publish('Not heard of');
    await site.server.publisher.whenIdle();
    expect(await publishRow(page, 'Not heard of').count()).toBe(0);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await publishRow(page, 'New post: Not heard of')
      .getByText(/^Live \(took/)
      .waitFor();
  }));
