import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Manifest, type ReleaseEntry } from '#api/releases/manifest.ts';
import { ReleaseCopy } from '#api/releases/release-copy.ts';
import { commitRelease, followRelease } from '#api/releases/release-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

let test: TestDatabase;
let file: string;
beforeEach(async () => {
  test = await createTestDatabase();
  file = join(test.directory, 'site', 'release.ndjson');
});
afterEach(() => test.close());

const page = (path: string, hash: string): ReleaseEntry => ({
  path,
  status: 200,
  hash: hash.repeat(64),
  location: null,
  contentType: 'text/html; charset=utf-8',
  policy: "default-src 'none'",
  inputHash: '1',
  postIds: [1, -2],
  validUntil: null,
});

const createManifest = (release: number, entries: ReleaseEntry[]) => {
  const manifest = new Manifest();
  manifest.replaceAll(release, entries);
  return manifest;
};
const createCopy = (manifest: Manifest) => new ReleaseCopy({ file, manifest, log: test.deps.log });

async function save(manifest: Manifest): Promise<void> {
  const copy = createCopy(manifest);
  copy.save();
  await copy.stop();
}

async function load(): Promise<Manifest> {
  const manifest = new Manifest();
  await createCopy(manifest).load();
  return manifest;
}

it('a release that was copied to the disk is loaded as it was', async () => {
  const saved = createManifest(7, [page('/', 'a'), page('/line\u2028break', 'b')]);
  await save(saved);
  const loaded = await load();
  expect([loaded.release, [...loaded.entries()]]).toEqual([7, [...saved.entries()]]);
  expect(loaded.listPathsByPosts([-2]).size).toBe(2);
});

it.each([
  ['is cut off', (text: string) => text.slice(0, -1_000)],
  ['lacks its last line', (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)],
  ['is of another format', (text: string) => text.replace('"format":1', '"format":0')],
  ['is empty', () => ''],
])('a copy that %s is not used', async (_what, damage) => {
  await save(
    createManifest(
      7,
      ['a', 'b', 'c', 'd'].map((each) => page(`/${each}`, each)),
    ),
  );
  await writeFile(file, damage(await readFile(file, 'utf8')));
  expect((await load()).size).toBe(0);
});

it('a server without a copy starts with no page', async () => {
  expect((await load()).size).toBe(0);
});

it('the database decides which pages there are, also when its release has the number of the copy', async () => {
  await save(createManifest(1, [page('/', 'a'), page('/lost', 'b')]));
  const facts = { kind: 'publish', note: '', buildId: '', pagesTotal: 0, bytes: 0, now: 0, removed: [] } as const;
  await commitRelease(test.db, { ...facts, base: { release: 0, pinned: null }, changed: [page('/', 'c')] });
  const manifest = await load();
  await followRelease(test.db, manifest, { obtain: async () => undefined });
  expect([...manifest.entries()].map(({ path, hash }) => [path, hash?.[0]])).toEqual([['/', 'c']]);
  expect(manifest.isUnconfirmed).toBe(false);
});

it('a release that the database has not confirmed is not copied again', async () => {
  await save(createManifest(1, [page('/', 'a')]));
  const before = await readFile(file, 'utf8');
  const manifest = await load();
  manifest.apply(2, [page('/', 'b')], []);
  await save(manifest);
  expect(await readFile(file, 'utf8')).toBe(before);
});
