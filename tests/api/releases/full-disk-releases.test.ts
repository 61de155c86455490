import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Manifest, type ReleaseEntry } from '#api/releases/manifest.ts';
import { createObjectStore, type ObjectStore } from '#api/releases/object-store.ts';
import { planRestore } from '#api/releases/release-rows.ts';
import { ReleaseWriter } from '#api/releases/release-writer.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

const CONTENT_TYPE = 'image/png';
const KEPT = 8;

let test: TestDatabase;
let directory: string;
let store: ObjectStore;
let manifest: Manifest;

beforeEach(async () => {
  test = await createTestDatabase();
  directory = join(test.directory, 'objects');
  store = createObjectStore(directory);
  await store.prepare();
  manifest = new Manifest();
});
afterEach(() => test.close());

const createWriter = (db = test.db) =>
  new ReleaseWriter({ db, clock: test.clock, manifest, store, salt: () => '', releasesKept: KEPT }, () => undefined);

/** Releases, each of which replaces the one page. */
async function publish(writer: ReleaseWriter, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const bytes = Buffer.from(`version ${n} of ${count}`);
    const hash = await store.put(bytes, CONTENT_TYPE, { durable: false });
    const entry: ReleaseEntry = {
      path: '/a.png',
      status: 200,
      hash,
      contentType: CONTENT_TYPE,
      inputHash: hash,
      ...REST,
    };
    await writer.commit({ kind: 'publish', note: '', changed: [entry], removed: [] });
  }
}
const REST = { location: null, policy: null, postIds: [], validUntil: null };
const countObjects = async () => (await readdir(directory)).length;

it('garbage is due after every 20 releases, without waiting for a pause', async () => {
  const writer = createWriter();
  await publish(writer, 19);
  expect(writer.isCollectionDue).toBe(false);
  await publish(writer, 1);
  expect(writer.isCollectionDue).toBe(true);
  await writer.collectGarbage();
  expect([writer.isCollectionDue, await countObjects()]).toEqual([false, KEPT]);
});

it('a full disk is freed of old releases, and of more of them each time that was not enough (F23)', async () => {
  const writer = createWriter();
  await publish(writer, 30);
  expect(await writer.freeSpace(0)).toEqual({ kept: KEPT, deleted: 22 });
  expect(await writer.freeSpace(0), 'nothing beyond what is kept').toEqual({ kept: 4, deleted: 4 });
  expect(await writer.freeSpace(5)).toEqual({ kept: 3, deleted: 1 });
  expect(await writer.freeSpace(5)).toEqual({ kept: 3, deleted: 0 });
  expect(store.has(manifest.get('/a.png')?.hash ?? '')).toBe(true);
});

it('a disk too full to delete a row is freed of objects first (F23)', async () => {
  const writer = createWriter();
  await publish(writer, 30);
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const batch = test.db.client.batch.bind(test.db.client);
  test.db.client.batch = async (...args) => {
    if ((await countObjects()) === 30) throw full;
    return batch(...args);
  };
  expect(await writer.freeSpace(0)).toEqual({ kept: KEPT, deleted: 22 });
  await expect(planRestore(test.db, manifest, 1)).rejects.toMatchObject({ code: 'not_found' });
});

it('a restore of a release that was pruned meanwhile is refused as not found', async () => {
  const writer = createWriter();
  await publish(writer, 20);
  await writer.collectGarbage();
  await expect(planRestore(test.db, manifest, 2)).rejects.toMatchObject({
    code: 'not_found',
    message: 'Release 2 not found. It may have been removed.',
  });
});

it('a start deletes the unfinished files of a publish that was killed', async () => {
  await publish(createWriter(), 1);
  await writeFile(join(directory, `${'a'.repeat(64)}.1-1.tmp`), 'half');
  await createObjectStore(directory).prepare();
  expect(await readdir(directory)).toEqual([manifest.get('/a.png')?.hash]);
});
