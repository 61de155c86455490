import type { Page } from 'playwright';
import { paths } from '#src/lib/paths.ts';
import { demoPaths } from '../../support/site/demo-paths.ts';

export const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });

export const planCard = (page: Page, planName: string) => page.getByRole('article', { name: planName, exact: true });

export const planButton = (page: Page, planName: string) => page.getByRole('button', { name: `Choose ${planName}` });

/** Presses the button of a test card on a page of the payment sandbox. */
export const payWith = (page: Page, number: string) => page.locator(`button[name="card"][value="${number}"]`).click();

/** Waits for the hosted payment page; the id of its checkout session. */
export async function waitForCheckout(page: Page): Promise<string> {
  await page.waitForURL(/\/checkout\/cs_/);
  await page.getByRole('heading', { name: 'Pay with card' }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Chooses a plan on the pricing page as a signed-in user; the id of the checkout session. */
export async function choosePlan(page: Page, planName: string): Promise<string> {
  await page.goto(demoPaths.genmatePricing);
  await planButton(page, planName).click();
  return waitForCheckout(page);
}

/** Waits for the page after a payment that went through. */
export async function waitForWelcome(page: Page, planName: string): Promise<void> {
  await page.waitForURL(`**${paths.subscriptionSuccess}?session_id=*`);
  await page.getByRole('heading', { level: 1, name: `Welcome to GenMate ${planName}` }).waitFor();
}
