import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HtmlProcessor } from '#api/adapters/html/html-processor.ts';
import { createApp } from '#api/app.ts';
import { BoundedQueue } from '#api/bounded-queue.ts';
import { exportUser } from '#api/features/account/export/export.service.ts';
import { createPreviewHandler } from '#api/features/previews/page/page.routes.ts';
import { createPreviewLink } from '#api/features/previews/previews.service.ts';
import { createReleaseLink } from '#api/features/releases/releases.service.ts';
import { createReleaseViewerHandler } from '#api/features/releases/viewer/viewer.routes.ts';
import { ClientGoneError } from '#api/http/client-gone.ts';
import { Manifest, type ReleaseEntry } from '#api/releases/manifest.ts';
import { createObjectStore } from '#api/releases/object-store.ts';
import { ReleaseWriter } from '#api/releases/release-writer.ts';
import { type ApiCaller, createApiCaller } from '../support/app/api-caller.ts';
import { type HttpApp, startHttpApp } from '../support/app/http-app.ts';
import { createPublication, insertVersion } from '../support/app/publications.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';
import { toBearerHeader } from '../support/app/users.ts';
import { createDraft } from '../support/drafts/draft-fixtures.ts';
import { openSocket } from '../support/faults/connection-attacks.ts';
import { createRawForm, sendRawUpload } from '../support/uploads/raw-upload-client.ts';
import { createJpeg } from '../support/uploads/sample-files.ts';

const HTML_URL = 'https://books.example/work.html';

let test: TestApp;
let admin: ApiCaller;
let http: HttpApp;

beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(async () => {
  await http.close();
  await test.close();
});

/** A request of the admin, as it is sent. */
function toRawRequest(method: string, path: string, body?: unknown): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${admin.token}`];
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`);
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
const send = (path: string) => openSocket(http.port, toRawRequest('GET', path));
const fetchPath = (path: string) =>
  fetch(`http://127.0.0.1:${http.port}${path}`, { headers: toBearerHeader(admin.token) });

