import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '#api/env.ts';
import { createBlog } from '../support/app/content-services.ts';
import { type RunningServer, startServer } from '#api/server.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { findFreePort } from '../support/app/free-port.ts';
import { type PageWeight, weighPage } from './weight-page.ts';
import { SCREEN_LIMITS, SCREENS, weighScreens } from './weight-screens.ts';
import { demoPaths } from '../support/site/demo-paths.ts';

const KB = 1024;
const CONTENT_BYTES = 12 * KB;
/** Real prose, because repeated filler compresses better. */
const PROSE = ['your-first-year-as-a-sole-trader', 'outline-a-book-on-one-page'];
const TIMEOUT_MS = 20_000;

/** Bytes on the wire without headers; requests with faces, icon and pictures. */
export const LIMITS = {
  js: 4 * KB,
  htmlCssJs: { home: 20 * KB, list: 20 * KB, post: 26 * KB },
  fonts: 50 * KB,
  requests: 7,
} as const;

export type WeightResult = {
  pages: Record<string, PageWeight>;
  /** JavaScript on the wire of the back office, by screen, bytes. */
  screens: Record<string, number>;
  limits: typeof LIMITS;
  /** A message for each exceeded limit. */
  over: string[];
  withinLimits: boolean;
};

export type WeightOptions = {
  log(line: string): void;
  /** Screens of the back office; all of them unless said otherwise. */
  screens?: typeof SCREENS;
};

/** Weighs the pages of the built site, each in a browser without a cache, over demo content and a post of 12 KB. */
export async function weight({ log, screens: chosen = SCREENS }: WeightOptions): Promise<WeightResult> {
  const directory = await mkdtemp(join(tmpdir(), 'weight-'));
  const settings = { DATA_DIR: directory, LOG_LEVEL: 'silent', OG_IMAGES: 'false' };
  const env = readEnv({ ...settings, PORT: String(await findFreePort()) });
  const [server, browser] = await Promise.all([startServer(env), launchBrowser()]);
  try {
    const post = await publishLongPost(server, env.SITE_URL);
    const targets: Record<string, string> = {
      home: paths.home,
      list: paths.blogs,
      post,
      pricing: demoPaths.genmatePricing,
      waitingList: demoPaths.genmateWaitingList,
      shelf: openshelfPaths.openshelf,
      work: openshelfPaths.openshelfWork('the-last-ferry-to-rawene'),
    };
    const pages: Record<string, PageWeight> = {};
    for (const [name, path] of Object.entries(targets)) {
      const weighed = await weighPage(browser, env.SITE_URL + path);
      log(
        `${name}: ${weighed.requests} requests, HTML+CSS+JS ${weighed.htmlCssJs}, fonts ${weighed.bytes.fonts} bytes`,
      );
      pages[name] = weighed;
    }
    const screens = await weighScreenScripts({ browser, server, origin: env.SITE_URL }, chosen);
    for (const [name, js] of Object.entries(screens)) log(`${name}: JS ${js} bytes`);
    const over = Object.entries(pages).flatMap(([name, page]) => listExceededLimits(name, page));
    for (const { name, kind } of chosen) {
      const js = screens[name] ?? 0;
      if (js > SCREEN_LIMITS[kind]) over.push(`${name}: JavaScript bytes ${js} of at most ${SCREEN_LIMITS[kind]}`);
    }
    return { pages, screens, limits: LIMITS, over, withinLimits: over.length === 0 };
  } finally {
    await browser.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function weighScreenScripts(...args: Parameters<typeof weighScreens>): Promise<Record<string, number>> {
  return Object.fromEntries([...(await weighScreens(...args))].map(([name, { bytes }]) => [name, bytes.js]));
}

async function publishLongPost(server: RunningServer, origin: string): Promise<string> {
  const content = await readLongArticle();
  const title = 'A long story about a harbour ledger';
  const path = paths.blog((await createBlog(server, { title, content, status: 'published' })).slug);
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end;) {
    if ((await fetch(origin + path)).ok) return path;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The post of the bench was not live within ${TIMEOUT_MS} ms.`);
}

async function readLongArticle(): Promise<string> {
  const files = PROSE.map((slug) => readFile(new URL(`../../db/seed/blogs/${slug}.html`, import.meta.url), 'utf8'));
  const [first = '', ...others] = await Promise.all(files);
  const text = [first, ...others.map((html) => html.replaceAll(/<figure>.*?<\/figure>/gs, ''))].join('\n');
  return text.slice(0, text.lastIndexOf('<p>', CONTENT_BYTES));
}

function listExceededLimits(name: string, { requests, bytes, htmlCssJs, frameworkCode }: PageWeight): string[] {
  const sum = LIMITS.htmlCssJs[name as keyof typeof LIMITS.htmlCssJs] ?? Number.POSITIVE_INFINITY;
  const found: string[] = [];
  const check = (what: string, value: number, limit: number) => {
    if (value > limit) found.push(`${name}: ${what} ${value} of at most ${limit}`);
  };
  check('JavaScript bytes', bytes.js, LIMITS.js);
  check('HTML+CSS+JS bytes', htmlCssJs, sum);
  check('font bytes', bytes.fonts, LIMITS.fonts);
  check('requests', requests, LIMITS.requests);
  if (frameworkCode) found.push(`${name}: carries framework code`);
  return found;
}
