import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runLongOutage } from '../support/outages/long-outage.ts';
import { OUTAGES, startOutageSite } from '../support/outages/outage-site.ts';
import { runShortOutages } from '../support/outages/short-outages.ts';
import { HANG_MS } from '../support/vitest/hang.ts';

// `npm run outages` does the same for ten minutes, and measures how long everything takes to go on.
const MINUTES = 0.3;
const PAGES = 200;
const PUBLISHES = 1;
const SHORT_OUTAGES = 3;
const SHORT_SECONDS = 2;
const VISIT_INTERVAL_MS = 50;

/** The tests mostly wait. */
const it = test.concurrent;
const ignore = () => undefined;

it.for(OUTAGES)(
  'F26 while $what of two servers can’t be reached, both and a third that starts meanwhile send every page, refuse with a sentence, and go on by themselves afterwards',
  async (outage) => {
    const result = await runLongOutage({ outage, minutes: MINUTES, pages: PAGES, publishes: PUBLISHES, print: ignore });
    expect(result.findings).toEqual([]);
    const { api, live, resumed, joined } = result;
    expect([api, live, resumed, joined]).not.toContain(null);
    expect(result.pages).toBeGreaterThanOrEqual(PAGES);
    if (outage.names.includes('database')) expect(result.refused).toBeGreaterThan(0);
  },
);

it('F26 over short outages with a publish each second, no server fails to send a page that it had, and each accepted post is live', async () => {
  const result = await runShortOutages({
    outages: SHORT_OUTAGES,
    seconds: SHORT_SECONDS,
    intervalMs: VISIT_INTERVAL_MS,
    print: ignore,
  });
  expect(result.findings).toEqual([]);
  expect(result.accepted).toBeGreaterThan(SHORT_OUTAGES);
  expect([result.api, result.live]).not.toContain(null);
});

it('F26 a server that starts for the first time without its database waits for it, and stops when it is told to', async () => {
  const site = await startOutageSite();
  try {
    await site.kill(['database']);
    const waiting = site.start('new');
    const server = await site.start('stopped', { isAwaited: false });
    await server.waitUntil(() => server.readLog().includes('can’t start yet'));
    const page = await fetch(`${server.origin}/`);
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(await server.stop('SIGTERM')).toBe(0);
    await site.restart(['database']);
    const started = await waiting;
    await started.waitUntil(async () => (await fetch(`${started.origin}/`)).status === 200);
  } finally {
    await site.stop();
  }
});

/** Appends the address of each module that a process loads to a file. */
const RECORD_MODULES = `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_MODULES, url + '\\n');
    return next(url, context);
  },
});`;
/** Files of the build that only a server with its database runs. */
const LATE_CODE = ['create-api', 'publisher', 'together'];

it(
  'F26 a server that waits for its database loads meanwhile what it will run then',
  async () => {
    const site = await startOutageSite();
    try {
      await site.kill(['database']);
      const loaded = join(site.directory, 'loaded-modules');
      const own = {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(RECORD_MODULES)}`,
        LOADED_MODULES: loaded,
      };
      const server = await site.start('waiting', { isAwaited: false, own });
      const hasLoaded = (name: string) => existsSync(loaded) && readFileSync(loaded, 'utf8').includes(`/api/${name}-`);
      await server.waitUntil(() => LATE_CODE.every(hasLoaded));
      expect(server.readLog()).not.toContain('Serving');
    } finally {
      await site.stop();
    }
  },
  HANG_MS,
);