/** Replaces what processes HTML by one that never ends before its client leaves. Returns the signals of the clients. */
function holdHtml(): AbortSignal[] {
  const clients: AbortSignal[] = [];
  const hold = (signal: AbortSignal) => {
    clients.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const forClient = (signal: AbortSignal) =>
    ({ ...test.deps.html, run: () => hold(signal) }) as unknown as HtmlProcessor;
  test.deps.html = { ...test.deps.html, forClient };
  return clients;
}

/** Stores a work with the texts of two versions. */
async function createWork(): Promise<number> {
  test.deps.safeFetch = async (url) => ({ text: `<p>The text at ${url}.</p>`, format: 'html', url });
  const id = await createPublication(test, { title: 'A Work', categoryId: 6, htmlUrl: HTML_URL });
  await insertVersion(test, id, { number: 2, htmlUrl: `${HTML_URL}?2` });
  for (const version of [1, 2]) {
    const path = `/api/admin/openshelf/publications/${id}/text?version=${version}`;
    expect((await admin.call('GET', path)).body.data.html).toContain('The text at');
  }
  return id;
}

/** A release of one page. */
async function createRelease() {
  const store = createObjectStore(join(test.directory, 'objects'));
  await store.prepare();
  const contentType = 'text/html; charset=utf-8';
  const hash = await store.put(Buffer.from('<p>A page</p>'), contentType, { durable: false });
  const entry: ReleaseEntry = {
    path: '/',
    status: 200,
    hash,
    contentType,
    inputHash: hash,
    location: null,
    policy: null,
    postIds: [],
    validUntil: null,
  };
  const writer = new ReleaseWriter(
    { db: test.db, clock: test.clock, manifest: new Manifest(), store, salt: () => '', releasesKept: 5 },
    () => undefined,
  );
  const id = await writer.commit({ kind: 'publish', note: '', changed: [entry], removed: [] });
  return { store, path: new URL((await createReleaseLink(test.deps, Number(id))).url).pathname };
}

describe('a client that leaves (T42)', () => {
  it.each([
    ['a check before publishing', 'POST', async () => '/api/blogs/1/check'],
    ['the text of a work', 'GET', async () => `/api/admin/openshelf/publications/${await createWork()}/text`],
    [
      'a comparison of two versions',
      'GET',
      async () => `/api/admin/openshelf/publications/${await createWork()}/diff?from=1&to=2`,
    ],
  ])('is known to what prepares %s', async (_name, method, prepare) => {
    const path = await prepare();
    const clients = holdHtml();
    http = await startHttpApp(test);
    const body = method === 'POST' ? { title: 'Title', description: null, content: '<p>Text</p>' } : undefined;
    const socket = await openSocket(http.port, toRawRequest(method, path, body));
    await expect.poll(() => clients.length).toBe(1);
    expect(clients[0]?.aborted).toBe(false);
    socket.resetAndDestroy();
    await expect.poll(() => clients[0]?.reason).toBeInstanceOf(ClientGoneError);
  });

  it('is known to what rewrites a page of an earlier release', async () => {
    const { store, path } = await createRelease();
    const clients = holdHtml();
    http = await startHttpApp(test, { '/release/': createReleaseViewerHandler(test.deps, store) });
    const sockets = await Promise.all([send(path), send(path)]);
    await expect.poll(() => clients.length).toBe(1);
    for (const [index, socket] of sockets.entries()) {
      expect(clients[0]?.aborted, `after ${index} of 2 have left`).toBe(false);
      socket.resetAndDestroy();
    }
    await expect.poll(() => clients[0]?.reason).toBeInstanceOf(ClientGoneError);
    expect(clients).toHaveLength(1);
  });
});

describe('exports (T42)', () => {
  const paths = [
    '/api/account/export',
    '/api/admin/users/:id/export',
    '/api/admin/users/export.csv',
    '/api/waitinglist/export.csv',
    '/api/admin/audit/export.csv',
  ];
  const countExports = async () =>
    (await test.db.client.execute("SELECT 1 FROM audit_log WHERE action LIKE 'export.%'")).rows.length;

  /** An export queue that is busy until `release` is called. */
  function holdExports(maxWaiting: number) {
    test.deps.exportQueue = new BoundedQueue({ concurrency: 1, maxWaiting, retryAfterSeconds: 5 });
    const busy = Promise.withResolvers<void>();
    const running = test.deps.exportQueue.add(() => busy.promise);
    const hasRoom = () => {
      try {
        test.deps.exportQueue.requireRoom();
        return true;
      } catch {
        return false;
      }
    };
    const release = async () => {
      busy.resolve();
      await running;
    };
    return { hasRoom, release };
  }

  it.each(paths)('%s is not begun for a client that has left while it waited', async (path) => {
    const { hasRoom, release } = holdExports(1);
    http = await startHttpApp(test);
    const ownPath = path.replace(':id', String(admin.id));
    const socket = await send(ownPath);
    await expect.poll(hasRoom).toBe(false);
    socket.resetAndDestroy();
    await expect.poll(hasRoom).toBe(true);
    await release();
    const response = await fetchPath(ownPath);
    expect(response.status).toBe(200);
    await response.text();
    // The account's own export is not audited.
    expect(await countExports()).toBe(path === '/api/account/export' ? 0 : 1);
  });

  it.each(paths)('%s is refused with Retry-After while many wait', async (path) => {
    const { release } = holdExports(0);
    http = await startHttpApp(test);
    const response = await fetchPath(path.replace(':id', String(admin.id)));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/Try again/) });
    await release();
    expect(await countExports()).toBe(0);
  });

  it('make their parts one at a time, among all exports, and none for a client that has left', async () => {
    http = await startHttpApp(test);
    const queue = new BoundedQueue({ concurrency: 1, maxWaiting: 1 });
    const app = createApp({ ...test.deps, exportQueue: queue });
    const client = new AbortController();
    const download = async (signal: AbortSignal) => {
      const headers = toBearerHeader(admin.token);
      const { body } = await app.request('/api/admin/users/export.csv', { headers, signal });
      return (body as ReadableStream<Uint8Array>).getReader();
    };
    const readers = [await download(new AbortController().signal), await download(client.signal)];
    const busy = Promise.withResolvers<void>();
    const running = queue.add(() => busy.promise);
    // What comes before the first part, which is made when that is read.
    await Promise.all(readers.map((reader) => reader.read()));
    await expect.poll(() => queue.waiting).toBe(2);
    client.abort();
    await expect.poll(() => queue.waiting).toBe(1);
    busy.resolve();
    await running;
    expect(Buffer.from((await readers[0]?.read())?.value ?? []).toString()).toContain('id,email,');
    await readers[0]?.cancel();
  });

  it('of a person stop in the middle when the client leaves, and are not audited', async () => {
    http = await startHttpApp(test);
    const client = new AbortController();
    const execute = vi.spyOn(test.db.client, 'execute');
    const countQueries = async (run: Promise<unknown>) => {
      execute.mockClear();
      await run.catch(() => undefined);
      return execute.mock.calls.length;
    };
    const exporting = (signal: AbortSignal) =>
      exportUser(test.deps, { actorId: admin.id, id: admin.id, client: signal });
    const all = await countQueries(exporting(client.signal));
    const stopped = exporting(client.signal);
    setImmediate(() => client.abort(new ClientGoneError('The client has left.')));
    expect(await countQueries(stopped)).toBeLessThan(all / 2);
    await expect(stopped).rejects.toBeInstanceOf(ClientGoneError);
    expect(await countExports(), 'of the first').toBe(1);
  });
});

