import type { Browser } from 'playwright';

/** Text of a page in one of the web fonts, with the weight in which it is shown. */
export type PageText = { family: string; fontWeight: number; text: string };

/** Pages read at most: a site with many posts repeats itself. */
const MAX_PAGES = 40;

/** Addresses in the sitemap. */
export async function listPages(origin: string): Promise<string[]> {
  return (await readSitemap(origin, '/sitemap.xml')).slice(0, MAX_PAGES);
}

/** Reads the visible texts of pages. */
export async function readPageTexts(browser: Browser, origin: string, addresses: string[]): Promise<PageText[]> {
  const page = await browser.newPage();
  const texts: PageText[] = [];
  for (const address of addresses) {
    await page.goto(new URL(address, origin).href, { waitUntil: 'load' });
    texts.push(...(await page.evaluate(findTexts)));
  }
  await page.close();
  return texts;
}

async function readSitemap(origin: string, path: string): Promise<string[]> {
  const xml = await (await fetch(new URL(path, origin))).text();
  const paths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname);
  if (!xml.includes('<sitemapindex')) return paths;
  return (await Promise.all(paths.map((part) => readSitemap(origin, part)))).flat();
}

function findTexts(): PageText[] {
  const texts: PageText[] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const text = node.textContent?.replace(/\s+/g, ' ').trim();
    if (!text || !node.parentElement?.checkVisibility()) continue;
    const { fontFamily, fontWeight, textTransform } = getComputedStyle(node.parentElement);
    const family = fontFamily.split(',')[0]?.replace(/["']/g, '').trim() ?? '';
    texts.push({
      family,
      fontWeight: Number(fontWeight),
      text: textTransform === 'uppercase' ? text.toUpperCase() : text,
    });
  }
  return texts;
}
