import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE } from '../../support/browser/browser.ts';
import { waitForToast } from '../crud-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { addQueue, type Moderation, openReview, removePublications, startModeration, whenOpen } from './moderation.ts';

let moderation: Moderation;
let ids: Map<string, number>;
const TITLES = Array.from({ length: 20 }, (_, at) => `Work ${at + 1}`);
beforeAll(async () => {
  moderation = await startModeration();
  await removePublications(moderation);
  ids = await addQueue(moderation, TITLES);
});
afterAll(() => moderation.close());

const PHONE_BROWSER = { viewport: PHONE, hasTouch: true, isMobile: true };

/** Opens a work in a browser of this kind, by an admin. */
const openIn = (browser: object, title: string, body: (page: Page) => Promise<void>) =>
  moderation.site.open(browser, async (page) => {
    await signInAs(moderation.site, page);
    await openReview(page, ids.get(title) ?? 0);
    await whenOpen(page, title);
    await body(page);
  });

const getBoxes = (page: Page) =>
  page.locator('.panel-foot > .button').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );

const getHeight = async (locator: Locator) => (await locator.boundingBox())?.height ?? 0;

test('the three buttons keep their places and sizes when a reason is chosen, at every width', () =>
  openIn({ viewport: { width: 1440, height: 900 } }, 'Work 3', async (page) => {
    const reason = page.locator('.reason').first();
    const primary = page.locator('.decide-request_changes.button-primary');
    for (const width of [1440, 1100, 820, PHONE.width]) {
      await page.setViewportSize({ width, height: 900 });
      const before = await getBoxes(page);
      await reason.click();
      await primary.waitFor();
      expect(await getBoxes(page), `${width} px`).toEqual(before);
      expect(before[1]?.width, `${width} px`).toBeCloseTo(before[2]?.width ?? 0, 0);
      await reason.click();
      await primary.waitFor({ state: 'detached' });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Description', exact: true }).click();
    const sheet = page.locator('.reader-scroll > .reader-leaf');
    expect(await getHeight(sheet), 'a short description has a whole sheet on a desktop').toBeGreaterThan(600);
    await page.setViewportSize(PHONE);
    expect(await getHeight(sheet), 'a short description has a whole sheet on a phone').toBeGreaterThan(500);
  }));

test('the open row of the queue has its next ones in sight', () =>
  openIn({ viewport: { width: 1440, height: 900 } }, 'Work 1', async (page) => {
    const list = page.locator('.queue-list');
    for (const title of TITLES.slice(1, 12)) {
      await page.keyboard.press('j');
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    }
    const row = await page.locator('.queue-row.is-current').boundingBox();
    const box = await list.boundingBox();
    expect((row?.y ?? 0) - (box?.y ?? 0)).toBeLessThan(120);
  }));

test('on a phone no keys are named, and a message covers nothing that is read', () =>
  openIn(PHONE_BROWSER, 'Work 5', async (page) => {
    expect(await page.locator('kbd:visible').count()).toBe(0);
    await page.locator('.decide-approve').tap();
    await waitForToast(page, 'Publication approved successfully');
    await whenOpen(page, 'Work 6');
    const [toast, heading] = [page.locator('.toast-area > .toast'), page.locator('.reader-head')];
    const bottom = await toast.evaluate((each) => each.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(await heading.evaluate((each) => each.getBoundingClientRect().top));
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const actions = await page.locator('.panel-foot').boundingBox();
    expect(await toast.evaluate((each) => each.getBoundingClientRect().bottom)).toBeLessThan(actions?.y ?? 0);
  }));
