import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** The rules that depend on colours; all others give the same result in light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Without what nobody reads: elements that pass, and a selector of each. */
const VIOLATIONS_ONLY: RunOptions = { resultTypes: ['violations'], selectors: false };

/** Runs axe on the page in its current state, in light and dark. Returns one line for each violation. */
export async function findAxeViolations(page: Page, disabledRules: readonly string[] = []): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const rules = Object.fromEntries(disabledRules.map((id) => [id, { enabled: false }]));
  const light = await runAxe(page, { ...VIOLATIONS_ONLY, rules });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await runAxe(page, { ...VIOLATIONS_ONLY, runOnly: COLOUR_RULES });
  return [...light.map((violation) => `light: ${violation}`), ...dark.map((violation) => `dark: ${violation}`)];
}

/** Loads axe once for each document: its script is half a megabyte, and AxeBuilder sends it twice with every run. */
async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  for (const frame of page.frames()) {
    // A frame without scripts can't run axe.
    if (frame.parentFrame() && (await (await frame.frameElement()).getAttribute('sandbox')) !== null) continue;
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  }
  return page.evaluate(async (runOptions) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, runOptions);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, options);
}
