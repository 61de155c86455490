import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { chooseSize } from '../random/size.ts';
import { DESKTOP, PHONE } from './browser.ts';

/** The rules that depend on colours; all others give the same result in light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Without what nobody reads: elements that pass, and a selector of each. */
const VIOLATIONS_ONLY: RunOptions = { resultTypes: ['violations'], selectors: false };

type Scheme = 'light' | 'dark';
type Options = {
  /** The first with all rules, another with those about colours. */
  schemes?: readonly Scheme[];
  disabledRules?: readonly string[];
};

/** Runs axe on the page in its current state. Returns one line for each violation. */
export async function findAxeViolations(
  page: Page,
  { schemes = chooseSize<readonly Scheme[]>(['light'], ['light', 'dark']), disabledRules = [] }: Options = {},
): Promise<string[]> {
  const rules = Object.fromEntries(disabledRules.map((id) => [id, { enabled: false }]));
  const violations: string[] = [];
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    const found = await runAxe(page, {
      ...VIOLATIONS_ONLY,
      ...(index === 0 ? { rules } : { runOnly: COLOUR_RULES }),
    });
    violations.push(...found.map((violation) => `${colorScheme}: ${violation}`));
  }
  return violations;
}

/** Of the page on a desktop in light and on a phone in dark; at full size on both in both. */
export async function findAxeViolationsAtBothWidths(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const [viewport, scheme, other] of [
    [DESKTOP, 'light', 'dark'],
    [PHONE, 'dark', 'light'],
  ] as const) {
    await page.setViewportSize(viewport);
    const found = await findAxeViolations(page, { schemes: chooseSize<readonly Scheme[]>([scheme], [scheme, other]) });
    violations.push(...found.map((violation) => `${viewport.width} px, ${violation}`));
  }
  return violations;
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
