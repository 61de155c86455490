import type { Page } from 'playwright';

/** Waits until React has rendered the last input, so that status texts refer to it. */
export function waitForPaint(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // React has queued its work before these tasks.
    for (let task = 0; task < 2; task += 1) await new Promise((resolve) => setTimeout(resolve));
  });
}
