import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { findFreePort } from '../support/app/free-port.ts';
import { createJpeg } from '../support/uploads/sample-files.ts';
import { fillDisk, limitFileSize, mountSmallDisk } from '../support/faults/small-disk.ts';

const MAIN = join(PROJECT_ROOT, 'dist/api/main.mjs');
const ADMIN = 'aroha@mateworks.example';
const DISK_MB = 64;
const POLL_MS = 100;

let directory: string;
let origin: string;
let server: ChildProcess;
const cleanups: (() => void)[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'full-disk-'));
});
afterEach(async () => {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  for (const cleanUp of cleanups.splice(0).reverse()) cleanUp();
  rmSync(directory, { recursive: true, force: true });
});

const data = () => join(directory, 'data');

/** The built server; its log goes to a file beside its data, which fills up, too. */
async function startServer(): Promise<void> {
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  const log = openSync(join(data(), 'server.log'), 'a');
  server = spawn(process.execPath, [MAIN], {
    cwd: directory,
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: data(),
      PORT: String(port),
      DEMO_CONTENT: 'false',
      ADMIN_EMAILS: ADMIN,
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  await until(async () => (await call('GET', '/api/health').catch(() => null))?.status === 200);
}

type Body = { message?: string; token?: string; id?: number; status?: string; reason?: string };
type Answer = { status: number; body: Body & { publishes?: { status: string }[] } };

async function call(method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

/** Waits for a cause, as long as the test may last. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error('The server has ended.');
    await sleep(POLL_MS);
  }
}

/** Signs in with the code that is printed, as without a mail server. */
async function signIn(): Promise<string> {
  expect((await call('POST', '/api/auth/email/start', { email: ADMIN })).status).toBe(200);
  const readCode = () => /^Code for \S+: (\d{6})$/m.exec(readFileSync(join(data(), 'server.log'), 'utf8'))?.[1];
  await until(() => readCode() !== undefined);
  const { status, body } = await call('POST', '/api/auth/email/verify', { email: ADMIN, code: readCode() });
  expect(status).toBe(200);
  return String(body.token);
}

const fields = {
  ...{ title: 'Draft', slug: null, description: null, category_ids: [], status: 'draft', published_at: null },
  ...{ author_name: 'Aroha', cover_id: null },
};
const draft = { fields, content: '<p>Draft.</p>', client_id: 'session-of-the-test' };
const post = (title: string) => ({ title, content: `<p>${title}.</p>`, status: 'published' });

async function form(): Promise<FormData> {
  const { bytes, name, type } = await createJpeg();
  const sent = new FormData();
  sent.append('file', new File([new Uint8Array(bytes)], name, { type }));
  return sent;
}

/** Every kind of route that stores something. */
async function writes(token: string, draftId: number): Promise<Record<string, Answer>> {
  const saved = { ...draft, content: '<p>More.</p>', version: 1, base_revision: 0 };
  const joined = { email: 'ada@example.com', productId: 4 };
  return {
    'sign-in': await call('POST', '/api/auth/email/start', { email: 'someone@example.com' }),
    'waiting list': await call('POST', '/api/waitinglist', joined),
    'new draft': await call('POST', '/api/blogs/drafts', { ...draft, client_id: 'another-session' }, token),
    'draft save': await call('PUT', `/api/blogs/${draftId}/draft`, saved, token),
    'new post': await call('POST', '/api/blogs', post('Refused'), token),
    profile: await call('PUT', '/api/profile', { firstName: 'Aroha', lastName: 'Ngata' }, token),
    upload: await call('POST', '/api/uploads', await form(), token),
    rebuild: await call('POST', '/api/publishes/rebuild', undefined, token),
  };
}

async function expectRefusals(answers: Record<string, Answer>): Promise<void> {
  for (const [name, { status, body }] of Object.entries(answers)) {
    expect([name, status]).toEqual([name, 507]);
    expect(body.message, name).toMatch(/^The server’s (storage|disk) is (nearly )?full.+\.$/);
  }
}

async function expectReads(token: string): Promise<void> {
  for (const path of ['/', '/blogs', '/blogs/before', '/rss.xml', '/api/blogs/published']) {
    expect([path, (await call('GET', path)).status]).toEqual([path, 200]);
  }
  for (const path of ['/api/auth/me', '/api/blogs', '/api/publishes']) {
    expect([path, (await call('GET', path, undefined, token)).status]).toEqual([path, 200]);
  }
}

const isLive = async (slug: string) => (await call('GET', `/blogs/${slug}`)).status === 200;
const health = async () => (await call('GET', '/api/health')).body;

async function isAllLive(token: string): Promise<boolean> {
  const { publishes = [] } = (await call('GET', '/api/publishes', undefined, token)).body;
  return publishes.length > 0 && publishes.every(({ status }) => status === 'live');
}

async function expectWhole(): Promise<void> {
  server.kill('SIGTERM');
  await once(server, 'exit');
  expect(server.exitCode).toBe(0);
  const db = await openDatabase(`file:${join(data(), 'app.db')}`);
  expect((await db.client.execute('PRAGMA integrity_check')).rows[0]?.[0]).toBe('ok');
  const { rows } = await db.client.execute("SELECT reason, status FROM publish_jobs WHERE status <> 'live'");
  expect(rows).toEqual([]);
  db.client.close();
}

/** From a site with a post and a draft to a full disk and back. `fill` returns what frees the space; null: not possible here. */
async function fillAndFree(fill: () => (() => void) | null): Promise<boolean> {
  await startServer();
  const token = await signIn();
  const begun = (await call('POST', '/api/blogs/drafts', draft, token)).body;
  expect((await call('POST', '/api/blogs', post('Before'), token)).status).toBe(201);
  await until(() => isLive('before'));
  const free = fill();
  if (free === null) return false;
  // What was accepted before the last bytes were gone still goes through: pages of the disk that were reserved.
  await until(async () => (await call('PUT', '/api/profile', { firstName: 'A', lastName: 'N' }, token)).status === 507);
  await expectRefusals(await writes(token, Number(begun.id)));
  await expectReads(token);
  expect(await health()).toMatchObject({ status: 'degraded', reason: 'disk_full' });
  free();
  await until(async () => (await health()).status === 'ok');
  const after = await writes(token, Number(begun.id));
  for (const [name, { status }] of Object.entries(after)) expect([name, status < 300]).toEqual([name, true]);
  await until(() => isLive('refused'));
  await until(() => isAllLive(token));
  await expectWhole();
  return true;
}

it('T37: on a full disk every write is refused with a sentence, every read works, and all goes on when there is space', async () => {
  const disk = mountSmallDisk(data(), DISK_MB);
  if (disk) {
    cleanups.push(() => disk.unmount());
    expect(await fillAndFree(() => fillDisk(data()))).toBe(true);
    return;
  }
  // Without the right to mount: the same by a limit on the size of files.
  expect(await fillAndFree(() => limitFileSize(server.pid ?? 0)), 'neither mount nor prlimit works here').toBe(true);
});

it.runIf(process.platform === 'linux')(
  'T37: a limit on the size of files does the same, and does not end the server',
  async () => {
    mountOrMake();
    expect(await fillAndFree(() => limitFileSize(server.pid ?? 0))).toBe(true);
  },
);

function mountOrMake(): void {
  const disk = mountSmallDisk(data(), DISK_MB);
  if (disk) cleanups.push(() => disk.unmount());
}

it('T37: a publish that was accepted and finds no space for its pages waits, says so, and goes live by itself', async () => {
  const objects = join(data(), 'site/objects');
  const disk = mountSmallDisk(objects, DISK_MB);
  // tests/site/publishing/publishing-space.test.ts asserts the same everywhere, with a store that refuses.
  if (!disk) return;
  cleanups.push(() => disk.unmount());
  await startServer();
  const token = await signIn();
  const free = fillDisk(objects);
  expect((await call('POST', '/api/blogs', post('Accepted'), token)).status).toBe(201);
  await until(async () => (await health()).status === 'degraded');
  expect((await call('GET', '/')).status).toBe(200);
  expect(await isLive('accepted')).toBe(false);
  free();
  await until(() => isLive('accepted'));
  await until(() => isAllLive(token));
  await until(async () => (await health()).status === 'ok');
  expect(readdirSync(objects).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  await expectWhole();
});
