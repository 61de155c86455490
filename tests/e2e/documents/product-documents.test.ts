import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoSections } from '#db/seed/documents.ts';
import { paths } from '#src/lib/paths.ts';
import { DESKTOP, PHONE } from '../../support/browser/browser.ts';
import { openMailbox } from '../../support/mail/mailbox.ts';
import { newAddress, signIn, violationsOf } from '../sign-in-steps.ts';
import { type Site, startSite, until } from '../site.ts';

type Stored = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

let site: Site;
let reader: Stored;
beforeAll(async () => {
  site = await startSite();
  reader = await keyOf(newAddress());
});
afterAll(() => site.close());

const keyOf = (email: string) =>
  site.open({}, async (page) => {
    await signIn(page, openMailbox(site.dataDirectory), email);
    return page.context().storageState();
  });

type Options = { viewport?: typeof PHONE; expected?: RegExp[] };
const read = <T>(options: Options, path: string, body: (page: Page) => Promise<T>) =>
  site.open({ storageState: reader, ...options }, async (page) => {
    await page.goto(path);
    return body(page);
  });

const titlesOf = (productId: number) =>
  demoSections
    .filter((section) => section.productId === productId)
    .flatMap((section) => section.documents.filter(({ status }) => status === 'published').map(({ title }) => title));
const list = (page: Page) => page.getByRole('navigation', { name: 'Documents of GenMate' });
const entry = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 2 });
const addressOf = (page: Page) => page.url().slice(site.origin.length);
const current = (page: Page) => list(page).locator('[aria-current=page]').innerText();

test('a whole tree is read, from the first document to the last, by Next', () =>
  read({}, paths.productDocuments('GenMate'), async (page) => {
    await page.getByText('Select a document to view its content').waitFor();
    const titles = titlesOf(4);
    await expect.poll(() => list(page).getByRole('link').allInnerTexts()).toEqual(titles);
    expect(await violationsOf(page)).toEqual([]);
    await entry(page, titles[0] ?? '').click();
    for (const [at, name] of titles.entries()) {
      await title(page, name).waitFor();
      await expect.poll(() => current(page)).toBe(name);
      await expect.poll(() => page.title()).toContain(name);
      expect((await page.locator('.document .prose').innerText()).length).toBeGreaterThan(400);
      const next = page.locator('a[rel=next]');
      if (at < titles.length - 1) await next.click();
      else expect(await next.count()).toBe(0);
    }
    expect(await violationsOf(page)).toEqual([]);
  }));

test('every place has an address, and the browser goes back and forward between them', () =>
  read({}, '/product-documents?product=GENMATE', async (page) => {
    await entry(page, 'Set the voice').click();
    await title(page, 'Set the voice').waitFor();
    const [address, focused] = [addressOf(page), page.locator(':focus')];
    expect(address).toMatch(/^\/product-documents\?product=genmate&document=\d+$/);
    await expect.poll(() => focused.innerText()).toBe('Set the voice');
    await entry(page, 'Keep the thread').click();
    await title(page, 'Keep the thread').waitFor();
    await page.goBack();
    await title(page, 'Set the voice').waitFor();
    await expect.poll(() => addressOf(page)).toBe(address);
    await page.goBack();
    await page.getByText('Select a document').waitFor();
    await page.goForward();
    await title(page, 'Set the voice').waitFor();
    await page.reload();
    await title(page, 'Set the voice').waitFor();
    await expect.poll(() => current(page)).toBe('Set the voice');
  }));

test('a link to a heading survives the sign-in, and leads there', () =>
  site.open({ expected: [/401/] }, async (page) => {
    const id = await idOf('Plans and generations');
    const path = `/product-documents?product=genmate&document=${id}#money-back`;
    await page.goto(path);
    await page.waitForURL((url) => url.pathname === paths.login);
    await signIn(page, openMailbox(site.dataDirectory), newAddress(), addressOf(page));
    await title(page, 'Plans and generations').waitFor();
    await expect.poll(() => addressOf(page)).toBe(path);
    await until(() => isInSight(page, '#money-back'), 'the heading is in sight');
  }));

