import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** The rules that depend on colours; all others give the same result in light and dark. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

type Violation = { id: string; nodes: { html: string }[] };
type WithAxe = { axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> } };

/** Runs axe on the page in its current state, in light and dark. Returns one line for each violation. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  // Uses the axe script that the builder has injected, instead of loading its 500 KB again.
  const dark = await page.evaluate(
    (runOnly) => (globalThis as unknown as WithAxe).axe.run(document, { runOnly }),
    COLOUR_RULES,
  );
  return [...formatViolations('light', light.violations), ...formatViolations('dark', dark.violations)];
}

const formatViolations = (scheme: string, violations: Violation[]) =>
  violations.flatMap(({ id, nodes }) => nodes.map((node) => `${scheme}: ${id}: ${node.html.slice(0, 160)}`));
