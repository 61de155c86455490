import type { Locator, Page } from 'playwright';
import { PHONE, type VisitOptions } from '../support/browser/browser.ts';

/** How a journey operates a page: the same steps by keyboard alone and by touch. */
export type Input = {
  isPhone: boolean;
  options: Omit<VisitOptions, 'origin'>;
  /** Presses a link, a button or a field. */
  press(page: Page, target: Locator, key?: string): Promise<void>;
  /** Puts the focus into a field and replaces its text. */
  write(page: Page, field: Locator, text: string): Promise<void>;
};

export const KEYBOARD: Input = {
  isPhone: false,
  options: {},
  async press(page, target, key = 'Enter') {
    await tabTo(page, target);
    await page.keyboard.press(key);
  },
  async write(page, field, text) {
    await tabTo(page, field);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  },
};

const TOUCH: Input = {
  isPhone: true,
  options: { viewport: PHONE, hasTouch: true, isMobile: true },
  press: (_page, target) => target.tap(),
  async write(page, field, text) {
    await field.tap();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  },
};

export const INPUTS: readonly [name: string, input: Input][] = [
  ['by keyboard alone', KEYBOARD],
  ['on a phone', TOUCH],
];

const MAX_TABS = 150;

/** Moves the focus by Tab or Shift+Tab, in a menu by the arrow. @throws Error when it does not get there */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  await page.waitForFunction(isInteractive);
  for (let count = 0; count < MAX_TABS;) {
    const step = await target.evaluate(findStep);
    if (step === null) return;
    for (let pressed = 0; pressed < step.times; pressed += 1) await page.keyboard.press(step.key);
    count += step.times;
  }
  throw new Error(`Tab does not reach ${String(target)}.`);
}

/** The islands that start with the page have started: a stop that goes as they do would send the focus past the target. Runs in the page. */
const isInteractive = () => !document.querySelector('astro-island[ssr]:is([client=load], [client=idle])');

/**
 * The key that leads to an element, and how often it can be pressed before the focus is looked for again: half of the way,
 * as stops disappear while a page becomes interactive. Runs in the page.
 */
function findStep(target: Element): { key: string; times: number } | null {
  const focused = document.activeElement;
  if (focused === target) return null;
  if (target.role === 'menuitem') return { key: 'ArrowDown', times: 1 };
  const isBefore = (first: Element, second: Element) =>
    (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const isBehind = focused !== null && isBefore(target, focused);
  const [first, last] = isBehind ? [target, focused] : [focused ?? document.body, target];
  const stops = Array.from(document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'));
  const between = stops.filter(
    (element) =>
      isBefore(first, element) &&
      isBefore(element, last) &&
      element.tabIndex === 0 &&
      !element.matches(':disabled, [inert] *, [type=radio]') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  return { key: isBehind ? 'Shift+Tab' : 'Tab', times: Math.max(1, Math.floor(between.length / 2)) };
}
