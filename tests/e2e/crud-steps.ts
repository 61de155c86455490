import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { signInAs } from './sign-in-as.ts';
import { type Site, until } from './site.ts';

/** Opens a screen of the back office as an admin. Answers calls of the API in that person's name. */
export async function openAsAdmin(site: Site, page: Page, path: string) {
  const token = await signInAs(site, page, 'admin');
  await page.goto(path);
  // biome-ignore lint/suspicious/noExplicitAny: a test says by what it expects what it takes the answer for
  return async (method: string, apiPath: string, body?: unknown): Promise<any> => {
    const response = await fetch(new URL(apiPath, site.origin), {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.status === 204 ? null : response.json();
  };
}

export const toast = (page: Page, words: string) => page.locator('.toast', { hasText: words }).first().waitFor();
export const dialogOf = (page: Page) => page.locator('dialog[open]');
export const titlesIn = (place: Locator) => place.locator('.row-title').allInnerTexts();

/** Drags a row by its handle onto another one of its group, by the mouse. */
export async function dragOnto(page: Page, handle: Locator, row: Locator): Promise<void> {
  const said = page.locator('[id^=DndLiveRegion]');
  const place = 1 + (await row.evaluate((it) => [...(it.parentElement?.children ?? [])].indexOf(it)));
  await handle.hover();
  await page.mouse.down();
  const from = await handle.boundingBox();
  await page.mouse.move((from?.x ?? 0) + 4, (from?.y ?? 0) + 12, { steps: 4 });
  await said.getByText('Picked up.').waitFor();
  const box = await row.boundingBox();
  if (!box) throw new Error('The row is not to be seen.');
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y - 5, { steps: 4 });
  // A drop lands where the row was last drawn, and a busy page draws the rows on the way first. A move that comes while
  // they are measured is not seen, so the mouse moves on, as a hand does.
  let step = 0;
  await until(async () => {
    step += 1;
    await page.mouse.move(x, y - (step % 2));
    return (await said.innerText()).includes(`is at place ${place} of`);
  }, 'the row is announced in its place');
  await page.mouse.up();
  await until(() => page.evaluate(hearsClicks), 'clicks are heard again');
}

/** Whether the page takes clicks: for a moment after a drop they are taken for the end of the drag. */
function hearsClicks(): boolean {
  const probe = document.body.appendChild(document.createElement('i'));
  let heard = false;
  probe.addEventListener('click', () => {
    heard = true;
  });
  probe.click();
  probe.remove();
  return heard;
}

/** Moves a row by its handle and the keys; each step waits until it is announced. */
export async function moveByKeys(page: Page, handle: Locator, keys: readonly ('ArrowUp' | 'ArrowDown')[], end: string) {
  const said = page.locator('[id^=DndLiveRegion]');
  await handle.focus();
  await page.keyboard.press('Space');
  await said.getByText('Picked up.').waitFor();
  for (const key of keys) {
    const before = await said.innerText();
    await page.evaluate(whenKeysAreHeard);
    await page.keyboard.press(key);
    await until(async () => (await said.innerText()) !== before, `${key} is announced`);
  }
  await page.keyboard.press(end);
}

/** The drag listens to keys from a timer after its start, and needs the rows measured, which takes a frame after each move. */
function whenKeysAreHeard(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  });
}

/** Waits for a list to be as it should. */
export async function expectSoon(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const isIt = async () => JSON.stringify(await read()) === JSON.stringify(expected);
  await until(isIt, 'the list').catch(async () => expect(await read()).toEqual(expected));
}

/** The widths, of those that people have, at which the page is wider than the window. */
export async function tooNarrowFor(page: Page): Promise<number[]> {
  const before = page.viewportSize();
  const found: number[] = [];
  for (const width of [320, 390, 720, 820, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) found.push(width);
  }
  if (before) await page.setViewportSize(before);
  return found;
}
