import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** The rules that look at colours; all others see the same page in light and dark. */
const COLOUR_RULES = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };
/** Without this axe also describes every element that passed, each with a unique selector: most of its time. */
const VIOLATIONS_ONLY = { resultTypes: ['violations' as const] };

type Violation = { id: string; nodes: { html: string }[] };
type WithAxe = { axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> } };

/** Rules of accessibility that the page breaks as it is, in light and dark. */
export async function findAxeViolations(page: Page, disabledRules: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(disabledRules.map((id) => [id, { enabled: false }]));
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await new AxeBuilder({ page }).setLegacyMode(true).options({ ...VIOLATIONS_ONLY, rules }).analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  // The builder would load its half megabyte of script once more.
  const dark = await page.evaluate(
    (options) => (globalThis as unknown as WithAxe).axe.run(document, options),
    { ...VIOLATIONS_ONLY, runOnly: COLOUR_RULES },
  );
  return [...formatViolations('light', light.violations), ...formatViolations('dark', dark.violations)];
}

const formatViolations = (scheme: string, violations: Violation[]) =>
  violations.flatMap(({ id, nodes }) => nodes.map((node) => `${scheme}: ${id}: ${node.html.slice(0, 160)}`));
