import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoSections } from '#db/seed/documents.ts';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
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

type Options = { viewport?: typeof PHONE };
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

test('documents are read in order; each has its own URL, and links between and within them keep the reader in the library', () =>
  openAsUser({}, '/product-documents?product=GENMATE', async (page) => {
    const titles = listPublishedTitles(4);
    await documentHeading(page, titles[0] ?? '').waitFor();
    await expect.poll(() => documentList(page).getByRole('link').allInnerTexts()).toEqual(titles);
    expect(await findAxeViolations(page)).toEqual([]);
    await listLink(page, 'Set the voice').click();
    await documentHeading(page, 'Set the voice').waitFor();
    const [address, focused] = [getPath(page), page.locator(':focus')];
    expect(address).toBe('/product-documents?product=genmate&document=set-the-voice');
    await expect.poll(() => focused.innerText()).toBe('Set the voice');
    await page.locator('a[rel=next]').click();
    await documentHeading(page, 'Draft chapter by chapter').waitFor();
    await expect.poll(() => page.title()).toContain('Draft chapter by chapter');
    await page.goBack();
    await documentHeading(page, 'Set the voice').waitFor();
    await expect.poll(() => getPath(page)).toBe(address);
    await page.goBack();
    // The address of the product opens its first document.
    await documentHeading(page, titles[0] ?? '').waitFor();
    expect(getPath(page)).toBe('/product-documents?product=GENMATE');
    await page.goForward();
    await documentHeading(page, 'Set the voice').waitFor();
    await page.reload();
    await documentHeading(page, 'Set the voice').waitFor();
    await expect.poll(() => readCurrentTitle(page)).toBe('Set the voice');

    await listLink(page, 'Your first project').click();
    await page.locator('.prose').getByRole('link', { name: 'Keep the thread' }).click();
    await documentHeading(page, 'Keep the thread').waitFor();
    await expect.poll(() => getPath(page)).toBe('/product-documents?product=genmate&document=keep-the-thread');
    await expect.poll(() => readCurrentTitle(page)).toBe('Keep the thread');

    await listLink(page, 'Plans and generations').click();
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Money back' }).click();
    await expect.poll(() => getPath(page)).toMatch(/#money-back$/);
    await pollUntil(() => isInViewport(page, '#money-back'), 'the heading is in the viewport');
    await page.goBack();
    await expect.poll(() => getPath(page)).toMatch(/document=plans-and-generations$/);
    expect(await documentHeading(page, 'Plans and generations').count()).toBe(1);
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

test('on a phone the list is hidden once a document was chosen, and a button shows it again', () =>
  openAsUser({ viewport: PHONE }, '/product-documents?product=genmate', async (page) => {
    await documentHeading(page, listPublishedTitles(4)[0] ?? '').waitFor();
    expect(await documentList(page).isVisible()).toBe(true);
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

test('the site search finds documents for signed-in users', () =>
  openAsUser({}, paths.home, async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.insertText('outline');
    await page.locator('#site_search .status').getByText(/post/).waitFor();
    const options = page.getByRole('dialog').getByRole('option');
    const document = options.filter({ has: page.getByText('Document', { exact: true }) }).first();
    expect(await findAxeViolations(page)).toEqual([]);
    await document.click();
    await page.waitForURL(/\/documents\/[a-z-]*outline[a-z-]*$/);
    await page.getByRole('heading', { level: 1, name: /outline/i }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  }));

const isInViewport = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
