import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { recoverExpiredIntents } from '#api/features/uploads/intent-log/intent-log.service.ts';
import { uploadIntents } from '#db/schema/index.ts';
import { createSecondServer, createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createTestSession, createUser, toBearerHeader } from '../../support/app/users.ts';
import { createFlatPng, readMp4, sendFile } from '../../support/uploads/sample-files.ts';
import { countStoredUploads } from '../../support/uploads/stored-files.ts';

// Two servers over one database and one store of files, each with a disk of its own.
let one: TestApp;
let other: TestApp;
let token: string;
beforeEach(async () => {
  one = await createTestApp();
  other = createSecondServer(one);
  token = await createTestSession(one, await createUser(one, { role: 'admin' }));
});
afterEach(() => one.close());

const listStoredFiles = () => readdir(join(one.directory, 'uploads', 'files')).catch(() => []);

const remove = async ({ app }: TestApp, id: number) =>
  (await app.request(`/api/uploads/${id}`, { method: 'DELETE', headers: toBearerHeader(token) })).status;

/** The server with changed files. */
function withFiles(test: TestApp, files: Partial<TestApp['deps']['files']>): TestApp {
  const deps = { ...test.deps, files: { ...test.deps.files, ...files } };
  return { ...test, deps, app: createApp(deps) };
}

/** A server that is killed once it has stored the files of an upload: nothing of it runs any more. */
function killAfterPut(test: TestApp): { server: TestApp; killed: Promise<void> } {
  const { promise: killed, resolve } = Promise.withResolvers<void>();
  const server = withFiles(test, {
    put: async (...file) => {
      await test.deps.files.put(...file);
      resolve();
      await new Promise<never>(() => undefined);
    },
  });
  return { server, killed };
}

describe('uploads to two servers', () => {
  it('of the same file at once are one upload with one set of files', async () => {
    const sample = await readMp4();
    const responses = await Promise.all([sendFile(one, token, sample), sendFile(other, token, sample)]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[0]?.body.id).toBe(responses[1]?.body.id);
    expect(await listStoredFiles()).toHaveLength(1);
    expect(await countStoredUploads(one)).toBe(1);
  });

  it('share one quota: of two last files that both find room, one is stored', async () => {
    const [first, second] = [createFlatPng(16, 9), createFlatPng(64, 64)];
    for (const sample of [first, second]) await sendFile(one, token, sample);
    const { rows } = await one.db.client.execute('SELECT sum(bytes) - 1 FROM uploads');
    for (const id of [1, 2]) expect(await remove(one, id)).toBe(204);
    const servers = [one, other].map((server) => {
      const deps = { ...server.deps, uploads: { ...server.deps.uploads, quotaBytes: Number(rows[0]?.[0]) } };
      return { ...server, deps, app: createApp(deps) };
    });
    const { promise: bothFoundRoom, resolve } = Promise.withResolvers<void>();
    let waiting = 0;
    const meet = servers.map((server) =>
      withFiles(server, {
        put: async (...file) => {
          await server.deps.files.put(...file);
          waiting += 1;
          if (waiting === 2) resolve();
          await bothFoundRoom;
        },
      }),
    );
    const responses = await Promise.all([
      sendFile(meet[0] as TestApp, token, first),
      sendFile(meet[1] as TestApp, token, second),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 507]);
    expect(await countStoredUploads(one)).toBe(1);
  });
});

describe('a server that is killed with its disk between storing the files of an upload and its row', () => {
  let killed: TestApp;
  beforeEach(async () => {
    const victim = killAfterPut(other);
    killed = victim.server;
    void sendFile(killed, token, await readMp4());
    await victim.killed;
    await rm(killed.directory, { recursive: true });
    expect([(await listStoredFiles()).length, await countStoredUploads(one)]).toEqual([1, 0]);
  });

  it('leaves no file: the housekeeping of another server removes it, not before a minute', async () => {
    await recoverExpiredIntents(one.deps);
    expect(await listStoredFiles()).toHaveLength(1);
    one.clock.advance(60_000);
    await recoverExpiredIntents(one.deps);
    expect(await listStoredFiles()).toEqual([]);
    expect(await one.db.orm.select().from(uploadIntents)).toEqual([]);
  });

  it('keeps nobody from uploading the file again after a minute, and that is not removed', async () => {
    one.clock.advance(60_000);
    expect((await sendFile(one, token, await readMp4())).status).toBe(201);
    one.clock.advance(60_000);
    await recoverExpiredIntents(one.deps);
    expect(await listStoredFiles()).toHaveLength(1);
  });

  it('has its file removed later when the bucket does not answer at first', async () => {
    one.clock.advance(60_000);
    const down = withFiles(one, { delete: () => Promise.reject(new Error('down')) });
    await recoverExpiredIntents(down.deps);
    expect(await listStoredFiles()).toHaveLength(1);
    await recoverExpiredIntents(one.deps);
    expect(await listStoredFiles()).toEqual([]);
  });
});

it('a server that was paused for long while it stored an upload doesn’t write a row whose files are gone', async () => {
  const { promise: isStored, resolve: setStored } = Promise.withResolvers<void>();
  const { promise: isResumed, resolve: resume } = Promise.withResolvers<void>();
  const paused = withFiles(other, {
    put: async (...file) => {
      await other.deps.files.put(...file);
      setStored();
      await isResumed;
    },
  });
  const sending = sendFile(paused, token, await readMp4());
  await isStored;
  one.clock.advance(60_000);
  await recoverExpiredIntents(one.deps);
  resume();
  const { status, body } = await sending;
  expect([status, (body as { message?: string }).message]).toEqual([
    503,
    'This file is being uploaded or deleted right now. Try again in a minute.',
  ]);
  expect([await countStoredUploads(one), await listStoredFiles()]).toEqual([0, []]);
});

it('a file whose row was lost with a restored database is never removed', async () => {
  await sendFile(one, token, createFlatPng(16, 9));
  const before = await listStoredFiles();
  await one.db.client.execute('DELETE FROM uploads');
  one.clock.advance(24 * 3_600_000);
  await recoverExpiredIntents(other.deps);
  expect(await listStoredFiles()).toEqual(before);
});
