import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import {
  button,
  contentField,
  createPostDraft,
  fetchDraft,
  openEditor,
  saveAsOther,
  typeContent,
  waitForSaved,
} from '../editor-steps.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const CONFLICT = [/409/];
const BASE_CONTENT = '<p>One.</p><p>Two.</p><p>Three.</p>';

/** The choices themselves are tested without a browser: tests/islands/drafts. */
test('a paragraph that another editor changed, too, is a question, and the one that they added arrives by itself', () =>
  site.open({ expected: CONFLICT }, async (page) => {
    const id = await createPostDraft(site, BASE_CONTENT);
    await openEditor(site, page, paths.editBlog(id));
    const theirs = '<p>One.</p><p>Two, by somebody else.</p><p>Three.</p><p>Four.</p>';
    await saveAsOther(page, id, theirs);
    // By another user: for the same one the message names their other tab.
    await site.server.db.client.execute('UPDATE drafts SET user_id = NULL');
    await contentField(page).getByText('Two.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine.');
    await page.locator('.notice').getByText('saved a different version').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const mine = await contentField(page).innerText();
    await typeContent(page, ' Still typing.');
    expect((await fetchDraft(page, id)).content).toBe(theirs);
    // One undo removes everything that was typed without a pause.
    while ((await contentField(page).innerText()) !== mine) await page.keyboard.press('Control+z');
    await button(page, 'Compare versions').first().click();
    await getOpenDialog(page)
      .getByRole('heading', { name: /saved a different version/ })
      .waitFor();
    expect(await getOpenDialog(page).getByRole('radio').count()).toBe(3);
    await getOpenDialog(page).getByRole('radio', { name: 'Difference 1: Both', exact: true }).check();
    expect(await findAxeViolations(page)).toEqual([]);
    await button(page, 'Save merged version').click();
    await getOpenDialog(page).waitFor({ state: 'detached' });
    await waitForSaved(page);
    expect((await fetchDraft(page, id)).content).toBe(
      '<p>One.</p><p>Two. Mine.</p><p>Two, by somebody else.</p><p>Three.</p><p>Four.</p>',
    );
    await typeContent(page, ' And on.');
    await waitForSaved(page);
    expect((await fetchDraft(page, id)).content).toContain('And on.');
  }));

test('changes of different paragraphs are merged while typing: the cursor stays, and undo takes back only one’s own', () =>
  site.open({ expected: CONFLICT }, async (page) => {
    const id = await createPostDraft(site, BASE_CONTENT);
    await openEditor(site, page, paths.editBlog(id));
    await saveAsOther(page, id, '<p>One, by somebody else.</p><p>Two.</p><p>Three.</p><p>Four.</p>');
    await contentField(page).getByText('Two.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine.');
    await contentField(page).getByText('Four.').waitFor();
    await page.keyboard.type(' And on.');
    await waitForSaved(page);
    const readContent = async () => (await fetchDraft(page, id)).content;
    await expect
      .poll(readContent)
      .toBe('<p>One, by somebody else.</p><p>Two. Mine. And on.</p><p>Three.</p><p>Four.</p>');
    while ((await contentField(page).innerText()).includes('Mine')) await page.keyboard.press('Control+z');
    await expect.poll(readContent).toBe('<p>One, by somebody else.</p><p>Two.</p><p>Three.</p><p>Four.</p>');
  }));
