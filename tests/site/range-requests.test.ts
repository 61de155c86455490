import { readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSiteHandler } from '#api/site/site-handler.ts';
import type { ReleaseEntry } from '#api/releases/manifest.ts';
import { startRawHttpClient } from '../support/site/raw-http-client.ts';
import { HANG_MS } from '../support/vitest/hang.ts';
import { copyEmptySite, createTestSite, DIST, type TestSite } from '../support/site/test-site.ts';

const VIDEO_PATH = '/media/intro.mp4';
let site: TestSite;
let video: Buffer;

beforeAll(async () => {
  site = await createTestSite({}, copyEmptySite);
  await site.publisher.start();
  await site.publisher.whenIdle();
  video = await readFile(join(DIST, 'client', VIDEO_PATH));
});

afterAll(() => site.close());

describe('ranges of a video', () => {
  const ranges: [name: string, range: string, start: number, end: number][] = [
    ['the first bytes', 'bytes=0-1', 0, 1],
    ['a middle part', 'bytes=1000-1999', 1000, 1999],
    ['an open end', 'bytes=5000-', 5000, Number.NaN],
    ['a suffix', 'bytes=-500', -500, Number.NaN],
    ['more than there is', 'bytes=5000-99999999999', 5000, Number.NaN],
    ['a suffix longer than the video', 'bytes=-99999999999', 0, Number.NaN],
  ];

  it.each(ranges)('%s (%s)', async (_name, range, start, end) => {
    const from = start < 0 ? video.length + start : start;
    const to = Number.isNaN(end) ? video.length - 1 : end;
    const response = await site.get(VIDEO_PATH, { range, 'accept-encoding': 'br, gzip' });
    expect([response.status, response.headers['content-range']]).toEqual([206, `bytes ${from}-${to}/${video.length}`]);
    expect(response.headers['content-length']).toBe(String(to - from + 1));
    expect(response.bytes.equals(video.subarray(from, to + 1))).toBe(true);
    expect(response.headers).not.toHaveProperty('content-encoding');
  });

  it.each([`bytes=${10 ** 12}-`, 'bytes=-0'])('%s is not satisfiable', async (range) => {
    const response = await site.get(VIDEO_PATH, { range });
    expect([response.status, response.headers['content-range']]).toEqual([416, `bytes */${video.length}`]);
    expect(response.body).toBe('The requested range isn’t in this file.\n');
  });

  it.each(['bytes=5-2', 'bytes=-', 'bytes=a-b', 'bytes=0-1,4-5', 'pages=1-2'])('%s is ignored', async (range) => {
    const response = await site.get(VIDEO_PATH, { range });
    expect([response.status, response.bytes.equals(video)]).toEqual([200, true]);
  });

  it('are sent only when If-Range matches', async () => {
    const { headers } = await site.get(VIDEO_PATH);
    expect([headers['accept-ranges'], headers.etag]).toEqual(['bytes', expect.stringMatching(/^"[0-9a-f]{24}"$/)]);
    const same = await site.get(VIDEO_PATH, { range: 'bytes=0-9', 'if-range': headers.etag ?? '' });
    expect([same.status, same.bytes.length]).toEqual([206, 10]);
    for (const old of ['"0123456789abcdef01234567"', `W/${headers.etag}`, 'Sat, 21 Nov 2026 00:00:00 GMT']) {
      const other = await site.get(VIDEO_PATH, { range: 'bytes=0-9', 'if-range': old });
      expect([old, other.status, other.bytes.equals(video)]).toEqual([old, 200, true]);
    }
    const known = await site.get(VIDEO_PATH, { range: 'bytes=0-9', 'if-none-match': headers.etag ?? '' });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
  });

  it('are ignored for HEAD', async () => {
    const response = await site.request('HEAD', VIDEO_PATH, { range: 'bytes=0-9' });
    expect([response.status, response.headers['content-length']]).toEqual([200, String(video.length)]);
    expect(response.headers).not.toHaveProperty('content-range');
  });

  it('are ignored for text', async () => {
    const response = await site.get('/robots.txt', { range: 'bytes=0-3' });
    expect([response.status, response.body]).toEqual([200, (await site.get('/robots.txt')).body]);
  });

  it('a client that disconnects does not affect others', async () => {
    const server = await startRawHttpClient(site.site);
    const stop = new AbortController();
    const response = await fetch(`${server.origin}${VIDEO_PATH}`, { signal: stop.signal });
    await response.body?.getReader().read();
    stop.abort();
    const next = await server.ask(VIDEO_PATH, 'GET', { range: 'bytes=0-99' });
    expect([next.status, next.bytes.equals(video.subarray(0, 100))]).toEqual([206, true]);
    await server.close();
  });
});

