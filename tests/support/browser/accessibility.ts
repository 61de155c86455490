import { readFile } from 'node:fs/promises';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { chooseSize } from '../random/size.ts';
import { DESKTOP, PHONE } from './browser.ts';

/** The rules that depend on colours; all others give the same result in light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The rules that depend on the width of the window, too; all others depend on markup alone. */
const LAYOUT_RULES = [...COLOUR_RULES, 'scrollable-region-focusable', 'region', 'aria-hidden-focus'];

/** Without what nobody reads: elements that pass, and a selector of each. */
const VIOLATIONS_ONLY: RunOptions = { resultTypes: ['violations'], selectors: false };

type Scheme = 'light' | 'dark';
type Options = {
  /** The first with all rules, another with those about colours. */
  schemes?: readonly Scheme[];
  /** Those of the first scheme, when not all of them. */
  rules?: readonly string[] | undefined;
  disabledRules?: readonly string[];
};

/** Runs axe on the page in its current state. Returns one line for each violation. */
export async function findAxeViolations(
  page: Page,
  { schemes = chooseSize<readonly Scheme[]>(['light'], ['light', 'dark']), rules, disabledRules = [] }: Options = {},
): Promise<string[]> {
  const disabled = Object.fromEntries(disabledRules.map((id) => [id, { enabled: false }]));
  const violations: string[] = [];
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    const runOnly = index === 0 ? rules : COLOUR_RULES;
    const found = await runAxe(page, {
      ...VIOLATIONS_ONLY,
      ...(runOnly ? { runOnly: [...runOnly] } : { rules: disabled }),
    });
    violations.push(...found.map((violation) => `${colorScheme}: ${violation}`));
  }
  return violations;
}

/**
 * Of the page on a desktop in light, and on a phone in dark with the rules that depend on either; at full size on both in both. What only a
 * phone shows is checked with all rules where it is opened: the drawer and the search by `accessibility.test.ts`, that of islands by their own
 * tests, which have no styles that would hide it.
 */
export async function findAxeViolationsAtBothWidths(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const [viewport, scheme, other, rules] of [
    [DESKTOP, 'light', 'dark', undefined],
    [PHONE, 'dark', 'light', LAYOUT_RULES],
  ] as const) {
    await page.setViewportSize(viewport);
    const schemes = chooseSize<readonly Scheme[]>([scheme], [scheme, other]);
    const found = await findAxeViolations(page, { schemes, rules });
    violations.push(...found.map((violation) => `${viewport.width} px, ${violation}`));
  }
  return violations;
}

/** Less than half of `axe.source`. */
const axeScript = readFile(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** Loads axe once for each document: AxeBuilder sends its script twice with every run. */
async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  for (const frame of page.frames()) {
    // A frame without scripts can't run axe.
    if (frame.parentFrame() && (await (await frame.frameElement()).getAttribute('sandbox')) !== null) continue;
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(await axeScript);
  }
  return page.evaluate(async (runOptions) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, runOptions);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, options);
}
