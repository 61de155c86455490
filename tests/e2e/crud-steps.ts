import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { signInAs } from './sign-in-as.ts';
import { type Site, pollUntil } from './site.ts';

/** The element in which the drag library announces each step to screen readers. */
export const DRAG_LIVE_REGION = '[id^=DndLiveRegion]';

/** Opens a screen of the back office as an admin. Returns a function that calls the API as that admin. */
export async function openAsAdmin(site: Site, page: Page, path: string) {
  const token = await signInAs(site, page, 'admin');
  await page.goto(path);
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response that it expects
  return async (method: string, apiPath: string, body?: unknown): Promise<any> => {
    const response = await fetch(new URL(apiPath, site.origin), {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.status === 204 ? null : response.json();
  };
}

export const waitForToast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
export const readTitles = (list: Locator) => list.locator('.row-title').allInnerTexts();

/** Drags a row by its handle onto another one of its group, by the mouse. */
export async function dragOnto(page: Page, handle: Locator, row: Locator): Promise<void> {
  const liveRegion = page.locator(DRAG_LIVE_REGION);
  const position = 1 + (await row.evaluate((element) => [...(element.parentElement?.children ?? [])].indexOf(element)));
  await handle.hover();
  await page.mouse.down();
  const from = await handle.boundingBox();
  await page.mouse.move((from?.x ?? 0) + 4, (from?.y ?? 0) + 12, { steps: 4 });
  await liveRegion.getByText('Picked up.').waitFor();
  const box = await row.boundingBox();
  if (!box) throw new Error('The row is not visible.');
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y - 5, { steps: 4 });
  // A drop uses the position that was rendered last. Moves are ignored while the rows are measured, so the mouse keeps
  // moving until the position is announced.
  let step = 0;
  await pollUntil(async () => {
    step += 1;
    await page.mouse.move(x, y - (step % 2));
    return (await liveRegion.innerText()).includes(`is in position ${position} of`);
  }, 'the new position is announced');
  await page.mouse.up();
  await pollUntil(() => page.evaluate(receivesClicks), 'the page receives clicks again');
}

/** Whether clicks reach the page: right after a drop the drag library suppresses them. */
function receivesClicks(): boolean {
  const probe = document.body.appendChild(document.createElement('i'));
  let isReceived = false;
  probe.addEventListener('click', () => {
    isReceived = true;
  });
  probe.click();
  probe.remove();
  return isReceived;
}

/** Moves a row by its handle and the keyboard; waits for the announcement of each step. */
export async function moveByKeys(page: Page, handle: Locator, keys: readonly ('ArrowUp' | 'ArrowDown')[], end: string) {
  const liveRegion = page.locator(DRAG_LIVE_REGION);
  await handle.focus();
  await page.keyboard.press('Space');
  await liveRegion.getByText('Picked up.').waitFor();
  for (const key of keys) {
    const before = await liveRegion.innerText();
    await page.evaluate(waitForKeyListener);
    await page.keyboard.press(key);
    await pollUntil(async () => (await liveRegion.innerText()) !== before, `${key} is announced`);
  }
  await page.keyboard.press(end);
}

/** The drag library adds its key listener in a timer, and measures the rows in the frame after each move. */
function waitForKeyListener(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  });
}

/** Polls until the value equals the expected one; fails with the difference. */
export async function expectEventually(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const isEqual = async () => JSON.stringify(await read()) === JSON.stringify(expected);
  await pollUntil(isEqual, 'the expected value').catch(async () => expect(await read()).toEqual(expected));
}

/** Returns the common screen widths at which the page is wider than the window. */
export async function findOverflowingWidths(page: Page): Promise<number[]> {
  const initialViewport = page.viewportSize();
  const overflowing: number[] = [];
  for (const width of [320, 390, 720, 820, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) overflowing.push(width);
  }
  if (initialViewport) await page.setViewportSize(initialViewport);
  return overflowing;
}

/** Opens the menu of a row and chooses an action, by the keyboard or the mouse. */
export async function chooseAction(page: Page, row: string, label: string, by: 'click' | 'key' = 'click') {
  const opener = page.getByRole('button', { name: `Actions for ${row}`, exact: true });
  const item = page.getByRole('menuitem', { name: label, exact: true });
  if (by === 'click') {
    await opener.click();
    await item.click();
  } else {
    await opener.press('Enter');
    await item.press('Enter');
  }
}
