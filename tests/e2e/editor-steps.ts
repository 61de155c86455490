import type { Page } from 'playwright';
import { createBlogDraft } from '#api/features/blogs/drafts/drafts.service.ts';
import { paths } from '#src/lib/paths.ts';
import { waitForPaint } from '../support/browser/wait-for-paint.ts';
import { createDraftFields } from '../support/drafts/draft-caller.ts';
import { storedIn } from './sign-in-steps.ts';
import { signInAs } from './sign-in-as.ts';
import type { Site } from './site.ts';

export const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' });
export const contentField = (page: Page) => page.getByRole('textbox', { name: 'Content' });
export const status = (page: Page) => page.locator('.save-words');
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page) => page.locator('dialog[open]');

/** What a preview can be looked at as, and how wide it is then, pixels. */
export const previewWidths = [
  ['Phone', 390],
  ['Tablet', 820],
  ['Desktop', 1440],
] as const;

/** Opens a writing screen as an admin, ready to type. */
export async function openEditor(site: Site, page: Page, path: string = paths.addBlog): Promise<void> {
  await signInAs(site, page);
  await page.goto(path);
  await contentField(page).waitFor();
}

/** Goes on typing at the end of the text. */
export async function typeContent(page: Page, words: string): Promise<void> {
  await contentField(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

export async function waitForSaved(page: Page): Promise<void> {
  await waitForPaint(page);
  await status(page)
    .getByText(/^Saved at/)
    .waitFor();
}

/** The draft of a new post, as another tab has saved it. Returns its id. */
export async function createPostDraft(site: Site, content: string): Promise<number> {
  const fields = createDraftFields({ title: 'Harbour notes' });
  const input = { fields, content, client_id: 'a-tab-that-is-closed' };
  return (await createBlogDraft(site.server, input, { userId: null })).id;
}

/** Opens the draft of a new post with a title and some words. Returns its id. */
export async function writePost(site: Site, page: Page, words = 'The first words.'): Promise<number> {
  const id = await createPostDraft(site, `<p>${words}</p>`);
  await openEditor(site, page, paths.editBlog(id));
  return id;
}

// biome-ignore lint/suspicious/noExplicitAny: a test says by what it expects of the answer what it takes it for
export async function call(page: Page, method: string, path: string, body?: unknown): Promise<any> {
  const { token } = await storedIn(page);
  const response = await fetch(new URL(path, page.url()), {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.status === 204 ? null : response.json();
}

/** What the server has of a post that is being written. */
export const draftOf = async (page: Page, id: number) => (await call(page, 'GET', `/api/blogs/${id}/draft`)).draft;

/** Somebody else saves another content on top of what is there. */
export async function saveAsOther(page: Page, id: number, content: string): Promise<void> {
  const { fields, version, base_revision } = await draftOf(page, id);
  await call(page, 'PUT', `/api/blogs/${id}/draft`, {
    ...{ fields, content, version, base_revision },
    client_id: `another-editor-${id}`,
  });
}

/** Another tab of the same browser signs in anew. */
export async function signInElsewhere(site: Site, page: Page): Promise<void> {
  const other = await page.context().newPage();
  await signInAs(site, other);
  await other.goto(paths.privacy);
}

/** Ends a tab as a crash does: nothing of the page runs any more. */
export async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
}