describe('previews (T42)', () => {
  const PREVIEWS = 8;

  it('give up the place of a client that has left, render nothing for it, and refuse what exceeds the queue', async () => {
    const ids = [];
    for (let n = 0; n < PREVIEWS + 2; n += 1) ids.push(await createDraft(test, { title: `Draft ${n}` }));
    const paths = await Promise.all(
      ids.map(async (id) => new URL((await createPreviewLink(test.deps, id)).url).pathname),
    );
    const rendered: string[] = [];
    const first = Promise.withResolvers<void>();
    test.deps.publisher.dryRun.previewPost = async ({ row }) => {
      rendered.push(row.title);
      if (rendered.length === 1) await first.promise;
      return { status: 200, body: Buffer.from(row.title), contentType: 'text/html; charset=utf-8', policy: null };
    };
    http = await startHttpApp(test, { '/preview/': createPreviewHandler(test.deps) });
    const [last = '', ...others] = paths;
    const sockets = await Promise.all(others.map(send));
    const refused = await Promise.race(
      sockets.map(async (socket, index) => ({ index, response: String((await once(socket.resume(), 'data'))[0]) })),
    );
    expect(refused.response).toMatch(/^HTTP\/1\.1 503 /);
    expect(refused.response).toMatch(/\r\nretry-after: 2\r\n/i);
    expect(refused.response).toContain('Too many previews are being made right now. Try again in a few seconds.');
    expect(rendered).toHaveLength(1);
    const isRendered = (index: number) => others[index] === paths[Number(/\d+/.exec(rendered[0] ?? ''))];
    const waiting = sockets.filter((_socket, index) => index !== refused.index && !isRendered(index));
    expect(waiting).toHaveLength(PREVIEWS - 1);
    const connections = Number(await http.countConnections());
    for (const socket of waiting) socket.resetAndDestroy();
    await expect.poll(() => http.countConnections()).toBe(connections - waiting.length);
    const answer = fetchPath(last);
    first.resolve();
    expect(await (await answer).text()).toBe('Draft 0');
    expect(rendered).toEqual([rendered[0], 'Draft 0']);
  });
});

describe('uploads (T42)', () => {
  const IN_QUEUE = 33;
  const REFUSED = 7;

  it('beyond 32 that wait are refused with Retry-After, and those whose clients have left are not begun', async () => {
    const stored: string[] = [];
    const first = Promise.withResolvers<void>();
    const { files } = test.deps;
    test.deps.files = {
      ...files,
      async put(...file) {
        stored.push(file[0]);
        await first.promise;
        return files.put(...file);
      },
    };
    http = await startHttpApp(test);
    const sample = await createJpeg(64, 40);
    const upload = (n: number) => {
      const bytes = Buffer.concat([sample.bytes, Buffer.from(String(n))]);
      return sendRawUpload(http.port, { body: createRawForm({ ...sample, bytes }), token: admin.token });
    };
    // The first is being stored when the others come.
    const uploads = [await upload(0)];
    await expect.poll(() => stored.length, { timeout: 30_000 }).toBe(1);
    for (let n = 1; n < IN_QUEUE + REFUSED; n += 1) uploads.push(await upload(n));
    const answered = uploads.map(({ response }, index) => response.then((answer) => ({ ...answer, index })));
    const refused: { status: number; text: string; index: number }[] = [];
    for (const answer of answered) void answer.then((each) => refused.push(each));
    await expect.poll(() => refused.length, { timeout: 30_000 }).toBe(REFUSED);
    for (const { status, text } of refused) {
      expect(status).toBe(503);
      expect(text).toMatch(/\r\nretry-after: 5\r\n/i);
      expect(text).toContain('Many files are being uploaded right now. Try again in a few seconds.');
    }
    const isRefused = new Set(refused.map(({ index }) => index));
    for (const [index, { socket }] of uploads.entries()) {
      if (index > 0 && !isRefused.has(index)) socket.resetAndDestroy();
    }
    const incoming = join(test.deps.uploads.directory, 'incoming');
    await expect.poll(async () => (await readdir(incoming)).length, { timeout: 30_000 }).toBe(1);
    first.resolve();
    expect((await answered[0])?.status).toBe(201);
    const { rows } = await test.db.client.execute('SELECT id FROM uploads');
    expect(rows).toHaveLength(1);
  });
});
