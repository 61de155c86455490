import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiskFiles } from '#api/adapters/disk-files.ts';
import { createUploadHandler } from '#api/site/upload-handler.ts';
import { cacheFileSizes } from '#api/adapters/file-sizes.ts';
import type { ByteRange, FileStore } from '#api/adapters/file-store.ts';
import { createS3Files } from '#api/adapters/s3-files.ts';
import { createUser, createTestSession } from '../../support/app/users.ts';
import { readMp4, sendFile } from '../../support/uploads/sample-files.ts';
import { startFakeS3Server } from '../../support/uploads/fake-s3-server.ts';
import { requestPath } from '../../support/site/test-site.ts';
import { createTestApp } from '../../support/app/test-app.ts';

let directory: string;
let s3: Awaited<ReturnType<typeof startFakeS3Server>>;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'files-'));
  s3 = await startFakeS3Server('media');
});
afterEach(async () => {
  await s3.close();
  await rm(directory, { recursive: true, force: true });
});

const stores: [name: string, create: () => FileStore][] = [
  ['a directory', () => createDiskFiles(join(directory, 'files'))],
  ['a bucket', () => createS3Files(s3.settings)],
  ['a bucket with cached sizes', () => cacheFileSizes(createS3Files(s3.settings))],
];

describe.each(stores)('files in %s', (_name, create) => {
  const bytes = Buffer.from('0123456789'.repeat(20_000));

  async function readAll(store: FileStore, range?: ByteRange): Promise<Buffer> {
    const stream = await store.read('a.mp4', range);
    return stream ? buffer(stream) : Buffer.alloc(0);
  }

  async function put(store: FileStore, name: string, content = bytes) {
    await mkdir(join(directory, 'incoming'), { recursive: true });
    const path = join(directory, 'incoming', 'x');
    await writeFile(path, content);
    await store.put(name, path, 'video/mp4');
  }

  it('are moved into the store, and can be read whole and by range', async () => {
    const store = create();
    await put(store, 'a.mp4');
    expect(await readdir(join(directory, 'incoming'))).toEqual([]);
    expect(await store.size('a.mp4')).toBe(bytes.length);
    expect((await readAll(store)).equals(bytes)).toBe(true);
    const part = await readAll(store, { start: 5, end: 1234 });
    expect(part.equals(bytes.subarray(5, 1235))).toBe(true);
  });

  it('that do not exist have size null, are read as null, and can be deleted', async () => {
    const store = create();
    expect(await store.size('b.mp4')).toBeNull();
    expect(await store.read('b.mp4')).toBeNull();
    await store.delete(['b.mp4']);
  });

  it('are deleted, and no others', async () => {
    const store = create();
    await put(store, 'a.mp4');
    await put(store, 'b.mp4');
    await readAll(store);
    await store.delete(['a.mp4', 'c.mp4']);
    expect([await store.size('a.mp4'), await store.size('b.mp4')]).toEqual([null, bytes.length]);
    expect(await store.read('a.mp4')).toBeNull();
  });
});

describe('a directory of files', () => {
  it.each(['../x', 'a/b', '.x', '', 'A', 'a\\b'])('T22 rejects the name %j', async (name) => {
    const store = createDiskFiles(join(directory, 'files'));
    await expect(store.size(name)).rejects.toThrow('Not a stored file name.');
    await expect(store.delete([name])).rejects.toThrow('Not a stored file name.');
  });

  it('leaves no file when a move fails', async () => {
    const store = createDiskFiles(join(directory, 'files'));
    await expect(store.put('a.mp4', join(directory, 'not-there'), 'video/mp4')).rejects.toThrow('ENOENT');
    expect(await readdir(join(directory, 'files'))).toEqual([]);
  });
});

describe('a bucket', () => {
  it('stores an upload with its type and leaves no file on the disk', async () => {
    const test = await createTestApp();
    Object.assign(test.deps, { files: createS3Files(s3.settings) });
    const token = await createTestSession(test, await createUser(test, { role: 'admin' }));
    const sample = await readMp4();
    const { status, body } = await sendFile(test, token, sample);
    expect(status).toBe(201);
    const stored = s3.objects.get(`uploads/${body.url.slice(9)}`);
    expect([stored?.type, stored?.bytes.length]).toEqual(['video/mp4', body.size]);
    expect(await readdir(join(test.directory, 'uploads', 'incoming'))).toEqual([]);
    await test.close();
  });

  it('rejects a wrong key', async () => {
    const store = createS3Files({ ...s3.settings, secretAccessKey: 'guessed' });
    await expect(store.size('a.mp4')).rejects.toThrow();
    await expect(store.read('a.mp4')).rejects.toMatchObject({ cause: { name: 'SignatureDoesNotMatch' } });
  });

  it('that is down answers 503 to an upload, which leaves no file and works later', async () => {
    const test = await createTestApp();
    const down = { ...s3.settings, endpoint: 'http://127.0.0.1:1' };
    Object.assign(test.deps, { files: createS3Files(down) });
    const token = await createTestSession(test, await createUser(test, { role: 'admin' }));
    const { status, body } = await sendFile(test, token, await readMp4());
    expect([status, (body as { message?: string }).message]).toEqual([
      503,
      'Images and videos can’t be reached right now. Try again in a minute.',
    ]);
    expect(await readdir(join(test.directory, 'uploads', 'incoming'))).toEqual([]);
    await test.close();
  });

  it('that is down throws, and prints nothing beside the log', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const file = join(directory, 'x');
    await writeFile(file, 'bytes');
    const down = createS3Files({ ...s3.settings, endpoint: 'http://127.0.0.1:1' });
    await expect(down.put('a.mp4', file, 'video/mp4')).rejects.toThrow('The bucket doesn’t answer.');
    expect(warn.mock.calls).toEqual([]);
    warn.mockRestore();
  });

  it('that is down answers 503 with Retry-After to who looks at an image', async () => {
    const files = createS3Files({ ...s3.settings, endpoint: 'http://127.0.0.1:1' });
    const uploads = createUploadHandler({ files, siteUrl: 'http://localhost', log: pino({ level: 'silent' }) });
    const { status, headers } = await requestPath(uploads, 'GET', `/uploads/${'ab'.repeat(32)}.mp4`, {});
    expect([status, headers['retry-after']]).toEqual([503, '30']);
  });

  it('its client library is not loaded where files are stored on the disk', async () => {
    const source = await readFile(new URL('../../../api/adapters/s3-files.ts', import.meta.url), 'utf8');
    expect(source).not.toMatch(/^import (?!type)[^;]*@aws-sdk/m);
  });
});
