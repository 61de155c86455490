import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';

const KINDS = ['html', 'css', 'js', 'fonts', 'images', 'other'] as const;
type Kind = (typeof KINDS)[number];

export type PageWeight = {
  requests: number;
  /** Bytes of bodies on the wire, by kind; scripts within the HTML count as `html`, and once more as `inlineJs`. */
  bytes: Record<Kind, number>;
  headerBytes: number;
  /** Inline scripts, compressed by themselves. */
  inlineJs: number;
  htmlCssJs: number;
  frameworkCode: boolean;
  urls: string[];
};

const FRAMEWORK = /react-dom|__REACT|preact|svelte|Symbol\.for\([`'"]react|customElements\.define\([`'"]astro-island/;
/** For requests that a screen sends once it is visible. */
const SETTLE_MS = 1_000;
const VIEWPORT = { width: 390, height: 844 };

/** A page that needs a session: the local storage entries, and a selector that is visible when the page is ready. */
export type Screen = { stored: Record<string, string>; ready: string };

/** Opens the URL in a browser without cache, scrolls to the end, and adds up the bytes on the wire. */
export async function weighPage(browser: Browser, url: string, screen?: Screen): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const bytes = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
    const responses = await recordTraffic(page);
    if (screen) await openScreen(page, url, screen);
    else await page.goto(url, { waitUntil: 'networkidle' });
    await scrollThrough(page);
    await loadIcon(
      page,
      [...responses.values()].map((recorded) => recorded.url),
    );
    if (!screen) await page.waitForLoadState('networkidle');
    const scripts = await page.locator('script:not([src]):not([type="application/ld+json"])').allTextContents();
    let headerBytes = 0;
    let code = scripts.join('\n');
    for (const recorded of responses.values()) {
      bytes[classifyContentType(recorded.contentType)] += recorded.total - recorded.headers;
      headerBytes += recorded.headers;
      if (classifyContentType(recorded.contentType) === 'js') code += await (await fetch(recorded.url)).text();
    }
    const inlineJs = scripts.length > 0 ? brotliCompressSync(scripts.join('\n')).length : 0;
    return {
      requests: responses.size,
      bytes: { ...bytes, js: bytes.js + inlineJs, html: bytes.html - inlineJs },
      headerBytes,
      inlineJs,
      htmlCssJs: bytes.html + bytes.css + bytes.js,
      frameworkCode: FRAMEWORK.test(code),
      urls: [...responses.values()].map((recorded) => new URL(recorded.url).pathname),
    };
  } finally {
    await context.close();
  }
}

type RecordedResponse = { url: string; contentType: string; headers: number; total: number };

async function recordTraffic(page: Page): Promise<Map<string, RecordedResponse>> {
  const responses = new Map<string, RecordedResponse>();
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  protocol.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.url.startsWith('http')) return;
    const { url, mimeType, encodedDataLength } = response;
    responses.set(requestId, { url, contentType: mimeType, headers: encodedDataLength, total: encodedDataLength });
  });
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const recorded = responses.get(requestId);
    if (recorded) recorded.total = encodedDataLength;
  });
  return responses;
}

/** Such a page may hold an event stream open, so its network is never idle. */
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

/** A headless browser does not request the icon; a visitor's does. */
async function loadIcon(page: Page, requestedUrls: string[]): Promise<void> {
  const icon = await page
    .locator('link[rel=icon]')
    .first()
    .evaluate((link) => (link as HTMLLinkElement).href);
  if (requestedUrls.includes(icon)) return;
  await page.evaluate(async (address) => void (await (await fetch(address)).blob()), icon);
}

function classifyContentType(contentType: string): Kind {
  if (contentType.includes('html')) return 'html';
  if (contentType.includes('css')) return 'css';
  if (contentType.includes('javascript')) return 'js';
  if (contentType.includes('font')) return 'fonts';
  return contentType.startsWith('image/') ? 'images' : 'other';
}
