import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';

const KINDS = ['html', 'css', 'js', 'fonts', 'images', 'other'] as const;
type Kind = (typeof KINDS)[number];

export type PageWeight = {
  requests: number;
  /** Bytes of bodies on the wire, by kind; scripts within the HTML count as `html`, and once more as `inlineJs`. */
  bytes: Record<Kind, number>;
  headerBytes: number;
  /** Scripts that stand in the HTML, compressed by themselves. */
  inlineJs: number;
  htmlCssJs: number;
  frameworkCode: boolean;
  urls: string[];
};

const FRAMEWORK = /react-dom|__REACT|preact|svelte|Symbol\.for\([`'"]react|customElements\.define\([`'"]astro-island/;
/** For what a screen asks for once it is there. */
const SETTLE_MS = 1_000;
const VIEWPORT = { width: 390, height: 844 };

/** A page of signed-in people: what their browser keeps, and what is in sight when the page has done its work. */
export type Screen = { stored: Record<string, string>; ready: string };

/** Opens the address in a browser without cache, reads the page to its end, and adds up what went over the wire. */
export async function weighPage(browser: Browser, url: string, screen?: Screen): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const bytes = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
    const seen = await recordTraffic(page);
    if (screen) await openScreen(page, url, screen);
    else await page.goto(url, { waitUntil: 'networkidle' });
    await scrollThrough(page);
    await loadIcon(
      page,
      [...seen.values()].map((answer) => answer.url),
    );
    if (!screen) await page.waitForLoadState('networkidle');
    const scripts = await page.locator('script:not([src]):not([type="application/ld+json"])').allTextContents();
    let headerBytes = 0;
    let code = scripts.join('\n');
    for (const answer of seen.values()) {
      bytes[kindOf(answer.contentType)] += answer.total - answer.headers;
      headerBytes += answer.headers;
      if (kindOf(answer.contentType) === 'js') code += await (await fetch(answer.url)).text();
    }
    const inlineJs = scripts.length > 0 ? brotliCompressSync(scripts.join('\n')).length : 0;
    return {
      requests: seen.size,
      bytes: { ...bytes, js: bytes.js + inlineJs, html: bytes.html - inlineJs },
      headerBytes,
      inlineJs,
      htmlCssJs: bytes.html + bytes.css + bytes.js,
      frameworkCode: FRAMEWORK.test(code),
      urls: [...seen.values()].map((answer) => new URL(answer.url).pathname),
    };
  } finally {
    await context.close();
  }
}

type Answer = { url: string; contentType: string; headers: number; total: number };

async function recordTraffic(page: Page): Promise<Map<string, Answer>> {
  const seen = new Map<string, Answer>();
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  protocol.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.url.startsWith('http')) return;
    const { url, mimeType, encodedDataLength } = response;
    seen.set(requestId, { url, contentType: mimeType, headers: encodedDataLength, total: encodedDataLength });
  });
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = seen.get(requestId);
    if (answer) answer.total = encodedDataLength;
  });
  return seen;
}

/** Such a page may listen to the server as long as it is open, so its network is never idle. */
async function openScreen(page: Page, url: string, { stored, ready }: Screen): Promise<void> {
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(url);
  await page.locator(ready).first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
}

async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += VIEWPORT.height) {
    await page.mouse.wheel(0, VIEWPORT.height);
    await page.waitForTimeout(40);
  }
}

/** A browser without a window asks for no icon; a visitor's does. */
async function loadIcon(page: Page, asked: string[]): Promise<void> {
  const icon = await page
    .locator('link[rel=icon]')
    .first()
    .evaluate((link) => (link as HTMLLinkElement).href);
  if (asked.includes(icon)) return;
  await page.evaluate(async (address) => void (await (await fetch(address)).blob()), icon);
}

function kindOf(contentType: string): Kind {
  if (contentType.includes('html')) return 'html';
  if (contentType.includes('css')) return 'css';
  if (contentType.includes('javascript')) return 'js';
  if (contentType.includes('font')) return 'fonts';
  return contentType.startsWith('image/') ? 'images' : 'other';
}
