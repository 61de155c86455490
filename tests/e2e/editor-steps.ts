import type { Page } from 'playwright';
import { paths } from '#src/lib/paths.ts';
import type { Mailbox } from '../support/mailbox.ts';
import { signIn } from './sign-in-steps.ts';

/** Both are admins of the demo content. */
export const ADMIN = 'aroha@mateworks.example';

export const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' });
export const contentField = (page: Page) => page.getByRole('textbox', { name: 'Content' });
export const status = (page: Page) => page.locator('.save-status');

/** Signs in as an admin and opens a writing screen, ready to type. */
export async function openEditor(page: Page, mailbox: Mailbox, path: string = paths.addBlog): Promise<void> {
  await signIn(page, mailbox, ADMIN, `${paths.login}?callbackUrl=${encodeURIComponent(path)}`);
  await page.waitForURL((url) => url.pathname === path);
  await contentField(page).waitFor();
}

export async function typeContent(page: Page, words: string): Promise<void> {
  await contentField(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

export const waitForSaved = (page: Page) =>
  status(page)
    .getByText(/^Saved at/)
    .waitFor();
