import type { Page } from 'playwright';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { paths } from '#src/lib/paths.ts';
import type { Mailbox } from '../support/mail/mailbox.ts';

export { findAxeViolations as violationsOf } from '../support/browser/accessibility.ts';

let people = 0;

/** An address that nobody has used in this run. */
export function newAddress(): string {
  people += 1;
  return `person${people}.${process.pid}@example.com`;
}

export const codeField = (page: Page) => page.getByLabel('Verification code');
export const errorBox = (page: Page) => page.locator('#main_content .form-error');

/** Opens the sign-in page and asks for a code there. */
export async function askForCode(page: Page, email: string, path: string = paths.login): Promise<void> {
  await page.goto(path);
  await fillIn(page, email);
}

/** Asks for a code on the sign-in page that is open. */
export async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Email' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await codeField(page).waitFor();
}

/** Signs in by the code from the mail, and waits for the page that it leads to. */
export async function signIn(page: Page, mailbox: Mailbox, email: string, path: string = paths.login): Promise<void> {
  await askForCode(page, email, path);
  await codeField(page).fill((await mailbox.nextCode(email)).code);
  await page.waitForURL((url) => url.pathname !== paths.login);
}

export type Stored = { token: string | null; user: UserJson | null; lastUsedEmail: string | null };

/** What the browser keeps. */
export const storedIn = (page: Page): Promise<Stored> =>
  page.evaluate(() => ({
    token: localStorage.getItem('token'),
    user: JSON.parse(localStorage.getItem('user') ?? 'null') as UserJson | null,
    lastUsedEmail: localStorage.getItem('lastUsedEmail'),
  }));

/** The calls of an API path that the page makes from now on. */
export function watchCalls(page: Page, path: string): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request.postData() ?? '');
  });
  return calls;
}
