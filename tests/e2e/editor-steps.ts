import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { createBlogDraft } from '#api/features/blogs/drafts/drafts.service.ts';
import { paths } from '#src/lib/paths.ts';
import { waitForPaint } from '../support/browser/wait-for-paint.ts';
import { createDraftFields } from '../support/drafts/draft-caller.ts';
import type { Input } from './input-steps.ts';
import { readStoredSession } from './sign-in-steps.ts';
import { signInAs } from './sign-in-as.ts';
import type { Site } from './site.ts';

export const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' });
export const contentField = (page: Page) => page.getByRole('textbox', { name: 'Content' });
export const saveStatus = (page: Page) => page.locator('.save-words');
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The devices of the preview with the width of each in pixels. */
export const previewWidths = [
  ['Phone', 390],
  ['Tablet', 820],
  ['Desktop', 1440],
] as const;

/** Opens an editor screen as an admin and waits for its content field. */
export async function openEditor(site: Site, page: Page, path: string = paths.addBlog): Promise<void> {
  await signInAs(site, page);
  await page.goto(path);
  await contentField(page).waitFor();
}

/** Types at the end of the content. */
export async function typeContent(page: Page, text: string): Promise<void> {
  await contentField(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

export async function waitForSaved(page: Page): Promise<void> {
  await waitForPaint(page);
  await saveStatus(page)
    .getByText(/^Saved at/)
    .waitFor();
}

/** Creates the draft of a new post on the server, as a tab that was closed since. Returns its id. */
export async function createPostDraft(site: Site, content: string): Promise<number> {
  const fields = createDraftFields({ title: 'Harbour notes' });
  const input = { fields, content, client_id: `closed-tab-${randomUUID()}` };
  return (await createBlogDraft(site.server, input, { userId: null })).id;
}

/** Creates the draft of a new post and opens it in the editor. Returns its id. */
export async function writePost(site: Site, page: Page, text = 'The first words.'): Promise<number> {
  const id = await createPostDraft(site, `<p>${text}</p>`);
  await openEditor(site, page, paths.editBlog(id));
  return id;
}

// biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response that it expects
export async function call(page: Page, method: string, path: string, body?: unknown): Promise<any> {
  const { token } = await readStoredSession(page);
  const response = await fetch(new URL(path, page.url()), {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.status === 204 ? null : response.json();
}

/** The draft of a post on the server. */
export const fetchDraft = async (page: Page, id: number) => (await call(page, 'GET', `/api/blogs/${id}/draft`)).draft;

/** Saves other content as another editor, on top of the current draft. */
export async function saveAsOther(page: Page, id: number, content: string): Promise<void> {
  const { fields, version, base_revision } = await fetchDraft(page, id);
  await call(page, 'PUT', `/api/blogs/${id}/draft`, {
    fields,
    content,
    version,
    base_revision,
    client_id: `another-editor-${id}`,
  });
}

/** Requests for drafts of existing posts. */
export const DRAFT_ROUTE = '**/api/blogs/*/draft';
/** What a page reports while its requests are aborted. */
export const OFFLINE_ERRORS = [/ERR_INTERNET_DISCONNECTED/, /failed request/];

/** Types text while draft requests fail, and waits until the editor shows that it could not save. */
export async function typeUnsavedText(page: Page, text: string): Promise<void> {
  await page.route(DRAFT_ROUTE, (route) => route.abort('internetdisconnected'));
  await typeContent(page, text);
  await saveStatus(page)
    .getByText(/Couldn’t save/)
    .waitFor();
}

/** Ends a tab as a crash does, without any event of its page. Returns a new tab of the same browser. */
export async function replaceCrashedTab(page: Page): Promise<Page> {
  const context = page.context();
  await crashTab(page);
  await page.close();
  return context.newPage();
}

async function crashTab(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
}

/** Starts what the one primary button does: by its key, or by a tap. */
export async function startPublish(page: Page, { isPhone, press }: Input, label: string): Promise<void> {
  await button(page, label).waitFor();
  if (isPhone) await press(page, button(page, label));
  else await page.keyboard.press('Control+Enter');
}
