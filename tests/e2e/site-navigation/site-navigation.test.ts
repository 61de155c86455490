import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDraft, saveDraft } from '#api/features/drafts/drafts.service.ts';
import { publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { getNavigation, navigationPart } from '#api/features/site-navigation/site-navigation.service.ts';
import { demoNavigation } from '#db/seed/site/navigation.ts';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { measureShifts, recordShifts, SHIFT_TEST_PATHS } from '../../support/browser/layout-shifts.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

/** Where an item is held (px from the corner of its grip). */
const GRIP = { x: 8, y: 8 };

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** Publishes the demo's navigation with a line above the header. */
async function publishAnnouncement(text: string): Promise<void> {
  const { server } = site;
  const { id, revision } = await getNavigation(server);
  const { rows } = await server.db.client.execute(`SELECT id FROM users WHERE role = 'admin' LIMIT 1`);
  const userId = Number(rows[0]?.id);
  const fields = { ...demoNavigation, announcement_is_shown: true, announcement_text: text };
  // Another test may have left a draft.
  const before = (await findDraft(server, navigationPart, id))?.version ?? 0;
  const input = { fields, content: '', client_id: 'client-of-tests', version: before, base_revision: revision };
  const { version } = await saveDraft(server, navigationPart, id, input, userId);
  await publishSiteParts(server, [navigationPart], [{ kind: 'navigation', id, version }], userId);
  await server.publisher.whenIdle();
}

it('an entry that is moved by keys and renamed is so in the header of the site once it is published', async () => {
  await site.open({ viewport: { width: 1440, height: 900 } }, async (page) => {
    await signInAs(site, page, 'admin');
    await page.goto(paths.adminNavigation);
    const menu = page.getByRole('region', { name: 'Header menu' });
    await menu.getByRole('button', { name: 'Move Blog' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Blog is in position 2 of 5.').waitFor({ state: 'attached' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Label' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Journal');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '1 draft change' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Publish 1 change', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Live \(took/).waitFor();
    await page.goto(paths.home);
    const menus = page.getByRole('navigation', { name: 'Main' }).locator('> ul > li');
    await expect.poll(() => menus.allTextContents().then(([, second]) => second?.trim())).toMatch(/^Journal/);
  });
});

it('an entry is dragged to another place, and drawn to the side into the menu above', async () => {
  await site.open({ viewport: { width: 1440, height: 1400 } }, async (page) => {
    await signInAs(site, page, 'admin');
    await page.goto(paths.adminNavigation);
    const menu = page.getByRole('region', { name: 'Header menu' });
    const drag = async (name: string, onto: string, side = 0) => {
      const from = menu.getByRole('button', { name: `Move ${name}`, exact: true });
      const grip = page.getByRole('button', { name: `Move ${onto}`, exact: true });
      const to = menu.locator(grip);
      // Playwright hovers over what has come to rest; the line about the draft moves the menu down when it appears.
      await from.hover({ position: GRIP });
      const [start, end] = [await from.boundingBox(), await to.boundingBox()];
      if (!start || !end) throw new Error('nothing to drag');
      await page.mouse.down();
      await page.mouse.move(start.x + GRIP.x + side, start.y + 20, { steps: 4 });
      await menu.locator('.is-dragged').waitFor();
      await page.mouse.move(end.x + GRIP.x + side, end.y + GRIP.y, { steps: 8 });
      // The render that finds the target marks it in another list; in its own list the item is drawn at the pointer.
      const isMarked = async () => (await menu.locator('.is-drop-target').filter({ has: grip }).count()) > 0;
      const isThere = async () => Math.abs(((await from.boundingBox())?.y ?? 0) - end.y) < 2;
      await expect.poll(async () => (await isMarked()) || (await isThere())).toBe(true);
      await page.mouse.up();
    };
    await drag('Contact', 'Mission');
    await page.getByText('Contact is in position 4 of 6 in ‘Company’.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: '1 draft change' }).waitFor();
    await drag('Contact', 'TaxMate');
    await page.getByText('Contact is in position 2 of 5 in ‘Products’.').waitFor({ state: 'attached' });
    await drag('Home', 'OpenShelf', 60);
    await page.getByText(/^Home is in position \d of 6 in ‘Products’\.$/).waitFor({ state: 'attached' });
  });
});

it('an announcement is closed by a visitor, stays closed on all pages, and moves nothing that is read', async () => {
  await publishAnnouncement('Closed for summer.');
  await site.open({}, async (page) => {
    await page.addInitScript(recordShifts);
    const line = page.getByRole('complementary', { name: 'Announcement' });
    for (const path of SHIFT_TEST_PATHS) {
      expect(await measureShifts(page, path)).toEqual([]);
      expect(await line.textContent()).toContain('Closed for summer.');
    }
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close announcement' }).press('Enter');
    await line.waitFor({ state: 'detached' });
    await page.locator('#main_content:focus').waitFor();
    for (const path of SHIFT_TEST_PATHS) {
      expect(await measureShifts(page, path)).toEqual([]);
      expect(await line.count()).toBe(0);
    }
    await publishAnnouncement('Open again.');
    await page.goto(paths.home);
    await line.getByText('Open again.').waitFor();
  });
});
