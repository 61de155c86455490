import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import {
  button,
  call,
  contentField,
  createPostDraft,
  fetchDraft,
  openEditor,
  publishPost,
  saveAsOther,
  saveStatus,
  typeContent,
  waitForSaved,
  writePost,
} from '../editor-steps.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const CONFLICT = [/409/];
const BASE_CONTENT = '<p>One.</p><p>Two.</p><p>Three.</p>';
const OTHER_CONTENT = '<p>One.</p><p>Two, by somebody else.</p><p>Three.</p><p>Four.</p>';

/** Two editors change the same paragraph, and one of them adds another. Returns the id of the post. */
async function createConflict(page: Page): Promise<number> {
  const id = await createPostDraft(site, BASE_CONTENT);
  await openEditor(site, page, paths.editBlog(id));
  await saveAsOther(page, id, OTHER_CONTENT);
  // By another user: for the same one the message names their other tab.
  await site.server.db.client.execute('UPDATE drafts SET user_id = NULL');
  await contentField(page).getByText('Two.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Mine.');
  await page.locator('.notice').getByText('saved a different version').waitFor();
  return id;
}

/** Saves other content as another editor and publishes it. */
async function publishAsOther(page: Page, id: number, content: string): Promise<void> {
  const { fields, version } = await fetchDraft(page, id);
  const draft = { fields: { ...fields, status: 'published' }, content, version, base_revision: 1 };
  const clientId = `another-editor-${id}`;
  const saved = await call(page, 'PUT', `/api/blogs/${id}/draft`, { ...draft, client_id: clientId });
  await call(page, 'POST', `/api/blogs/${id}/publish`, { version: saved.version });
}

async function openComparison(page: Page): Promise<void> {
  await button(page, 'Compare versions').first().click();
  await getOpenDialog(page)
    .getByRole('heading', { name: /saved a different version/ })
    .waitFor();
}

const listRevisionContents = async (page: Page, id: number): Promise<string[]> => {
  const { revisions } = await call(page, 'GET', `/api/blogs/${id}/revisions`);
  const requests = revisions.map(({ number }: { number: number }) =>
    call(page, 'GET', `/api/blogs/${id}/revisions/${number}`),
  );
  return (await Promise.all(requests)).map(({ content }) => content);
};

test.each([
  ['Keep your version', '<p>One.</p><p>Two. Mine.</p><p>Three.</p>'],
  ['Keep their version', OTHER_CONTENT],
  ['Save merged version', '<p>One.</p><p>Two. Mine.</p><p>Three.</p><p>Four.</p>'],
])('a conflict is resolved by "%s", and the revisions contain both versions', (choice, content) =>
  site.open({ expected: CONFLICT }, async (page) => {
    const id = await createConflict(page);
    expect(await findAxeViolations(page)).toEqual([]);
    const mine = await contentField(page).innerText();
    await typeContent(page, ' Still typing.');
    expect((await fetchDraft(page, id)).content).toBe(OTHER_CONTENT);
    // One undo removes everything that was typed without a pause.
    while ((await contentField(page).innerText()) !== mine) await page.keyboard.press('Control+z');
    await openComparison(page);
    expect(await findAxeViolations(page)).toEqual([]);
    await button(page, choice).click();
    await getOpenDialog(page).waitFor({ state: 'detached' });
    await waitForSaved(page);
    expect((await fetchDraft(page, id)).content).toBe(content);
    const contents = (await listRevisionContents(page, id)).join('\n');
    expect(contents).toContain('Two. Mine.');
    expect(contents).toContain('Two, by somebody else.');
    await typeContent(page, ' And on.');
    await waitForSaved(page);
    expect((await fetchDraft(page, id)).content).toContain('And on.');
  }),
);

