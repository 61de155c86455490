import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import {
  button,
  call,
  contentField,
  openEditor,
  previewWidths,
  titleField,
  typeContent,
  waitForSaved,
} from '../editor-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('a document is written, previewed and published; later changes appear only when published', () =>
  site.open({}, async (page) => {
    await openEditor(site, page, paths.newDocument);
    expect(await findAxeViolations(page)).toEqual([]);
    await titleField(page).fill('Getting under way');
    await typeContent(page, '##### Small steps\nOne after the other.');
    const section = page.getByRole('combobox', { name: 'Section' });
    const [first] = await call(page, 'GET', '/api/sections');
    await section.selectOption(String(first.id));
    await waitForSaved(page);
    const id = Number(/\/documents\/(\d+)\/edit$/.exec(page.url())?.[1]);
    await button(page, 'Preview').click();
    const frame = getOpenDialog(page).frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Small steps', level: 5 }).waitFor();
    await button(page, 'Close').click();
    await button(page, 'Publish...').click();
    await getOpenDialog(page).locator('.button-primary').click();
    const result = page.getByRole('dialog', { name: 'Published' });
    await result.getByText(/^Live \(took (under )?\d+\.\d s\)$/).waitFor();
    // From now on the dialog stays.
    await result.press('Shift');
    await result.getByRole('heading', { name: 'Getting under way' }).waitFor();
    expect(await result.getByRole('link', { name: 'View document' }).getAttribute('href')).toBe(
      paths.document('getting-under-way'),
    );
    await result.getByText(`${new URL(site.origin).host}${paths.document('getting-under-way')}`).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await result.getByRole('button', { name: 'Copy link' }).click();
    await result.getByText('Link copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      site.origin + paths.document('getting-under-way'),
    );
    expect(await findAxeViolations(page)).toEqual([]);
    await result.getByRole('button', { name: 'Back to documents' }).click();
    await page.getByText('Document created successfully').waitFor();
    await page.waitForURL((url) => url.pathname === paths.documentManager);
    const created = await call(page, 'GET', `/api/documents/${id}`);
    expect(created).toMatchObject({ title: 'Getting under way', status: 'published', section_id: first.id });
    expect(created.slug).toBe('getting-under-way');

    await page.goto(paths.editDocument(id));
    await typeContent(page, ' And then the next.');
    await page.getByLabel('Address').fill('First Steps');
    await page.getByText('The old address /documents/getting-under-way will redirect to the new one.').waitFor();
    await waitForSaved(page);
    expect((await call(page, 'GET', `/api/documents/${id}`)).content).toBe(created.content);
    await button(page, 'Update').click();
    // The checks warn about the skipped heading levels, so the update asks first.
    await getOpenDialog(page).locator('.button-primary').click();
    await page.getByRole('dialog', { name: 'Updated' }).waitFor();
    // Escape goes back to the text.
    await page.keyboard.press('Escape');
    await page.getByText('Document updated successfully').waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.editDocument(id));
    const updated = await call(page, 'GET', `/api/documents/${id}`);
    expect(updated.content).toContain('And then the next.');
    expect(updated.slug).toBe('first-steps');
    await page.goto(paths.document('getting-under-way'));
    await page.getByRole('heading', { name: 'Getting under way', level: 1 }).waitFor();
    await page.waitForURL((url) => url.pathname === paths.document('first-steps'));
  }));

test('the document preview renders unsaved content at three widths, and its links do not leave the editor', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await openEditor(site, page, paths.newDocument);
    await page.route('**/api/documents/drafts', (route) => route.fulfill({ status: 500, json: {} }));
    await titleField(page).fill('Three ways to look');
    await typeContent(page, '## One\nFirst.\n## Two\nSecond.\n## Three\nThird.');
    await button(page, 'Preview').click();
    const frame = getOpenDialog(page).frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Three ways to look', level: 1 }).waitFor();
    const contents = frame.getByRole('navigation', { name: 'On this page' });
    const readContentsX = async () => (await contents.boundingBox())?.x ?? 0;
    const contentsX: number[] = [];
    for (const [name, width] of previewWidths) {
      await getOpenDialog(page).getByRole('radio', { name }).check();
      expect(await frame.locator('body').evaluate((body) => body.ownerDocument.defaultView?.innerWidth)).toBe(width);
      contentsX.push(await readContentsX());
    }
    expect(await findAxeViolations(page)).toEqual([]);
    // The style sheets follow the width of the frame: only on a desktop is the table of contents beside the text.
    expect(Math.max(...contentsX)).toBe(contentsX[2]);
    await contents.getByRole('link', { name: 'Three' }).click();
    await frame.getByText('Third.').waitFor();
    expect(page.url()).toMatch(/\/documents\/new$/);
  }));

test('a missing document and sections that fail to load show the messages of the specification', () =>
  site.open({ expected: [/404|500/] }, async (page) => {
    await signInAs(site, page);
    await page.goto(paths.editDocument(99_999));
    await page.locator('.notice').getByText('Failed to load document').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.route('**/api/sections', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(paths.newDocument);
    await page.getByText('Failed to load sections').waitFor();
    await contentField(page).waitFor();
  }));

test('a document that cannot be published shows the error and keeps its text', () =>
  site.open({ expected: [/500/] }, async (page) => {
    await openEditor(site, page, paths.newDocument);
    await titleField(page).fill('Stays here');
    await waitForSaved(page);
    await page.route('**/api/documents/*/publish', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong here.' } }),
    );
    await button(page, 'Publish...').click();
    await getOpenDialog(page).locator('.button-primary').click();
    await page.getByText('Failed to save document').waitFor();
    await getOpenDialog(page).getByText('Something went wrong here.').waitFor();
    await expect.poll(() => titleField(page).inputValue()).toBe('Stays here');
  }));
