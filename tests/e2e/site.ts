import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import type { Clock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { type RunningServer, startServer } from '#api/server.ts';
import { launchBrowser, type VisitOptions, visitPage } from '../support/browser/browser.ts';
import { paths } from '#src/lib/paths.ts';
import { findFreePort } from '../support/app/free-port.ts';

type Journey<T> = (page: Page, problems: readonly string[]) => Promise<T>;

export type Site = {
  origin: string;
  server: RunningServer;
  /** Where the server keeps everything, its outbox too. */
  dataDirectory: string;
  browser: Browser;
  /** A page in a fresh context; see `visit`. */
  open<T>(options: Omit<VisitOptions, 'origin'>, body: Journey<T>): Promise<T>;
  /** Every address that the sitemap names. */
  addresses(): Promise<string[]>;
  /** Those, and the pages that it leaves out. */
  allAddresses(): Promise<string[]>;
  close(): Promise<void>;
};

/** Pages that no sitemap names, and a post that does not exist. */
const UNLISTED = [
  paths.login,
  paths.signup,
  paths.loginLink,
  paths.subscriptionSuccess,
  paths.genmateJoined,
  paths.chatmateJoined,
  paths.waitingListStatus,
  paths.blog('not-there'),
];

/** The built site with the demo content over an empty data directory, and a browser. Needs `dist/`. */
export async function startSite(more: Record<string, string> = {}, clock?: Clock): Promise<Site> {
  const directory = await mkdtemp(join(tmpdir(), 'e2e-'));
  const port = await findFreePort();
  const settings = { PORT: String(port), DATA_DIR: directory, LOG_LEVEL: 'silent', OG_IMAGES: 'false', ...more };
  const env = readEnv(settings);
  const [server, browser] = await Promise.all([startServer(env, { ...(clock && { clock }) }), launchBrowser()]);
  const origin = env.SITE_URL;
  return {
    origin,
    server,
    dataDirectory: directory,
    browser,
    open: (options, body) => visitPage(browser, { ...options, origin }, body),
    addresses: () => readSitemap(origin),
    allAddresses: async () => [...(await readSitemap(origin)), ...UNLISTED],
    async close() {
      await browser.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function readSitemap(origin: string, path = '/sitemap.xml'): Promise<string[]> {
  const xml = await (await fetch(new URL(path, origin))).text();
  const found = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname);
  if (!xml.includes('<sitemapindex')) return found;
  return (await Promise.all(found.map((part) => readSitemap(origin, part)))).flat();
}

/** Asks again until the answer is right, or time is up. */
export async function until(holds: () => Promise<boolean>, what: string, limitMs = 30_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** The words that are shown there. */
export async function wordsOf(found: Locator): Promise<string> {
  await found.waitFor();
  const [words = ''] = await found.allInnerTexts();
  return words.trim();
}