function expectUnavailable(response: { status: number; headers: IncomingHttpHeaders; bytes: Buffer }): void {
  expect([response.status, response.headers['cache-control'], response.headers['retry-after']]).toEqual([
    503,
    'no-cache',
    '2',
  ]);
  expect(response.bytes.toString()).toBe(
    `This page was lost and is made again. Try again in a few seconds.\nRequest ${response.headers['x-request-id']}\n`,
  );
  expect(response.headers['x-content-type-options']).toBe('nosniff');
}

type RepairOptions = { repair?: (path: string) => void; repairMs?: number; log?: Logger };

describe('a damaged object', () => {
  const getObjectPath = (entry: ReleaseEntry) => site.store.locate(entry.hash as string, entry.contentType);
  /** A site handler with empty caches, as after a start. */
  function startSiteWithoutCache(
    damaged: string[],
    { repair = (path: string) => site.publisher.rerenderPath(path), ...options }: RepairOptions = {},
  ) {
    const { manifest, store, deps } = site;
    const onDamagedObject = (path: string) => {
      damaged.push(path);
      repair(path);
    };
    return startRawHttpClient(
      createSiteHandler({
        manifest,
        store,
        siteUrl: 'http://localhost:4321',
        log: deps.log,
        ...options,
        onDamagedObject,
      }),
    );
  }

  /** Other sites of the tests share the objects of the first release: what is written is another file. */
  async function replaceObject(file: string, bytes: string): Promise<void> {
    await rm(file);
    await writeFile(file, bytes);
  }

  const damages: [name: string, path: string, damage: (file: string) => Promise<void>][] = [
    ['a page with other bytes', '/blogs', (file) => replaceObject(file, 'not brotli at all')],
    ['a missing page', '/terms', (file) => rm(file)],
    ['an empty page', '/privacy', (file) => replaceObject(file, '')],
    ['a missing fixed page', '/company/about', (file) => rm(file)],
    ['a missing video', '/media/intro.mp4', (file) => rm(file)],
  ];

  it.each(damages)('%s (%s) is rendered again once, while its visitors wait', async (_name, path, damage) => {
    const whole = await site.get(path);
    await damage(await getObjectPath(site.manifest.get(path) as ReleaseEntry));
    const reported: string[] = [];
    const server = await startSiteWithoutCache(reported, { repairMs: HANG_MS });
    const answers = await Promise.all([server.ask(path), server.ask(path), server.ask(path)]);
    expect(answers.map(({ status, bytes }) => [status, bytes.equals(whole.bytes)])).toEqual(
      answers.map(() => [200, true]),
    );
    expect(reported).toEqual([path]);
    await site.publisher.whenIdle();
    await server.close();
  });

  it.each(['/apple-touch-icon.png', VIDEO_PATH])('%s is reported and never sent with other bytes', async (path) => {
    const file = await getObjectPath(site.manifest.get(path) as ReleaseEntry);
    const bytes = await readFile(file);
    for (const damage of [() => replaceObject(file, 'x'), () => rm(file)]) {
      await damage();
      const reported: string[] = [];
      const logged: Record<string, unknown>[] = [];
      const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) });
      const server = await startSiteWithoutCache(reported, { repair: () => undefined, repairMs: 0, log });
      const response = await server.ask(path);
      expectUnavailable(response);
      expect(reported).toEqual([path]);
      expect(logged.map((line) => line.request_id)).toContain(response.headers['x-request-id']);
      await server.close();
    }
    await writeFile(file, bytes);
  });

  it('does not affect other pages', async () => {
    await replaceObject(await getObjectPath(site.manifest.get('/blogs') as ReleaseEntry), 'x');
    const server = await startSiteWithoutCache([], { repair: () => undefined, repairMs: 0 });
    expect([(await server.ask('/')).status, (await server.ask('/blogs')).status]).toEqual([200, 503]);
    site.publisher.rerenderPath('/blogs');
    await site.publisher.whenIdle();
    await server.close();
  });
});
