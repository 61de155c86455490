import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { recordDecision, createPublication } from '../../support/app/publications.ts';
import { generateHostileHtml } from '../../support/xss/hostile-html.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
let id: number;
let nextId: number;
beforeAll(async () => {
  site = await startSite();
  const similar = { description: 'Syrups and salves from the hedgerow: elder, nettle, plantain and their doses.' };
  const decided = await createPublication(site.server, {
    title: 'A Kitchen Pharmacy of Remedies',
    status: 'APPROVED',
    ...similar,
  });
  await recordDecision(site.server, decided, 'approve');
  const first = { title: 'Remedies from a Hedgerow', queuedAt: 1, aiComments: 'No source: “two for anyone over ten”.' };
  id = await createPublication(site.server, { ...first, ...similar, htmlUrl: 'https://books.example/1.html' });
  nextId = await createPublication(site.server, {
    title: 'The Next One',
    queuedAt: 2,
    htmlUrl: 'https://books.example/2.html',
  });
});
afterAll(() => site.close());

const CHAPTERS = Array.from(
  { length: 8 },
  (_, at) => `<h2>Chapter ${at + 1}</h2>${'<p>Elder keeps two medicines on one tree.</p>'.repeat(12)}`,
).join('');
const TEXT = `${CHAPTERS}<p>A spoon, and two for anyone over ten.</p><p><a href="https://books.example/more">More</a></p>`;

const IMAGES = [1, 2, 3].map((number) => ({ url: `https://books.example/${number}.png`, alt: `Jar ${number}` }));
const PLACES = IMAGES.map(({ alt }, at) => `<p>Tea. <img data-image="${at + 1}" alt="${alt}" /></p>`).join('');
const REMOVED_LINKS = {
  count: 1,
  links: [{ address: 'javascript:canary(1)', text: '<img src=x onerror=canary(2)>', reason: 'script' }],
};

/** Opens the review of the work with this text, as if our server had sent it without cleaning it. */
async function openReview(page: Page, html: string) {
  await signInAs(site, page);
  const chapters = [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title], at) => ({
    id: `chapter-${at + 1}`,
    title,
    level: 2,
  }));
  await page.route('**/api/admin/openshelf/publications/*/text?*', (route) =>
    route.fulfill({
      json: {
        data: {
          version_number: 1,
          html,
          word_count: 9,
          chapters,
          source_url: null,
          fetched_at: null,
          error: null,
          images: IMAGES,
          removed_links: REMOVED_LINKS,
        },
      },
    }),
  );
  await page.goto(`${site.origin}${openshelfPaths.reviewDetail(id)}`);
  const frame = page.frameLocator('iframe[title="Text of the publication"]');
  await frame.locator('article').waitFor();
  return frame;
}

test('a text is read in its frame: chapters, passages of the AI, links in new tabs, and the keys of the screen', async () => {
  await site.open({ reducedMotion: 'reduce', otherOrigins: ['https://books.example'] }, async (page) => {
    const frame = await openReview(page, TEXT);
    const passage = frame.locator('#passage-1');
    await page.getByRole('button', { name: 'Passage 1' }).click();
    await passage.waitFor();
    await expect.poll(() => isInView(page, '#passage-1')).toBe(true);
    await page.getByLabel('Section').selectOption('Chapter 4');
    await expect.poll(() => isInView(page, '#chapter-4')).toBe(true);
    await page.getByRole('link', { name: 'A Kitchen Pharmacy of Remedies' }).waitFor();
    await page.context().route('https://books.example/**', (route) => route.fulfill({ body: 'More of it' }));
    const opened = page.context().waitForEvent('page');
    await frame.getByRole('link', { name: 'More' }).click();
    const popup = await opened;
    await popup.waitForURL('https://books.example/more');
    expect(await popup.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, '']);
    await popup.close();
    await frame.getByRole('heading', { name: 'Chapter 4' }).click();
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'The Next One' }).waitFor();
    expect(page.url()).toContain(openshelfPaths.reviewDetail(nextId));
  });
});

const isInView = (page: Page, selector: string) =>
  page.evaluate((target) => {
    const inside = document.querySelector<HTMLIFrameElement>('iframe[title^="Text"]')?.contentDocument;
    const { top = -1, bottom = 0 } = inside?.querySelector(target)?.getBoundingClientRect() ?? {};
    return top >= 0 && bottom <= (inside?.documentElement.clientHeight ?? 0);
  }, selector);

test('images are shown on demand within the policy of the page, and removed links are listed as text', async () => {
  const drawing = sharp({ create: { width: 640, height: 400, channels: 3, background: '#0d5c48' } });
  const encoded = (await drawing.webp().toBuffer()).toString('base64');
  await site.open({ reducedMotion: 'reduce' }, async (page) => {
    const loaded = { data_url: `data:image/webp;base64,${encoded}`, width: 640, height: 400, error: null };
    const failed = { data_url: null, width: 0, height: 0, error: 'The image is damaged.' };
    await page.route('**/api/admin/openshelf/publications/*/images/*', (route) =>
      route.fulfill({ json: { data: route.request().url().includes('/images/2') ? failed : loaded } }),
    );
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const frame = await openReview(page, PLACES);
    await frame.getByRole('button', { name: 'Show image: Jar 1' }).press('Space');
    await expect.poll(() => listImageWidths(page)).toEqual([640]);
    await page.keyboard.press('i');
    await frame.getByText('The image is damaged.').waitFor();
    await expect.poll(() => listImageWidths(page)).toEqual([640, 640]);
    await page.getByRole('button', { name: 'Retry 1 image' }).waitFor();
    await frame.getByText('<img src=x onerror=canary(2)> javascript:canary(1) Could run a script').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(site.origin) && !url.startsWith('data:'))).toEqual([]);
  });
});

/** The width of each image that the browser has decoded, px; of one that doesn’t fit the column, its text. */
const listImageWidths = (page: Page) =>
  page.evaluate(() => {
    const inside = document.querySelector<HTMLIFrameElement>('iframe[title^="Text"]')?.contentDocument;
    const column = inside?.querySelector('.reader-leaf')?.clientWidth ?? 0;
    return [...(inside?.querySelectorAll('img') ?? [])]
      .filter(({ naturalWidth }) => naturalWidth > 0)
      .map((image) => (image.clientWidth <= column ? image.naturalWidth : 'wider than the text'));
  });

/** What the browser reports of handlers and styles in the document that only parses: it refused them. */
const REFUSALS = [/^content policy: (script-src|style-src)/, /^console: .*Content Security Policy/];

test('T20 a hostile text runs nothing and requests nothing, even if our server did not clean it', async () => {
  await site.open({ expected: REFUSALS }, async (page) => {
    const requested: string[] = [];
    await page.addInitScript(() => {
      const ran: unknown[] = [];
      Object.assign(globalThis, { ran, canary: (number: unknown) => ran.push(number) });
    });
    page.on('request', (request) => requested.push(request.url()));
    const frame = await openReview(
      page,
      `<p>Begin</p><img src="https://books.example/a.png" data-image="1"><p>${generateHostileHtml(7, 400).join('')}<p>End</p>`,
    );
    await frame.getByText('Begin').first().click();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => (globalThis as unknown as { ran: unknown[] }).ran)).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(site.origin))).toEqual([]);
    expect(await page.locator('iframe[title="Text of the publication"]').getAttribute('sandbox')).not.toContain(
      'scripts',
    );
  });
});
