import type { Page } from 'playwright';
import { paths } from '#src/lib/paths.ts';

export const STEADY_PAGES = [paths.home, paths.blogs, paths.blog('gst-for-sole-traders'), paths.genmatePricing];

export type Shift = { value: number; elementNames: string };

/** Keeps every layout shift that no key or click has caused, with what has moved. */
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

export async function readThrough(page: Page, path: string): Promise<Shift[]> {
  await page.goto(path, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const step = page.viewportSize()?.height ?? 800;
  for (let top = 0; top < height; top += step) {
    await page.mouse.wheel(0, step);
    await page.evaluate(waitForFrames);
  }
  await page.waitForFunction(isReadToTheEnd);
  await page.evaluate(waitForFrames);
  return page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
}

/** Two frames: what was scrolled into sight is laid out, drawn, and observed. */
async function waitForFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve));
}

/** The last line is in sight, and every image has arrived, also those that load only when they are near. */
function isReadToTheEnd(): boolean {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
  return scrollTop + clientHeight >= scrollHeight - 1 && Array.from(document.images).every((image) => image.complete);
}

/** Loads the pages with fonts and images that arrive after the first paint; answers how much each page moved. */
export async function readWithLateFiles(page: Page): Promise<{ path: string; total: number; shifts: Shift[] }[]> {
  await page.addInitScript(recordShifts);
  await page.route(/\.(svg|webp|png|woff2)$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 250));
    await route.continue();
  });
  const pages = [];
  for (const path of STEADY_PAGES) {
    const shifts = await readThrough(page, path);
    pages.push({ path, total: shifts.reduce((sum, { value }) => sum + value, 0), shifts });
  }
  return pages;
}
