import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import type { Clock } from '#api/clock.ts';
import { readEnv } from '#api/env.ts';
import { type RunningServer, startServer } from '#api/server.ts';
import { paths } from '#src/lib/paths.ts';
import { createDirectoryTemplate } from '../support/app/directory-template.ts';
import { findFreePort } from '../support/app/free-port.ts';
import { type VisitOptions, visitPage } from '../support/browser/browser.ts';
import { getWorkerBrowser } from '../support/browser/worker-browser.ts';
import { HANG_MS } from '../support/vitest/hang.ts';

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

/** All servers of a worker have the same address, one after the other: the address is part of the rendered pages. */
let workerPort: Promise<number> | undefined;

const startIn = async (directory: string, settings: Record<string, string>, clock?: Clock) => {
  workerPort ??= findFreePort();
  const port = String(await workerPort);
  const env = readEnv({ PORT: port, DATA_DIR: directory, LOG_LEVEL: 'silent', OG_IMAGES: 'false', ...settings });
  return { env, server: await startServer(env, { drainMs: 0, ...(clock && { clock }) }) };
};

/** A data directory with the demo content and its first release. */
const copyDemoData = createDirectoryTemplate(async (directory) => {
  const { server } = await startIn(directory, {});
  await server.publisher.whenIdle();
  await server.stop();
});

/** The built site with the demo content, or an empty one in production, and the browser of the worker. Needs `dist/`. */
export async function startSite(settings: Record<string, string> = {}, clock?: Clock): Promise<Site> {
  const browser = await getWorkerBrowser();
  const isProduction = settings.NODE_ENV === 'production';
  const directory = isProduction ? await mkdtemp(join(tmpdir(), 'e2e-')) : await copyDemoData();
  const { env, server } = await startIn(directory, settings, clock);
  const origin = env.SITE_URL;
  const site: Site = {
    origin,
    server,
    dataDirectory: directory,
    browser,
    open: (options, body) => visitPage(browser, { ...options, origin }, body),
    addresses: () => readSitemap(origin),
    allAddresses: async () => [...(await readSitemap(origin)), ...UNLISTED],
    async close() {
      resettable = null;
      await site.server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
  resettable = { site, snapshot: null, start: async () => (await startIn(directory, settings, clock)).server };
  return site;
}

/** The site of the test file that runs, with its data as the first test found them. */
let resettable: { site: Site; snapshot: string | null; start(): Promise<RunningServer> } | null = null;

/** Called before each try of a test. One that is tried again gets the data that the first test of its file got. */
export async function resetDataForRetry(task: { retry?: unknown; result?: { retryCount?: number } }): Promise<void> {
  if (!resettable || !task.retry) return;
  const { site, start } = resettable;
  const database = join(site.dataDirectory, 'app.db');
  if (resettable.snapshot === null) {
    const snapshot = await mkdtemp(join(tmpdir(), 'snapshot-'));
    await site.server.db.client.execute({ sql: 'VACUUM INTO ?', args: [join(snapshot, 'app.db')] });
    const isPlainFile = (path: string) => !/^(app\.db|server\.lock|control\.sock)/.test(basename(path));
    await cp(site.dataDirectory, snapshot, { recursive: true, filter: isPlainFile });
    resettable.snapshot = snapshot;
  } else if (task.result?.retryCount) {
    await site.server.stop();
    for (const file of [database, `${database}-wal`, `${database}-shm`]) await rm(file, { force: true });
    await cp(resettable.snapshot, site.dataDirectory, { recursive: true });
    site.server = await start();
  }
}

async function readSitemap(origin: string, path = '/sitemap.xml'): Promise<string[]> {
  const xml = await (await fetch(new URL(path, origin))).text();
  const found = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname);
  if (!xml.includes('<sitemapindex')) return found;
  return (await Promise.all(found.map((part) => readSitemap(origin, part)))).flat();
}

/** Asks again until the answer is right, or time is up. */
export async function until(holds: () => Promise<boolean>, what: string, limitMs = HANG_MS): Promise<void> {
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
