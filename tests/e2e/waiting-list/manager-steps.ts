import type { Locator, Page } from 'playwright';
import { paths } from '#src/lib/paths.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site } from '../site.ts';

/** Adds people to a waiting list, the first one last. Their addresses end with @journey.example. */
export async function addPeople(site: Site, names: readonly string[], productId = 4): Promise<void> {
  for (const [at, name] of names.entries()) {
    await site.server.db.client.execute({
      sql: `INSERT INTO waiting_list_entries (public_id, product_id, email, first_name, last_name, intent, created_at, confirmed_at)
            VALUES (?, ?, ?, ?, 'Journey', 'A long answer. ' || ?, ?, 1)`,
      args: [
        `journey-${name}`,
        productId,
        `${name.toLowerCase()}@journey.example`,
        name,
        'And so on. '.repeat(20),
        Date.now() - at * 1000,
      ],
    });
  }
}

export async function openManager(site: Site, page: Page, query = '?search=journey'): Promise<void> {
  await signInAs(site, page);
  await page.goto(`${paths.waitingListManager}${query}`);
  await page.locator('a.row-title').first().waitFor();
}

export const waitForToast = (page: Page, text: string | RegExp) => page.locator('.toast', { hasText: text }).waitFor();
export const listNames = (page: Page) => page.locator('a.row-title').allInnerTexts();

/** Presses a button of the open dialog, which has this text. */
export async function confirm(page: Page, text: string, button: string): Promise<void> {
  await getOpenDialog(page).getByText(text).waitFor();
  await getOpenDialog(page).getByRole('button', { name: button, exact: true }).click();
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 100; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}.`);
}

/** The figure of a step of the funnel, by its label in its case: hidden texts name the steps too. */
export async function readFunnel(page: Page, step: RegExp): Promise<number> {
  const steps = page.getByLabel('From joining to paying').getByRole('listitem');
  return Number(await steps.filter({ hasText: step }).locator('b').innerText());
}
