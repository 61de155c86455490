import type { Page } from 'playwright';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { paths } from '#src/lib/paths.ts';
import type { Mailbox } from '../support/mail/mailbox.ts';

let addressCount = 0;

/** An email address that is unique within this run. */
export function createEmailAddress(): string {
  addressCount += 1;
  return `person${addressCount}.${process.pid}@example.com`;
}

export const codeField = (page: Page) => page.getByLabel('Verification code');
export const errorBox = (page: Page) => page.locator('#main_content .form-error');

/** Opens the sign-in page and requests a code. */
export async function askForCode(page: Page, email: string, path: string = paths.login): Promise<void> {
  await page.goto(path);
  await submitEmail(page, email);
}

/** Submits the email form of the open sign-in page, which sends a code. */
export async function submitEmail(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Email' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await codeField(page).waitFor();
}

/** Signs in with the emailed code and waits until the browser leaves the sign-in page. */
export async function signIn(page: Page, mailbox: Mailbox, email: string, path: string = paths.login): Promise<void> {
  await askForCode(page, email, path);
  await codeField(page).fill((await mailbox.waitForCode(email)).code);
  await page.waitForURL((url) => url.pathname !== paths.login);
}

export type StoredSession = { token: string | null; user: UserJson | null; lastUsedEmail: string | null };

/** The session data in the browser’s storage. */
export const readStoredSession = (page: Page): Promise<StoredSession> =>
  page.evaluate(() => ({
    token: localStorage.getItem('token'),
    user: JSON.parse(localStorage.getItem('user') ?? 'null') as UserJson | null,
    lastUsedEmail: localStorage.getItem('lastUsedEmail'),
  }));

/** Collects the bodies of all further requests of the page to an API path. */
export function recordRequestBodies(page: Page, path: string): string[] {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) bodies.push(request.postData() ?? '');
  });
  return bodies;
}
