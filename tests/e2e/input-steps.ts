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
  for (let count = 0; count < MAX_TABS; count += 1) {
    const key = await target.evaluate((element) => {
      const focused = document.activeElement;
      if (focused === element) return null;
      if (element.role === 'menuitem') return 'ArrowDown';
      const isBehind = focused && focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
      return isBehind ? 'Shift+Tab' : 'Tab';
    });
    if (key === null) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach ${String(target)}.`);
}
