import type { Page } from 'playwright';

/** Lets the screen draw what it knows: only then its words are about what was typed last. */
export function waitForPaint(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // What React has to draw stands in line before these.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  });
}
