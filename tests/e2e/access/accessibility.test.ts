import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDocument } from '#api/features/documents/editing/editing.service.ts';
import { paths } from '#src/lib/paths.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { findAxeViolations, findAxeViolationsAtBothWidths } from '../../support/browser/accessibility.ts';
import { DESKTOP, PHONE } from '../../support/browser/browser.ts';
import { selectDistinctPages } from '../../support/browser/distinct-pages.ts';
import { createJpeg, toFormData } from '../../support/uploads/sample-files.ts';
import { contentField } from '../editor-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';
import { demoPaths } from '../../support/site/demo-paths.ts';

let site: Site;
let pagePaths: string[];
beforeAll(async () => {
  site = await startSite();
  pagePaths = await selectDistinctPages(site.origin, await site.listPublicPaths());
});
afterAll(() => site.close());

const PARALLEL_PAGES = 2;

test('no page has accessibility violations, on desktop and phone, in light and dark', async () => {
  const remaining = [...pagePaths];
  const violations: string[] = [];
  const checkRemaining = () =>
    site.open({ expected: [/404/] }, async (page) => {
      for (let path = remaining.shift(); path; path = remaining.shift()) {
        await page.setViewportSize(DESKTOP);
        await page.goto(path, { waitUntil: 'load' });
        if (path === paths.subscriptionSuccess) await page.getByRole('link', { name: 'Back to GenMate' }).waitFor();
        const found = await findAxeViolationsAtBothWidths(page);
        violations.push(...found.map((violation) => `${path} ${violation}`));
      }
    });
  await Promise.all(Array.from({ length: PARALLEL_PAGES }, checkRemaining));
  expect(violations).toEqual([]);
});

type State = [name: string, path: string | null, viewport: typeof PHONE, reachState: (page: Page) => Promise<unknown>];

/** Replaces what is in the field of the open search. */
const search = (query: string) => async (page: Page) => {
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(query);
  await page
    .locator('#site_search .status')
    .getByText(/\d posts?|No results|isn’t working/)
    .waitFor();
};
const waitForText = (text: string) => (page: Page) => page.getByText(text).waitFor();

/** One after the other in one tab; without a path a state follows from the one before. */
const states: State[] = [
  ['open menu', paths.home, DESKTOP, (page) => page.locator('.header-menu summary').first().press('Enter')],
  ['open drawer', paths.home, PHONE, (page) => page.getByRole('button', { name: 'Menu', exact: true }).click()],
  ['search without a query', paths.blogs, DESKTOP, (page) => page.keyboard.press('/')],
  ['search with results', null, DESKTOP, search('invoice')],
  ['search with a selected result', null, DESKTOP, (page) => page.keyboard.press('ArrowDown')],
  ['search with results', null, PHONE, search('tax')],
  ['search without results', null, PHONE, search('zyzzyva')],
  [
    'failed search',
    null,
    DESKTOP,
    async (page) => {
      await page.route('**/api/search*', (route) => route.fulfill({ status: 500, json: {} }));
      await search('gst')(page);
    },
  ],
  ['expanded FAQ', demoPaths.genmatePricing, PHONE, expandFaq],
  ['expanded FAQ', null, DESKTOP, async () => undefined],
  ['copied link', paths.blog('gst-for-sole-traders'), PHONE, copyLink],
  ['processing', paths.subscriptionSuccess, PHONE, waitForText('Processing your')],
  ['welcome with session', `${paths.subscriptionSuccess}?session_id=cs_test_1`, PHONE, waitForText('cs_test_1')],
  ['chosen theme', paths.home, PHONE, (page) => page.locator('.theme-choice label', { hasText: 'Dark' }).click()],
];

test('no state of a page has accessibility violations', () =>
  site.open({ expected: [/500/] }, async (page) => {
    const violations: string[] = [];
    for (const [name, path, viewport, reachState] of states) {
      await page.setViewportSize(viewport);
      if (path !== null) await page.goto(path);
      await reachState(page);
      const found = await findAxeViolations(page);
      violations.push(...found.map((violation) => `${name}: ${violation}`));
    }
    expect(violations).toEqual([]);
  }));

async function expandFaq(page: Page): Promise<void> {
  for (const summary of await page.locator('.faq summary').all()) await summary.click();
}

async function copyLink(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
}

/** One of each block. `image` is an upload. */
const writeBlocks = (image: string) => {
  const file = (extension: string) => `/uploads/${'a'.repeat(64)}.${extension}`;
  const img = (alt: string) => `<img src="${image}" alt="${alt}" />`;
  return [
    '<p>Where we stand, and <mark>what the wind does</mark>.</p><h2>Blocks</h2>',
    ...['note', 'tip', 'important', 'warning'].map((kind) => `<aside data-callout="${kind}"><p>Wool.</p></aside>`),
    '<p data-block="button"><a href="/blogs">Read the guide</a></p>',
    '<p data-block="quiet-button"><a href="/contact">Ask the team</a></p>',
    `<p data-block="bookmark" data-image="${image}"><a href="https://x.example/">A page</a><br />Words<br /><em>x.example</em></p>`,
    `<p data-block="embed" data-image="${image}"><a href="https://vimeo.com/76979871">A film</a></p>`,
    '<p data-block="embed"><a href="https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC">A song</a></p>',
    `<p data-block="file"><a href="${file('pdf')}">A list</a><br /><em>PDF · 2 KB</em></p>`,
    `<p data-block="audio"><a href="${file('mp3')}">A take</a><br /><em>MP3 · 2 MB</em></p>`,
    `<figure data-layout="wide">${img('A harbour')}<figcaption>Wide</figcaption></figure>`,
    `<figure data-layout="gallery">${img('One')}${img('Two')}<figcaption>Two of them</figcaption></figure>`,
    '<pre data-title="a.ts"><code class="language-typescript">// no wind\nexport const record = async (s: number) => "x" + 1;</code></pre>',
    '<pre><code class="language-diff">+ one\n- two</code></pre>',
    '<details open><summary>What we bring</summary><p>Wool.</p></details><p>End.</p>',
  ].join('');
};

test('a text with every block has no accessibility violations: on its page, in the editor, and for signed-in readers', async () => {
  const both = { schemes: ['light', 'dark'] as const };
  const { server } = site;
  await site.open({}, async (page) => {
    const token = await signInAs(site, page);
    const response = await fetch(`${site.origin}/api/uploads`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: toFormData(await createJpeg(400, 300)),
    });
    const content = writeBlocks(((await response.json()) as { url: string }).url);
    const post = await createBlog(server, { title: 'Every block', content, status: 'published' });
    await createDocument(server, 1, { title: 'Every block', content });
    await server.publisher.whenIdle();
    await page.goto(paths.blog(post.slug));
    await page.locator('.k-keyword').first().waitFor();
    expect(await findAxeViolations(page, both)).toEqual([]);
    await page.goto(paths.editBlog(post.id));
    await contentField(page).waitFor();
    expect(await findAxeViolations(page, both)).toEqual([]);
  });
  await site.open({}, async (page) => {
    await signInAs(site, page, 'user');
    await page.goto(paths.document('every-block'));
    await page.locator('.k-keyword').first().waitFor();
    expect(await findAxeViolations(page, both)).toEqual([]);
  });
});
