import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { findBrowser } from '../../../scripts/browser/find-browser.ts';
import { HANG_MS } from '../vitest/hang.ts';

const executablePath = findBrowser() ?? chromium.executablePath();
/** The same fonts on every machine, also on one without any (DejaVu, from a package). */
const FONTS = { FONTCONFIG_FILE: fileURLToPath(new URL('./fonts.conf', import.meta.url)) };

const QUIET_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Otherwise a spare process is started for each page, and a context is closed before it is used.
  '--renderer-process-limit=1',
];

export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 820, height: 1180 };
export const DESKTOP = { width: 1440, height: 900 };

export function launchBrowser(
  extraArguments: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...QUIET_ARGUMENTS, ...extraArguments],
    env: { ...process.env, ...FONTS, ...env },
  });
}

/** A browser whose cache, compiled code included, is on the disk. Closing the context ends it. */
export function launchBrowserWithProfile(directory: string, options: BrowserContextOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext(directory, {
    ...options,
    executablePath,
    args: [...QUIET_ARGUMENTS],
    env: { ...process.env, ...FONTS },
  });
}

/** A browser without automation, with one page and its own profile. */
export async function openStandaloneBrowser(
  url: string,
  extraArguments: readonly string[] = [],
): Promise<{ close(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'browser-'));
  const browserArguments = ['--headless', `--user-data-dir=${profile}`, ...QUIET_ARGUMENTS, ...extraArguments, url];
  // A process group of its own: on Debian the program is a script, and killing that alone would leave the browser.
  const child = spawn(executablePath, browserArguments, {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ...FONTS },
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return {
    async close() {
      if (child.pid !== undefined) process.kill(-child.pid);
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export type VisitOptions = BrowserContextOptions & {
  /** The origin of the pages; a request to any other host is a problem. */
  origin: string;
  /** Other servers that the test visits, such as the payment sandbox. */
  otherOrigins?: readonly string[];
  /** Problems that the test causes on purpose. */
  expected?: RegExp[];
};

/**
 * Opens a page in a fresh context (no cache, no storage), runs `body`, which gets the problems so far, and fails when the page reported a problem:
 * a console error, an uncaught error, a violation of the content policy, a failed request, a request to a foreign host.
 */
export async function visitPage<T>(
  browser: Browser,
  { origin, otherOrigins = [], expected = [], ...options }: VisitOptions,
  body: (page: Page, problems: readonly string[]) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL: origin, viewport: DESKTOP, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(HANG_MS);
  const problems: string[] = [];
  context.on('page', (page) => watchPage(page, [origin, ...otherOrigins], problems));
  try {
    if (options.javaScriptEnabled !== false) {
      await context.exposeFunction('reportPolicyBreach', (breach: string) =>
        problems.push(`content policy: ${breach}`),
      );
      await context.addInitScript(reportPolicyBreaches);
    }
    const result = await body(await context.newPage(), problems);
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
    if (unexpected.length > 0) throw new Error(`The page reported:\n${unexpected.join('\n')}`);
    return result;
  } finally {
    await context.close();
  }
}

function watchPage(page: Page, origins: readonly string[], problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOwn = origins.includes(url.origin) || url.protocol === 'about:' || url.protocol === 'blob:';
    if (!isOwn) problems.push(`foreign request: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Navigating to another page aborts pending requests.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed request: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`status ${response.status()}: ${response.url()}`);
  });
}

function reportPolicyBreaches(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    const { reportPolicyBreach } = globalThis as unknown as { reportPolicyBreach(breach: string): void };
    reportPolicyBreach(`${event.violatedDirective} ${event.blockedURI}`);
  });
}
