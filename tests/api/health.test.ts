import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LibsqlError } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql/sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { write } from '#db/write.ts';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import { createS3Files } from '#api/adapters/s3-files.ts';
import { createApp } from '#api/app.ts';
import { StorageProbe } from '#api/features/uploads/storage-probe.service.ts';
import type { HealthJson } from '#api/features/health/health.contract.ts';
import { createApiCaller } from '../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';
import { startFakeS3Server } from '../support/uploads/fake-s3-server.ts';
import { createFlatPng, sendFile } from '../support/uploads/sample-files.ts';
import { holdLock } from '../support/faults/lock-holder.ts';
import { startSignIn } from '../support/app/sign-in.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const OK = { status: 'ok', since: null };
const ALL_OK = { database: OK, mail: OK, uploads: OK, publishing: OK, cdn: OK, billing: OK, backups: OK, disk: OK };
const createFailing = (since: number) => ({ status: 'failing', since: new Date(since).toISOString() });

async function readHealth(app = test.app): Promise<HealthJson & { code: number }> {
  const response = await app.request('/api/health');
  return { code: response.status, ...((await response.json()) as HealthJson) };
}

describe('the health of the server', () => {
  it('is ok in every part', async () => {
    expect(await readHealth()).toMatchObject({ code: 200, status: 'ok', parts: ALL_OK });
  });

  it('tells since when no email is taken by the mail server, and not for a wrong recipient', async () => {
    await startSignIn(test, { email: 'mere@example.com' });
    const since = test.clock.now();
    await test.db.client.execute("UPDATE outbox SET attempts = 1, last_error = '550 no such user'");
    expect((await readHealth()).parts).toEqual(ALL_OK);
    await test.db.client.execute("UPDATE outbox SET last_error = 'server:ECONNREFUSED'");
    test.clock.advance(5_000);
    expect(await readHealth()).toMatchObject({
      code: 200,
      status: 'degraded',
      parts: { ...ALL_OK, mail: createFailing(since) },
    });
    await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    expect(await readHealth()).toMatchObject({ status: 'ok', parts: ALL_OK });
  });

  it('tells since when images can’t be read, and shows it on the start page', async () => {
    const admin = await createApiCaller(test);
    expect((await sendFile(test, admin.token, createFlatPng(8, 8))).status).toBe(201);
    let isDown = true;
    const files = {
      ...test.deps.files,
      read: async (...args: Parameters<typeof test.deps.files.read>) => {
        if (isDown) throw new Error('The bucket doesn’t answer.');
        return test.deps.files.read(...args);
      },
    };
    const probe = new StorageProbe({ ...test.deps, files });
    const app = createApp({ ...test.deps, files, uploadStorage: probe });
    expect((await readHealth(app)).parts).toEqual(ALL_OK);
    const since = test.clock.now();
    await probe.check();
    test.clock.advance(5_000);
    await probe.check();
    const failing = createFailing(since);
    expect(await readHealth(app)).toMatchObject({
      code: 200,
      status: 'degraded',
      parts: { ...ALL_OK, uploads: failing },
    });
    const overview = await app.request('/api/overview', { headers: { Authorization: `Bearer ${admin.token}` } });
    expect(await overview.json()).toMatchObject({
      server_problems: [{ part: 'uploads', since: failing.since, reason: null }],
    });
    isDown = false;
    expect((await readHealth(app)).parts.uploads).toEqual(failing);
    await probe.check();
    expect((await readHealth(app)).parts).toEqual(ALL_OK);
  });

  it('does not wait for a storage that does not answer', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const files = { ...test.deps.files, check: () => promise };
    const probe = new StorageProbe({ ...test.deps, files });
    const app = createApp({ ...test.deps, files, uploadStorage: probe });
    const checked = probe.check();
    expect((await readHealth(app)).parts).toEqual(ALL_OK);
    reject(new FileStoreUnavailableError('The bucket doesn’t answer.'));
    await checked;
    expect((await readHealth(app)).parts.uploads.status).toBe('failing');
  });

  describe('with a bucket and no upload yet', () => {
    let s3: Awaited<ReturnType<typeof startFakeS3Server>>;
    beforeEach(async () => {
      s3 = await startFakeS3Server('media');
    });
    afterEach(() => s3.close());

    async function probeBucket(settings: Partial<typeof s3.settings>) {
      const probe = new StorageProbe({ ...test.deps, files: createS3Files({ ...s3.settings, ...settings }) });
      await probe.check();
      return probe;
    }

    it.each([
      ['that does not exist', { bucket: 'elsewhere' }, 'The bucket doesn’t exist.'],
      ['with a wrong secret', { secretAccessKey: 'guessed' }, 'The bucket refuses our access key.'],
      ['with an unknown key', { accessKeyId: 'AKNONE' }, 'The bucket refuses our access key.'],
      ['that is down', { endpoint: 'http://127.0.0.1:1' }, 'The bucket doesn’t answer.'],
    ])('tells since the first check of one %s', async (_name, settings, reason) => {
      const probe = await probeBucket(settings);
      const app = createApp({ ...test.deps, uploadStorage: probe });
      expect(await readHealth(app)).toMatchObject({
        status: 'degraded',
        parts: { ...ALL_OK, uploads: createFailing(test.clock.now()) },
      });
      expect(probe.failure?.reason).toBe(reason);
    });

    it('is checked at the start, before anyone asks', async () => {
      const files = createS3Files({ ...s3.settings, bucket: 'elsewhere' });
      const probe = new StorageProbe({ ...test.deps, files });
      probe.start();
      await expect.poll(() => probe.failure?.reason).toBe('The bucket doesn’t exist.');
      probe.stop();
    });

    it('writes one object of its own once, and only reads it from then on', async () => {
      const probe = await probeBucket({});
      await probe.check();
      expect(probe.failure).toBeNull();
      expect(s3.calls).toEqual(['GET', 'PUT', 'GET']);
      expect([...s3.objects.keys()]).toEqual(['uploads/storage-check']);
    });

    it('tells of a key that may read and not write', async () => {
      s3.refuse('PUT');
      expect((await probeBucket({})).failure?.reason).toBe('The access key may not read and write in the bucket.');
    });

    it('takes an object that a key without the right to list may not know to be missing for a missing one', async () => {
      s3.refuse('GET');
      const probe = await probeBucket({});
      expect([probe.failure, s3.calls]).toEqual([null, ['GET', 'PUT']]);
    });
  });

  it('tells of a folder of uploads that can’t be written to', async () => {
    await writeFile(join(test.directory, 'a-file'), '');
    const files = createDiskFiles(join(test.directory, 'a-file', 'uploads'));
    const probe = new StorageProbe({ ...test.deps, files });
    await probe.check();
    expect(probe.failure?.reason).toBe('The folder of images and videos can’t be written to.');
  });

  it('tells since when there is no proven backup', async () => {
    const since = test.clock.now() - 60_000;
    const app = createApp({
      ...test.deps,
      backups: { ...test.deps.backups, findFailure: async () => ({ since, reason: null }) },
    });
    expect(await readHealth(app)).toMatchObject({
      status: 'degraded',
      parts: { ...ALL_OK, backups: createFailing(since) },
    });
  });

  it('tells since when a publish has failed, until it is published again', async () => {
    const at = test.clock.now();
    const insert = (status: string) =>
      test.db.client.execute({
        sql: "INSERT INTO publish_jobs (kind, reason, status, error, created_at) VALUES ('rebuild', 'A test', ?, 'It failed.', ?)",
        args: [status, at],
      });
    await insert('failed');
    expect(await readHealth()).toMatchObject({
      status: 'degraded',
      parts: { ...ALL_OK, publishing: createFailing(at) },
    });
    await insert('live');
    expect((await readHealth()).parts).toEqual(ALL_OK);
  });
});