test('the contents lead to headings, in the address too', () =>
  read({}, '/product-documents?product=genmate', async (page) => {
    await entry(page, 'Plans and generations').click();
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Money back' }).click();
    await expect.poll(() => addressOf(page)).toMatch(/#money-back$/);
    await until(() => isInSight(page, '#money-back'), 'the heading is in sight');
    await page.goBack();
    await expect.poll(() => addressOf(page)).toMatch(/document=\d+$/);
    expect(await title(page, 'Plans and generations').count()).toBe(1);
  }));

test('a link inside the text stays in the library', () =>
  read({}, '/product-documents?product=genmate', async (page) => {
    await entry(page, 'Your first project').click();
    await page.locator('.prose').getByRole('link', { name: 'Keep the thread' }).click();
    await title(page, 'Keep the thread').waitFor();
    await expect.poll(() => addressOf(page)).toMatch(/^\/product-documents\?product=genmate&document=\d+$/);
    await expect.poll(() => current(page)).toBe('Keep the thread');
  }));

test('on a phone the list makes way for the document, and comes back', () =>
  read({ viewport: PHONE }, '/product-documents?product=genmate', async (page) => {
    await entry(page, 'Set the voice').click();
    await title(page, 'Set the voice').waitFor();
    await until(() => isInSight(page, '.document-head h2'), 'the title is in sight');
    expect(await list(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'All documents of GenMate' }).click();
    await expect.poll(() => current(page)).toBe('Set the voice');
    await list(page).getByText('Get started', { exact: true }).click();
    expect(await entry(page, 'Your first project').isVisible()).toBe(false);
    expect(await violationsOf(page)).toEqual([]);
    for (const viewport of [{ width: 320, height: 640 }, PHONE]) {
      await page.setViewportSize(viewport);
      const fits = () => page.evaluate((width) => document.documentElement.scrollWidth === width, viewport.width);
      await until(fits, `the page fits into ${viewport.width} px`);
    }
  }));

test.each([DESKTOP, PHONE])('a document is a page of its own, $width wide', async (viewport) => {
  const id = await idOf('Set the voice');
  await read({ viewport, expected: [/404/] }, paths.document(id), async (page) => {
    await page.getByRole('heading', { name: 'Set the voice', level: 1 }).waitFor();
    await page.getByText('Last updated').waitFor();
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Breadcrumb' }).innerText())
      .toMatch(/GenMate[\s\S]*Write/);
    expect(await page.getByRole('link', { name: 'Edit this document' }).count()).toBe(0);
    await page.locator('a[rel=prev]').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('a[rel=next]').click();
    await page.getByRole('heading', { name: 'Draft chapter by chapter', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'All documents of GenMate' }).click();
    await title(page, 'Draft chapter by chapter').waitFor();
    await page.goto(paths.document(999));
    await page.getByText('Document not found').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});

test('a visitor of a document is sent to sign in, and comes back to it', () =>
  site.open({ expected: [/401/] }, async (page) => {
    await page.goto(paths.document(2));
    await page.waitForURL((url) => url.pathname === paths.login);
    await signIn(page, openMailbox(site.dataDirectory), newAddress(), addressOf(page));
    await page.getByRole('heading', { name: 'Describe the work', level: 1 }).waitFor();
  }));

test('the search of the site finds documents for those who are signed in, and for nobody else', async () => {
  const ask = async (page: Page) => {
    await page.keyboard.press('/');
    await page.keyboard.insertText('outline');
    await page.locator('#site_search .status').getByText(/stor/).waitFor();
    return page.getByRole('dialog').getByRole('option');
  };
  await read({}, paths.home, async (page) => {
    const options = await ask(page);
    const document = options.filter({ has: page.getByText('Document', { exact: true }) }).first();
    expect(await violationsOf(page)).toEqual([]);
    await document.click();
    await page.waitForURL(/\/documents\/\d+$/);
    await page.getByRole('heading', { level: 1, name: /outline/i }).waitFor();
  });
  await site.open({}, async (page) => {
    await page.goto(paths.home);
    const options = await ask(page);
    expect(await options.count()).toBeGreaterThan(0);
    expect(await options.getByText('Document', { exact: true }).count()).toBe(0);
  });
});

const isInSight = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

/** Demo documents are numbered in reading order. */
async function idOf(name: string): Promise<number> {
  return demoSections.flatMap((section) => section.documents).findIndex((each) => each.title === name) + 1;
}
