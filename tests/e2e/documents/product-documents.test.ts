import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoSections } from '#db/seed/documents.ts';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { DESKTOP, PHONE } from '../../support/browser/browser.ts';
import { openMailbox } from '../../support/mail/mailbox.ts';
import { createEmailAddress, signIn } from '../sign-in-steps.ts';
import { type Site, startSite, pollUntil } from '../site.ts';

type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

let site: Site;
let userState: StorageState;
beforeAll(async () => {
  site = await startSite();
  userState = await createUserState(createEmailAddress());
});
afterAll(() => site.close());

const createUserState = (email: string) =>
  site.open({}, async (page) => {
    await signIn(page, openMailbox(site.dataDirectory), email);
    return page.context().storageState();
  });

type Options = { viewport?: typeof PHONE; expected?: RegExp[] };
const openAsUser = <T>(options: Options, path: string, body: (page: Page) => Promise<T>) =>
  site.open({ storageState: userState, ...options }, async (page) => {
    await page.goto(path);
    return body(page);
  });

const listPublishedTitles = (productId: number) =>
  demoSections
    .filter((section) => section.productId === productId)
    .flatMap((section) => section.documents.filter(({ status }) => status === 'published').map(({ title }) => title));
const documentList = (page: Page) => page.getByRole('navigation', { name: 'GenMate documents' });
const listLink = (page: Page, name: string) => documentList(page).getByRole('link', { name, exact: true });
const documentHeading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 2 });
const getPath = (page: Page) => page.url().slice(site.origin.length);
const readCurrentTitle = (page: Page) => documentList(page).locator('[aria-current=page]').innerText();

