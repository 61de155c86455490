import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import {
  button,
  call,
  contentField,
  createPostDraft,
  dialog,
  draftOf,
  openEditor,
  saveAsOther,
  status,
  typeContent,
  waitForSaved,
  writePost,
} from '../editor-steps.ts';
import { violationsOf } from '../sign-in-steps.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const COLLIDES = [/409/];
const START = '<p>One.</p><p>Two.</p><p>Three.</p>';
const THEIRS = '<p>One.</p><p>Two, by somebody else.</p><p>Three.</p><p>Four.</p>';

/** Two editors changed the same paragraph, and each added something. */
async function collide(page: Page): Promise<number> {
  const id = await createPostDraft(site, START);
  await openEditor(site, page, paths.editBlog(id));
  await saveAsOther(page, id, THEIRS);
  await contentField(page).getByText('Two.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Mine.');
  await page.getByText('saved another version of this post').waitFor();
  return id;
}

async function openChoice(page: Page): Promise<void> {
  await button(page, 'Compare and choose').first().click();
  await dialog(page).getByText('Somebody else saved another version').waitFor();
}

const kept = async (page: Page, id: number): Promise<string[]> => {
  const { revisions } = await call(page, 'GET', `/api/blogs/${id}/revisions`);
  const whole = revisions.map(({ number }: { number: number }) =>
    call(page, 'GET', `/api/blogs/${id}/revisions/${number}`),
  );
  return (await Promise.all(whole)).map(({ content }) => content);
};

test.each([
  ['Take mine', '<p>One.</p><p>Two. Mine.</p><p>Three.</p>'],
  ['Take theirs', THEIRS],
  ['Save the merged text', '<p>One.</p><p>Two. Mine.</p><p>Two, by somebody else.</p><p>Three.</p><p>Four.</p>'],
])('two editors collide: %s, and both versions stay in the revisions', (choice, content) =>
  site.open({ expected: COLLIDES }, async (page) => {
    const id = await collide(page);
    expect(await violationsOf(page)).toEqual([]);
    const mine = await contentField(page).innerText();
    await typeContent(page, ' Still typing.');
    expect((await draftOf(page, id)).content).toBe(THEIRS);
    // One step back takes out what was typed without a pause.
    while ((await contentField(page).innerText()) !== mine) await page.keyboard.press('Control+z');
    await openChoice(page);
    expect(await violationsOf(page)).toEqual([]);
    await button(page, choice).click();
    await dialog(page).waitFor({ state: 'detached' });
    await waitForSaved(page);
    expect((await draftOf(page, id)).content).toBe(content);
    const all = (await kept(page, id)).join('\n');
    expect(all).toContain('Two. Mine.');
    expect(all).toContain('Two, by somebody else.');
    await typeContent(page, ' And on.');
    await waitForSaved(page);
    expect((await draftOf(page, id)).content).toContain('And on.');
  }),
);

test('a place is chosen by itself: theirs here, mine there', () =>
  site.open({ expected: COLLIDES }, async (page) => {
    const id = await collide(page);
    await openChoice(page);
    await dialog(page).getByRole('radio', { name: 'Place 1: Theirs', exact: true }).check();
    await dialog(page).getByRole('radio', { name: 'Place 2: Mine: leave it out' }).check();
    await button(page, 'Save the merged text').click();
    await waitForSaved(page);
    expect((await draftOf(page, id)).content).toBe('<p>One.</p><p>Two, by somebody else.</p><p>Three.</p>');
  }));

test('publishing waits until the versions are settled', () =>
  site.open({ expected: COLLIDES }, async (page) => {
    await collide(page);
    await button(page, 'Save draft').click();
    await page.getByText('Compare and choose first, then publish.').waitFor();
    expect(await dialog(page).count()).toBe(0);
  }));

test('a revision is compared and restored; what stood there before stays too', () =>
  site.open({}, async (page) => {
    const id = await writePost(site, page, 'The first version.');
    await page.reload();
    await contentField(page).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('A second one.');
    await waitForSaved(page);
    await button(page, 'Revisions').click();
    const older = dialog(page).locator('.revision-list button').last();
    await older.click();
    await dialog(page).locator('del').first().waitFor();
    await expect.poll(() => dialog(page).locator('.comparison').innerText()).toMatch(/first.*version/);
    expect(await violationsOf(page)).toEqual([]);
    await button(page, 'Restore this revision').click();
    await page.getByText('The revision is the draft now.').waitFor();
    await expect.poll(() => contentField(page).innerText()).toBe('The first version.');
    expect((await draftOf(page, id)).content).toBe('<p>The first version.</p>');
    expect((await kept(page, id)).join()).toContain('A second one.');
    await typeContent(page, ' Again.');
    await waitForSaved(page);
    expect((await draftOf(page, id)).content).toBe('<p>The first version. Again.</p>');
  }));

test('a live post that somebody else published meanwhile is not written over', () =>
  site.open({ expected: COLLIDES }, async (page) => {
    const id = await writePost(site, page, 'Mine.');
    const { fields, version } = await draftOf(page, id);
    // Publishes what is there, while this tab goes on.
    const before = { fields: { ...fields, status: 'published' }, content: '<p>Theirs.</p>', version, base_revision: 1 };
    const saved = await call(page, 'PUT', `/api/blogs/${id}/draft`, { ...before, client_id: `another-editor-${id}` });
    await call(page, 'POST', `/api/blogs/${id}/publish`, { version: saved.version });
    await typeContent(page, ' Going on.');
    await page.getByText('saved another version of this post').waitFor();
    await openChoice(page);
    await button(page, 'Take mine').click();
    await waitForSaved(page);
    expect((await draftOf(page, id)).content).toBe('<p>Mine. Going on.</p>');
    expect((await call(page, 'GET', `/api/blogs/${id}`)).content).toBe('<p>Theirs.</p>');
    await status(page)
      .getByText(/^Saved at/)
      .waitFor();
    await page.goto(paths.blogManager);
  }));
