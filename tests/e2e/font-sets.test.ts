import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, launchBrowser, PHONE, visitPage } from '../support/browser/browser.ts';
import { FONT_SETS, installFontSet } from '../support/browser/font-sets.ts';
import { measureShiftsWithLateFiles } from '../support/browser/layout-shifts.ts';
import { chooseSize } from '../support/random/size.ts';
import { type Site, startSite } from './site.ts';

/** The largest cumulative layout shift that is not visible. */
const MAX_SHIFT = 0.001;

/** By how much the text of a page may differ in width: its few bold words are further from the average of the site. */
const MAX_DEVIATION = 0.03;

type Comparison = { face: string; webFont: string; isBold: boolean };

/** Width of what the page shows in a web font, regular or bold, in a local face by that in the web font. */
const compareWidths = (page: Page, comparison: Comparison): Promise<number> =>
  page.evaluate(async ({ face, webFont, isBold }) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('This browser has no canvas.');
    const texts = new Map<string, string[]>();
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const text = node.textContent?.replace(/\s+/g, ' ').trim() ?? '';
      const style = node.parentElement && getComputedStyle(node.parentElement);
      if (
        !text ||
        !node.parentElement?.checkVisibility() ||
        !style?.fontFamily.replaceAll('"', '').startsWith(`${webFont},`)
      )
        continue;
      if (Number(style.fontWeight) > 500 !== isBold) continue;
      texts.set(style.fontWeight, [...(texts.get(style.fontWeight) ?? []), text]);
    }
    const measure = async (font: string, all: string[]) => {
      const [face] = await document.fonts.load(font, all.join(''));
      if (face?.status !== 'loaded') throw new Error(`There is no ${font}.`);
      context.font = font;
      return all.reduce((sum, text) => sum + context.measureText(text).width, 0);
    };
    const widths = { local: 0, web: 0 };
    for (const [weight, all] of texts) {
      widths.local += await measure(`${weight} 100px '${face}'`, all);
      widths.web += await measure(`${weight} 100px '${webFont}'`, all);
    }
    return widths.local / widths.web;
  }, comparison);

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe.each(Object.entries(FONT_SETS))('on a system with %s', (_, { files, faces }) => {
  let directory: string;
  let browser: Browser;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'font-set-'));
    browser = await launchBrowser([], await installFontSet(files, directory));
  });
  afterAll(async () => {
    await browser.close();
    await rm(directory, { recursive: true, force: true });
  });

  test('text is as wide in the fallback fonts as in the web fonts', () =>
    visitPage(browser, { origin: site.origin }, async (page) => {
      await page.goto('/company/mission');
      for (const face of faces) {
        const webFont = face.split(' ')[0] ?? '';
        for (const isBold of [false, true]) {
          const ratio = await compareWidths(page, { face, webFont, isBold });
          expect
            .soft(Math.abs(ratio - 1), `${face}, ${isBold ? 'bold' : 'regular'}: ${ratio}`)
            .toBeLessThan(MAX_DEVIATION);
        }
      }
    }));

  // Narrow lines break at more places than wide ones.
  test.each(chooseSize([PHONE], [PHONE, DESKTOP]))(
    'late web fonts and images cause no visible layout shift at $width px',
    (viewport) =>
      visitPage(browser, { origin: site.origin, viewport }, async (page) => {
        for (const { path, total, shifts } of await measureShiftsWithLateFiles(page)) {
          expect.soft(total, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(MAX_SHIFT);
        }
      }),
  );
});