test('conflicting blocks can be chosen one by one', () =>
  site.open({ expected: CONFLICT }, async (page) => {
    const id = await createConflict(page);
    await openComparison(page);
    // Only the paragraph that both changed is a question; the new one arrives by itself.
    expect(await getOpenDialog(page).getByRole('radio').count()).toBe(3);
    await getOpenDialog(page).getByRole('radio', { name: 'Difference 1: Both', exact: true }).check();
    await button(page, 'Save merged version').click();
    await waitForSaved(page);
    expect((await fetchDraft(page, id)).content).toBe(
      '<p>One.</p><p>Two. Mine.</p><p>Two, by somebody else.</p><p>Three.</p><p>Four.</p>',
    );
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

test('publishing is refused until the conflict with someone else is resolved', () =>
  site.open({ expected: CONFLICT }, async (page) => {
    await createConflict(page);
    await button(page, 'Publish...').click();
    await page
      .getByText('Someone else saved a different version. Compare the two versions before you publish.')
      .waitFor();
    expect(await getOpenDialog(page).count()).toBe(0);
  }));

test('publishing over what another call published of another paragraph publishes both changes without a question', () =>
  site.open({ expected: CONFLICT }, async (page) => {
    const id = await createPostDraft(site, BASE_CONTENT);
    await openEditor(site, page, paths.editBlog(id));
    await publishPost(page);
    await page.goto(paths.editBlog(id));
    await contentField(page).getByText('One.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine.');
    await waitForSaved(page);
    const { title, slug } = await call(page, 'GET', `/api/blogs/${id}`);
    const content = BASE_CONTENT.replace('Three.', 'Three, by somebody else.');
    await call(page, 'PUT', `/api/blogs/${id}`, { title, slug, content, categoryIds: [], status: 'published' });
    await publishPost(page);
    expect((await call(page, 'GET', `/api/blogs/${id}`)).content).toBe(
      '<p>One. Mine.</p><p>Two.</p><p>Three, by somebody else.</p>',
    );
  }));

test('a revision is compared and restored; the replaced text stays in the revisions', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page, 'The first version.');
    await page.reload();
    await contentField(page).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('A second one.');
    await waitForSaved(page);
    await button(page, 'Revisions').click();
    const older = getOpenDialog(page).locator('.revision-list button').last();
    await older.click();
    await getOpenDialog(page).locator('del').first().waitFor();
    await expect.poll(() => getOpenDialog(page).locator('.comparison').innerText()).toMatch(/first.*version/);
    expect(await findAxeViolations(page)).toEqual([]);
    await button(page, 'Restore this revision').click();
    await page.getByText('Revision restored as the draft.').waitFor();
    await expect.poll(() => contentField(page).innerText()).toBe('The first version.');
    expect((await fetchDraft(page, id)).content).toBe('<p>The first version.</p>');
    expect((await listRevisionContents(page, id)).join()).toContain('A second one.');
    await typeContent(page, ' Again.');
    await waitForSaved(page);
    expect((await fetchDraft(page, id)).content).toBe('<p>The first version. Again.</p>');
  }));

test('the revisions of a published post are compared with the published version first', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page, 'A draft.');
    await publishAsOther(page, id, '<p>Live words.</p>');
    await page.reload();
    await typeContent(page, ' Words of the draft.');
    await waitForSaved(page);
    await button(page, 'Revisions').click();
    await expect.poll(() => getOpenDialog(page).locator('ins').allInnerTexts()).toEqual([' Words of the draft.']);
    expect(await getOpenDialog(page).locator('del').count()).toBe(0);
    await getOpenDialog(page).getByText('Changes from the published version to this revision.').waitFor();
    const comparison = getOpenDialog(page).getByRole('combobox', { name: 'Compare with' });
    expect(await comparison.locator('option:checked').innerText()).toBe('The published version');
    await comparison.selectOption('The current text');
    await getOpenDialog(page).getByText('No differences').waitFor();
  }));

test('a post that another editor published meanwhile is not overwritten', () =>
  site.open({ expected: CONFLICT }, async (page) => {
    const id = await writePost(site, page, 'Mine.');
    // Another editor publishes while this tab is open.
    await publishAsOther(page, id, '<p>Theirs.</p>');
    await typeContent(page, ' Going on.');
    await page.locator('.notice').getByText('saved a different version').waitFor();
    await openComparison(page);
    await button(page, 'Keep this tab’s version').click();
    await waitForSaved(page);
    expect((await fetchDraft(page, id)).content).toBe('<p>Mine. Going on.</p>');
    expect((await call(page, 'GET', `/api/blogs/${id}`)).content).toBe('<p>Theirs.</p>');
    await saveStatus(page)
      .getByText(/^Saved at/)
      .waitFor();
    await page.goto(paths.blogManager);
  }));