test('Next leads through all documents of a product in order', () =>
  openAsUser({}, paths.productDocuments('GenMate'), async (page) => {
    await page.getByText('Select a document to view its content').waitFor();
    const titles = listPublishedTitles(4);
    await expect.poll(() => documentList(page).getByRole('link').allInnerTexts()).toEqual(titles);
    expect(await findAxeViolations(page)).toEqual([]);
    await listLink(page, titles[0] ?? '').click();
    for (const [index, name] of titles.entries()) {
      await documentHeading(page, name).waitFor();
      await expect.poll(() => readCurrentTitle(page)).toBe(name);
      await expect.poll(() => page.title()).toContain(name);
      expect((await page.locator('.document .prose').innerText()).length).toBeGreaterThan(400);
      const next = page.locator('a[rel=next]');
      if (index < titles.length - 1) await next.click();
      else expect(await next.count()).toBe(0);
    }
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('each document has its own URL, and Back and Forward move between documents', () =>
  openAsUser({}, '/product-documents?product=GENMATE', async (page) => {
    await listLink(page, 'Set the voice').click();
    await documentHeading(page, 'Set the voice').waitFor();
    const [address, focused] = [getPath(page), page.locator(':focus')];
    expect(address).toBe('/product-documents?product=genmate&document=set-the-voice');
    await expect.poll(() => focused.innerText()).toBe('Set the voice');
    await listLink(page, 'Keep the thread').click();
    await documentHeading(page, 'Keep the thread').waitFor();
    await page.goBack();
    await documentHeading(page, 'Set the voice').waitFor();
    await expect.poll(() => getPath(page)).toBe(address);
    await page.goBack();
    await page.getByText('Select a document').waitFor();
    await page.goForward();
    await documentHeading(page, 'Set the voice').waitFor();
    await page.reload();
    await documentHeading(page, 'Set the voice').waitFor();
    await expect.poll(() => readCurrentTitle(page)).toBe('Set the voice');
  }));

test('a link to a heading leads there after signing in', () =>
  site.open({ expected: [/401/] }, async (page) => {
    const path = '/product-documents?product=genmate&document=plans-and-generations#money-back';
    await page.goto(path);
    await page.waitForURL((url) => url.pathname === paths.login);
    await signIn(page, openMailbox(site.dataDirectory), createEmailAddress(), getPath(page));
    await documentHeading(page, 'Plans and generations').waitFor();
    await expect.poll(() => getPath(page)).toBe(path);
    await pollUntil(() => isInViewport(page, '#money-back'), 'the heading is in the viewport');
  }));

test('the table of contents scrolls to headings and sets the URL fragment', () =>
  openAsUser({}, '/product-documents?product=genmate', async (page) => {
    await listLink(page, 'Plans and generations').click();
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Money back' }).click();
    await expect.poll(() => getPath(page)).toMatch(/#money-back$/);
    await pollUntil(() => isInViewport(page, '#money-back'), 'the heading is in the viewport');
    await page.goBack();
    await expect.poll(() => getPath(page)).toMatch(/document=plans-and-generations$/);
    expect(await documentHeading(page, 'Plans and generations').count()).toBe(1);
  }));

test('a link to another document opens within the library', () =>
  openAsUser({}, '/product-documents?product=genmate', async (page) => {
    await listLink(page, 'Your first project').click();
    await page.locator('.prose').getByRole('link', { name: 'Keep the thread' }).click();
    await documentHeading(page, 'Keep the thread').waitFor();
    await expect.poll(() => getPath(page)).toBe('/product-documents?product=genmate&document=keep-the-thread');
    await expect.poll(() => readCurrentTitle(page)).toBe('Keep the thread');
  }));

test('on a phone the list is hidden while a document is open, and a button shows it again', () =>
  openAsUser({ viewport: PHONE }, '/product-documents?product=genmate', async (page) => {
    await listLink(page, 'Set the voice').click();
    await documentHeading(page, 'Set the voice').waitFor();
    await pollUntil(() => isInViewport(page, '.document-head h2'), 'the title is in the viewport');
    expect(await documentList(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'All GenMate documents' }).click();
    await expect.poll(() => readCurrentTitle(page)).toBe('Set the voice');
    await documentList(page).getByText('Get started', { exact: true }).click();
    expect(await listLink(page, 'Your first project').isVisible()).toBe(false);
    expect(await findAxeViolations(page)).toEqual([]);
    for (const viewport of [{ width: 320, height: 640 }, PHONE]) {
      await page.setViewportSize(viewport);
      const fits = () => page.evaluate((width) => document.documentElement.scrollWidth === width, viewport.width);
      await pollUntil(fits, `the page fits into ${viewport.width} px`);
    }
  }));

test.each([DESKTOP, PHONE])('a document has its own page at $width px', async (viewport) => {
  const id = await getDocumentId('Set the voice');
  // By its id, as earlier links name it; the address bar then shows the slug.
  await openAsUser({ viewport, expected: [/404/] }, paths.document(String(id)), async (page) => {
    await page.getByRole('heading', { name: 'Set the voice', level: 1 }).waitFor();
    await expect.poll(() => getPath(page)).toBe(paths.document('set-the-voice'));
    await page.getByText('Last updated').waitFor();
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Breadcrumb' }).innerText())
      .toMatch(/GenMate[\s\S]*Write/);
    expect(await page.getByRole('link', { name: 'Edit document' }).count()).toBe(0);
    await page.locator('a[rel=prev]').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.locator('a[rel=next]').click();
    await page.getByRole('heading', { name: 'Draft chapter by chapter', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'All GenMate documents' }).click();
    await documentHeading(page, 'Draft chapter by chapter').waitFor();
    await page.goto(paths.document('no-such-document'));
    await page.getByText('Document not found').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

test('a visitor of a document is sent to sign-in and back to the document', () =>
  site.open({ expected: [/401/] }, async (page) => {
    await page.goto(paths.document('describe-the-work'));
    await page.waitForURL((url) => url.pathname === paths.login);
    await signIn(page, openMailbox(site.dataDirectory), createEmailAddress(), getPath(page));
    await page.getByRole('heading', { name: 'Describe the work', level: 1 }).waitFor();
  }));

test('the site search finds documents for signed-in users only', async () => {
  const search = async (page: Page) => {
    await page.keyboard.press('/');
    await page.keyboard.insertText('outline');
    await page.locator('#site_search .status').getByText(/post/).waitFor();
    return page.getByRole('dialog').getByRole('option');
  };
  await openAsUser({}, paths.home, async (page) => {
    const options = await search(page);
    const document = options.filter({ has: page.getByText('Document', { exact: true }) }).first();
    expect(await findAxeViolations(page)).toEqual([]);
    await document.click();
    await page.waitForURL(/\/documents\/[a-z-]*outline[a-z-]*$/);
    await page.getByRole('heading', { level: 1, name: /outline/i }).waitFor();
  });
  await site.open({}, async (page) => {
    await page.goto(paths.home);
    const options = await search(page);
    expect(await options.count()).toBeGreaterThan(0);
    expect(await options.getByText('Document', { exact: true }).count()).toBe(0);
  });
});

const isInViewport = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

/** Demo documents are numbered in reading order. */
async function getDocumentId(name: string): Promise<number> {
  return demoSections.flatMap((section) => section.documents).findIndex((each) => each.title === name) + 1;
}
