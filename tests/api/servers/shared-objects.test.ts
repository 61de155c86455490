import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import { createS3Objects } from '#api/adapters/s3-objects.ts';
import { createObjectCache } from '#api/releases/object-cache.ts';
import { DamagedObjectError } from '#api/releases/object-codec.ts';
import { createSharedObjectStore } from '#api/releases/shared-object-store.ts';
import { startFakeS3Server } from '../../support/uploads/fake-s3-server.ts';

const HTML = 'text/html; charset=utf-8';
const PNG = 'image/png';
const DURABLE = { durable: true };
const DAY_MS = 24 * 60 * 60_000;

let directory: string;
let s3: Awaited<ReturnType<typeof startFakeS3Server>>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'objects-'));
  s3 = await startFakeS3Server('site');
});
afterEach(async () => {
  await s3.close();
  await rm(directory, { recursive: true, force: true });
});

async function createStore(name: string, { cacheBytes = 1_000_000, isLeading = true } = {}) {
  const cache = createObjectCache(join(directory, name), cacheBytes);
  const log = pino({ level: 'silent' });
  const bucket = createS3Objects(s3.settings);
  const store = createSharedObjectStore({ bucket, cache, log, isLeading: () => isLeading });
  await store.prepare();
  return store;
}

const listCopies = (name: string) => readdir(join(directory, name));

describe('an object that one server puts', () => {
  it('is in the bucket before the release, and another server reads it in every encoding', async () => {
    const [a, b] = [await createStore('a'), await createStore('b')];
    const hash = await a.put(Buffer.from('<p>A page</p>'), HTML, DURABLE);
    expect([...s3.objects.keys()]).toEqual([`objects/${hash}.br`]);
    for (const encoding of ['identity', 'br', 'gzip'] as const)
      expect(await b.read(hash, HTML, encoding)).toEqual(await a.read(hash, HTML, encoding));
    expect(String(await b.read(hash, HTML, 'identity'))).toBe('<p>A page</p>');
  });

  it('is fetched once, however many ask, and from the disk after that', async () => {
    const hash = await (await createStore('a')).put(Buffer.from('picture'), PNG, DURABLE);
    const b = await createStore('b');
    s3.calls.length = 0;
    await Promise.all([b.read(hash, PNG, 'identity'), b.read(hash, PNG, 'identity'), b.locate(hash, PNG)]);
    await b.read(hash, PNG, 'identity');
    expect(s3.calls).toEqual(['GET']);
    expect(await listCopies('b')).toEqual([hash]);
  });

  it('is sent once, also when it is put again', async () => {
    const a = await createStore('a');
    await a.put(Buffer.from('x'), PNG, DURABLE);
    await a.put(Buffer.from('x'), PNG, DURABLE);
    expect(s3.calls).toEqual(['PUT']);
  });
});

describe('the copies on the disk of a server', () => {
  it('that are damaged are fetched again', async () => {
    const a = await createStore('a');
    const hash = await a.put(Buffer.from('picture'), PNG, DURABLE);
    await writeFile(join(directory, 'a', hash), 'something else');
    expect(String(await a.read(hash, PNG, 'identity'))).toBe('picture');
  });

  it('may vanish with their folder', async () => {
    const a = await createStore('a');
    const hash = await a.put(Buffer.from('picture'), PNG, DURABLE);
    await rm(join(directory, 'a'), { recursive: true });
    expect(String(await a.read(hash, PNG, 'identity'))).toBe('picture');
    expect(String(await a.read(hash, PNG, 'identity'))).toBe('picture');
    expect(await a.locate(hash, PNG)).toBe(join(directory, 'a', hash));
  });

  it('take no more space than they may: those not asked for the longest go', async () => {
    const a = await createStore('a', { cacheBytes: 2_500 });
    const put = (letter: string) => a.put(Buffer.alloc(1_000, letter), PNG, DURABLE);
    const [first, second] = [await put('1'), await put('2')];
    await a.read(first, PNG, 'identity');
    const third = await put('3');
    await expect.poll(async () => (await listCopies('a')).toSorted()).toEqual([first, third].toSorted());
    expect(await a.read(second, PNG, 'identity')).toEqual(Buffer.alloc(1_000, '2'));
  });

  it('are found again after a restart, and what a kill left unfinished is deleted', async () => {
    const hash = await (await createStore('a')).put(Buffer.from('picture'), PNG, DURABLE);
    await writeFile(join(directory, 'a', `${hash}.1-1.tmp`), 'half');
    const again = await createStore('a');
    s3.calls.length = 0;
    await again.read(hash, PNG, 'identity');
    expect(s3.calls).toEqual([]);
    expect(await listCopies('a')).toEqual([hash]);
  });

  it('are made before visitors ask, as far as there is room', async () => {
    const a = await createStore('a');
    const hashes = await Promise.all(['1', '2', '3'].map((each) => a.put(Buffer.alloc(900, each), PNG, DURABLE)));
    const b = await createStore('b', { cacheBytes: 1_000 });
    await b.prefetch(hashes.slice(0, 1).map((hash) => ({ hash, contentType: PNG })));
    await b.prefetch([{ hash: 'f'.repeat(64), contentType: PNG }]);
    expect(await listCopies('b')).toEqual(hashes.slice(0, 1));
  });
});

