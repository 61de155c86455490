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
import { skipDiskSync } from '../support/app/test-app.ts';
import { type VisitOptions, visitPage } from '../support/browser/browser.ts';
import { getWorkerBrowser } from '../support/browser/worker-browser.ts';
import { HANG_MS } from '../support/vitest/hang.ts';
import { demoPaths } from '../support/site/demo-paths.ts';

type PageTest<T> = (page: Page, problems: readonly string[]) => Promise<T>;

export type Site = {
  origin: string;
  server: RunningServer;
  /** The data directory of the server, which includes its outbox. */
  dataDirectory: string;
  browser: Browser;
  /** Opens a page in a fresh context; see `visitPage`. */
  open<T>(options: Omit<VisitOptions, 'origin'>, body: PageTest<T>): Promise<T>;
  /** The paths of all pages in the sitemap. */
  listSitemapPaths(): Promise<string[]>;
  /** The paths of the sitemap and of the public pages that it omits. */
  listPublicPaths(): Promise<string[]>;
  close(): Promise<void>;
};

/** Public pages that are not in the sitemap, and a post that does not exist. */
export const PATHS_OUTSIDE_SITEMAP = [
  paths.login,
  paths.signup,
  paths.loginLink,
  paths.subscriptionSuccess,
  demoPaths.genmateJoined,
  demoPaths.chatmateJoined,
  paths.waitingListStatus,
  paths.blog('not-there'),
];

/** The servers of a worker use the same port, one after the other, because rendered pages contain the origin. */
let workerPort: Promise<number> | undefined;

const startServerIn = async (directory: string, settings: Record<string, string>, clock?: Clock) => {
  workerPort ??= findFreePort();
  const port = String(await workerPort);
  const env = readEnv({
    PORT: port,
    SITE_URL: `http://localhost:${port}`,
    DATA_DIR: directory,
    LOG_LEVEL: 'silent',
    OG_IMAGES: 'false',
    ...settings,
  });
  const server = await startServer(env, { drainMs: 0, ...(clock && { clock }) });
  await skipDiskSync(server.db);
  return { env, server };
};

/** A data directory with the demo content and its first release. */
const copyDemoData = createDirectoryTemplate(async (directory) => {
  const { server } = await startServerIn(directory, {});
  await server.publisher.whenIdle();
  await server.stop();
});

/** The built site with the demo content, or an empty one in production, and the browser of the worker. Needs `dist/`. */
export async function startSite(settings: Record<string, string> = {}, clock?: Clock): Promise<Site> {
  const browser = await getWorkerBrowser();
  const isProduction = settings.NODE_ENV === 'production';
  const directory = isProduction ? await mkdtemp(join(tmpdir(), 'e2e-')) : await copyDemoData();
  const { env, server } = await startServerIn(directory, settings, clock);
  const origin = env.SITE_URL;
  const site: Site = {
    origin,
    server,
    dataDirectory: directory,
    browser,
    open: (options, body) => visitPage(browser, { ...options, origin }, body),
    listSitemapPaths: () => readSitemap(origin),
    listPublicPaths: async () => [...(await readSitemap(origin)), ...PATHS_OUTSIDE_SITEMAP],
    async close() {
      resettable = null;
      await site.server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
  resettable = { site, snapshot: null, start: async () => (await startServerIn(directory, settings, clock)).server };
  return site;
}

/** The site of the running test file, with a snapshot of its initial data. */
let resettable: { site: Site; snapshot: string | null; start(): Promise<RunningServer> } | null = null;

/** Called before each attempt of a test. A retry gets the data that the first test of its file had. */
export async function resetDataForRetry(task: { retry?: unknown; result?: { retryCount?: number } }): Promise<void> {
  if (!resettable || !task.retry) return;
  const { site, start } = resettable;
  const database = join(site.dataDirectory, 'app.db');
  if (resettable.snapshot === null) {
    const snapshot = await mkdtemp(join(tmpdir(), 'snapshot-'));
    await site.server.db.client.execute({ sql: 'VACUUM INTO ?', args: [join(snapshot, 'app.db')] });
    // A file that is still being written gets its final name during the copy; the database does not count on it yet.
    const isPlainFile = (path: string) => !/^(app\.db|server\.lock|control\.sock)|\.(part|tmp)$/.test(basename(path));
    await cp(site.dataDirectory, snapshot, { recursive: true, filter: isPlainFile });
    resettable.snapshot = snapshot;
  } else if (task.result?.retryCount) {
    await site.server.stop();
    for (const file of [database, `${database}-wal`, `${database}-shm`]) await rm(file, { force: true });
    await cp(resettable.snapshot, site.dataDirectory, { recursive: true });
    site.server = await start();
  }
}

export async function readSitemap(origin: string, path = '/sitemap.xml'): Promise<string[]> {
  const xml = await (await fetch(new URL(path, origin))).text();
  const found = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname);
  if (!xml.includes('<sitemapindex')) return found;
  return (await Promise.all(found.map((part) => readSitemap(origin, part)))).flat();
}

/** Polls until the condition holds. @throws when it does not within `limitMs` */
export async function pollUntil(isTrue: () => Promise<boolean>, description: string, limitMs = HANG_MS): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`${description}: not within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Waits for an element and returns its visible text. */
export async function getVisibleText(locator: Locator): Promise<string> {
  await locator.waitFor();
  const [text = ''] = await locator.allInnerTexts();
  return text.trim();
}

export const getOpenDialog = (page: Page) => page.locator('dialog[open]');