it('Health says since when another program has locked the database file, and forgets it once a write finds no lock', async () => {
  const lock = await holdLock(join(test.directory, 'app.db'));
  const written = write(test.db, ['DELETE FROM rate_limits']);
  try {
    await expect.poll(async () => (await readHealth()).reason).toBe('database_locked');
    const { code, status, parts } = await readHealth();
    expect([code, status, parts.database.status]).toEqual([200, 'degraded', 'failing']);
    expect(parts.database.since).not.toBeNull();
  } finally {
    await lock.release();
  }
  await written;
  expect(await readHealth()).toMatchObject({ status: 'ok', parts: ALL_OK });
});

describe('while the database can’t be reached', () => {
  const createAppWithout = () => {
    const client = {
      ...test.db.client,
      protocol: 'ws',
      execute: async () => {
        throw new LibsqlError('The connection is closed.', 'HRANA_CLOSED_ERROR');
      },
    };
    const db = { client, orm: drizzle(client as never) } as unknown as TestApp['db'];
    return createApp({ ...test.deps, db });
  };

  it('health is 200, says that the database fails and that other parts are unknown', async () => {
    const { code, status, reason, parts } = await readHealth(createAppWithout());
    expect([code, status, reason, parts.database.status]).toEqual([200, 'degraded', 'database_unreachable', 'failing']);
    expect(parts.mail.status).toBe('unknown');
  });

  it('the server is live and ready: pages need no database', async () => {
    const app = createAppWithout();
    expect((await app.request('/api/live')).status).toBe(200);
    expect((await app.request('/api/ready')).status).toBe(200);
  });

  it('other routes answer a sentence, and when to ask again', async () => {
    const response = await createAppWithout().request('/api/blogs/published');
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({
      message: 'We can’t reach our database right now. Try again in a few seconds.',
    });
  });
});

describe('the three answers about a server', () => {
  type Changes = Partial<TestApp['deps']['site']>;
  const yes = () => true;
  const no = async () => false;
  const cases: [string, Changes, number[]][] = [
    ['sends the current release', {}, [200, 200, 200]],
    ['sends an older release than the current one', { canServe: no }, [200, 503, 200]],
    ['can’t read its pages', { sendsPages: no, canServe: no }, [503, 503, 503]],
    ['is about to stop', { isStopping: yes, canServe: no }, [503, 503, 200]],
  ];
  const ask = (changes: Changes) => {
    const app = createApp({ ...test.deps, site: { ...test.deps.site, ...changes } });
    return Promise.all(['live', 'ready', 'health'].map(async (name) => (await app.request(`/api/${name}`)).status));
  };

  it.each(cases)(
    'The answers of /api/live, /api/ready and /api/health by a server that %s',
    async (_what, changes, statuses) => {
      expect(await ask(changes)).toEqual(statuses);
    },
  );
});