describe('the objects of a release', () => {
  const name = (hash: string) => ({ hash, contentType: PNG });

  it('The objects of a release are all on the disk before a server switches to it, except those that the bucket has lost', async () => {
    const a = await createStore('a');
    const hashes = await Promise.all(['1', '2'].map((each) => a.put(Buffer.from(each), PNG, DURABLE)));
    const b = await createStore('b');
    await b.obtain([...hashes, 'f'.repeat(64)].map(name));
    expect((await listCopies('b')).toSorted()).toEqual(hashes.toSorted());
  });

  it('The objects of a release can’t be had while the bucket refuses, unless they are on the disk', async () => {
    const a = await createStore('a');
    const hash = await a.put(Buffer.from('picture'), PNG, DURABLE);
    const b = await createStore('b');
    s3.refuse('GET');
    await a.obtain([name(hash)]);
    await expect(b.obtain([name(hash)])).rejects.toThrow(FileStoreUnavailableError);
    s3.refuse('nothing');
    await b.obtain([name(hash)]);
    expect(await listCopies('b')).toEqual([hash]);
  });
});

describe('a bucket', () => {
  it('without an object, or with other bytes, is a damaged object', async () => {
    const a = await createStore('a');
    await expect(a.read('f'.repeat(64), HTML, 'br')).rejects.toThrow(DamagedObjectError);
    const hash = await a.put(Buffer.from('picture'), PNG, DURABLE);
    s3.objects.set(`objects/${hash}`, { bytes: Buffer.from('other'), type: PNG });
    await expect((await createStore('b')).read(hash, PNG, 'identity')).rejects.toThrow(DamagedObjectError);
  });

  it('that refuses takes no release: a put fails by its name, and works when the bucket does', async () => {
    const a = await createStore('a');
    s3.refuse('PUT');
    await expect(a.put(Buffer.from('picture'), PNG, DURABLE)).rejects.toThrow(FileStoreUnavailableError);
    s3.refuse('nothing');
    await a.put(Buffer.from('picture'), PNG, DURABLE);
    expect(s3.objects.size).toBe(1);
  });
});

describe('garbage', () => {
  const makeOld = (hash: string) => s3.setModifiedAt(`objects/${hash}`, Date.now() - DAY_MS);

  it('is deleted by the leader only, and not what is new or needed', async () => {
    const a = await createStore('a');
    const [needed, unused, fresh] = [
      await a.put(Buffer.from('needed'), PNG, DURABLE),
      await a.put(Buffer.from('unused'), PNG, DURABLE),
      await a.put(Buffer.from('fresh'), PNG, DURABLE),
    ];
    makeOld(needed);
    makeOld(unused);
    const follower = await createStore('b', { isLeading: false });
    expect(await follower.deleteUnreferenced(new Set([needed]))).toBe(0);
    expect(await a.deleteUnreferenced(new Set([needed]))).toBe(1);
    expect([...s3.objects.keys()].toSorted()).toEqual([`objects/${needed}`, `objects/${fresh}`].toSorted());
  });

  it('stays while the bucket refuses lists, and holds up nothing', async () => {
    const a = await createStore('a');
    const hash = await a.put(Buffer.from('unused'), PNG, DURABLE);
    makeOld(hash);
    s3.refuse('GET');
    expect(await a.deleteUnreferenced(new Set())).toBe(0);
    expect(a.isCollectionDue()).toBe(false);
    expect(s3.objects.has(`objects/${hash}`)).toBe(true);
  });

  it('that is needed again is sent again', async () => {
    const a = await createStore('a');
    const hash = await a.put(Buffer.from('back soon'), PNG, DURABLE);
    await a.put(Buffer.from('another'), PNG, DURABLE);
    makeOld(hash);
    await a.deleteUnreferenced(new Set());
    expect(s3.objects.has(`objects/${hash}`)).toBe(false);
    await a.put(Buffer.from('back soon'), PNG, DURABLE);
    expect(s3.objects.has(`objects/${hash}`)).toBe(true);
  });
});
