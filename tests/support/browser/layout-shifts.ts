import type { Page } from 'playwright';
import { paths } from '#src/lib/paths.ts';
import { demoPaths } from '../site/demo-paths.ts';

export const SHIFT_TEST_PATHS = [paths.home, paths.blogs, paths.blog('gst-for-sole-traders'), demoPaths.genmatePricing];

export type Shift = { value: number; elementNames: string };

/** Records every layout shift without user input, with the elements that moved. Runs in the page. */
export function recordShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    const entries = list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node | null }[] })[];
    for (const { value, sources } of entries) {
      shifts.push({ value, elementNames: sources.map(({ node }) => node?.nodeName).join(', ') });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Loads a page and scrolls to its end. Returns the layout shifts; needs `recordShifts` as an init script. */
export async function measureShifts(page: Page, path: string): Promise<Shift[]> {
  await page.goto(path, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const step = page.viewportSize()?.height ?? 800;
  for (let top = 0; top < height; top += step) {
    await page.mouse.wheel(0, step);
    await page.evaluate(waitForFrames);
  }
  await page.waitForFunction(isScrolledAndLoaded);
  await page.evaluate(waitForFrames);
  return page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
}

/** Waits two frames, after which newly visible content is laid out and its shifts are observed. */
async function waitForFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve));
}

/** The page is scrolled to its end, and every image is loaded, lazy ones too. */
function isScrolledAndLoaded(): boolean {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
  return scrollTop + clientHeight >= scrollHeight - 1 && Array.from(document.images).every((image) => image.complete);
}

/** Loads the pages with fonts and images delayed beyond the first paint. Returns the layout shift of each page. */
export async function measureShiftsWithLateFiles(
  page: Page,
): Promise<{ path: string; total: number; shifts: Shift[] }[]> {
  await page.addInitScript(recordShifts);
  await page.route(/\.(svg|webp|png|woff2)$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 250));
    await route.continue();
  });
  const pages = [];
  for (const path of SHIFT_TEST_PATHS) {
    const shifts = await measureShifts(page, path);
    pages.push({ path, total: shifts.reduce((sum, { value }) => sum + value, 0), shifts });
  }
  return pages;
}
