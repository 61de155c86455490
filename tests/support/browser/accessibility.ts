import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** The rules that look at colours; all others see the same page in light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Rules of accessibility that the page breaks as it is, in light and dark. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await findViolations(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...light, ...(await findViolations(page, 'dark', COLOUR_RULES))];
}

async function findViolations(page: Page, scheme: string, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${scheme}: ${id}: ${node.html.slice(0, 160)}`));
}
