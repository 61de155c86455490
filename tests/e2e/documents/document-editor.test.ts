import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import {
  button,
  call,
  contentField,
  dialog,
  openEditor,
  previewWidths,
  titleField,
  typeContent,
  waitForSaved,
} from '../editor-steps.ts';
import { violationsOf } from '../sign-in-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('a document is written, looked at as its readers will, published, and changed without touching it', () =>
  site.open({}, async (page) => {
    await openEditor(site, page, paths.newDocument);
    expect(await violationsOf(page)).toEqual([]);
    await titleField(page).fill('Getting under way');
    await typeContent(page, '##### Small steps\nOne after the other.');
    const section = page.getByRole('combobox', { name: 'Section' });
    const [first] = await call(page, 'GET', '/api/sections');
    await section.selectOption(String(first.id));
    await waitForSaved(page);
    const id = Number(/\/documents\/(\d+)\/edit$/.exec(page.url())?.[1]);
    await button(page, 'Preview').click();
    const frame = dialog(page).frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Small steps', level: 5 }).waitFor();
    await button(page, 'Close').click();
    await button(page, 'Publish').click();
    await dialog(page).locator('.button-primary').click();
    await page.getByText('Document created successfully').waitFor();
    await page.waitForURL((url) => url.pathname === paths.documentManager);
    const made = await call(page, 'GET', `/api/documents/${id}`);
    expect(made).toMatchObject({ title: 'Getting under way', status: 'published', section_id: first.id });

    await page.goto(paths.editDocument(id));
    await typeContent(page, ' And then the next.');
    await waitForSaved(page);
    expect((await call(page, 'GET', `/api/documents/${id}`)).content).toBe(made.content);
    await button(page, 'Publish changes').click();
    await dialog(page).locator('.button-primary').click();
    await page.getByText('Document updated successfully').waitFor();
    expect((await call(page, 'GET', `/api/documents/${id}`)).content).toContain('And then the next.');
  }));

test('the preview of a document is drawn at three widths as its readers have it, saved or not, and stays itself', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await openEditor(site, page, paths.newDocument);
    await page.route('**/api/documents/drafts', (route) => route.fulfill({ status: 500, json: {} }));
    await titleField(page).fill('Three ways to look');
    await typeContent(page, '## One\nFirst.\n## Two\nSecond.\n## Three\nThird.');
    await button(page, 'Preview').click();
    const frame = dialog(page).frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Three ways to look', level: 1 }).waitFor();
    const contents = frame.getByRole('navigation', { name: 'On this page' });
    const beside = async () => (await contents.boundingBox())?.x ?? 0;
    const places: number[] = [];
    for (const [name, width] of previewWidths) {
      await dialog(page).getByRole('radio', { name }).check();
      expect(await frame.locator('body').evaluate((body) => body.ownerDocument.defaultView?.innerWidth)).toBe(width);
      places.push(await beside());
    }
    expect(await violationsOf(page)).toEqual([]);
    // The style sheets go by the width of the window: only on a desk do the contents stand beside the text.
    expect(Math.max(...places)).toBe(places[2]);
    await contents.getByRole('link', { name: 'Three' }).click();
    await frame.getByText('Third.').waitFor();
    expect(page.url()).toMatch(/\/documents\/new$/);
  }));

test('a document that is not there, and sections that do not load, are told in the words of the specification', () =>
  site.open({ expected: [/404|500/] }, async (page) => {
    await signInAs(site, page);
    await page.goto(paths.editDocument(99_999));
    await page.locator('.notice').getByText('Failed to load document').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.route('**/api/sections', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(paths.newDocument);
    await page.getByText('Failed to load sections').waitFor();
    await contentField(page).waitFor();
  }));

test('a document that cannot be published says so, and stays', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await openEditor(site, page, paths.newDocument);
    await titleField(page).fill('Stays here');
    await waitForSaved(page);
    await page.route('**/api/documents/*/publish', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong here.' } }),
    );
    await button(page, 'Publish').click();
    await dialog(page).locator('.button-primary').click();
    await page.getByText('Failed to save document').waitFor();
    await dialog(page).getByText('Something went wrong here.').waitFor();
    await expect.poll(() => titleField(page).inputValue()).toBe('Stays here');
  }));
