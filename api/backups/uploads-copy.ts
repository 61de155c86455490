import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FileStore } from '#api/adapters/file-store.ts';
import type { Deps } from '#api/deps.ts';
import { gte } from 'drizzle-orm';
import { uploads } from '#db/schema/index.ts';
import { type BackupStore, copyStoredFiles } from './backup-store.ts';

type CopyDeps = Pick<Deps, 'db'> & { files: FileStore; store: BackupStore };

/**
 * Copies the images and videos that aren’t there yet: a name stands for one content for good, so each is copied once.
 * Returns the names of those that the site itself has lost.
 */
export async function copyUploads({ db, files, store }: CopyDeps): Promise<string[]> {
  const rows = await db.orm.select({ files: uploads.files }).from(uploads);
  const wanted = rows.flatMap((row) => row.files);
  const present = new Map((await store.uploads.list()).map(({ name, bytes }) => [name, bytes]));
  const copy = { from: files, to: store.uploads, scratch: store.scratch };
  return copyStoredFiles(copy, wanted, async ({ name, bytes }) => present.get(name) !== bytes);
}

/** Copies the images and videos that came since a moment (UTC ms), and aren’t there yet. */
export async function copyUploadsSince({ db, files, store }: CopyDeps, since: number): Promise<void> {
  const rows = await db.orm.select({ files: uploads.files }).from(uploads).where(gte(uploads.createdAt, since));
  const wanted = rows.flatMap((row) => row.files);
  const copy = { from: files, to: store.uploads, scratch: store.arriving };
  await copyStoredFiles(copy, wanted, async ({ name, bytes }) => (await store.uploads.size(name)) !== bytes);
}

/** Beside the copies: since when the site doesn't have a file any more (UTC ms), by name. */
const REMOVED = 'removed.json';

/** Deletes the copies that no backup needs any more: the site removed them before the oldest one was made. */
export async function deleteUnneededUploads(
  { db, store }: Pick<CopyDeps, 'db' | 'store'>,
  { oldestAt, now }: { oldestAt: number; now: number },
): Promise<void> {
  const rows = await db.orm.select({ files: uploads.files }).from(uploads);
  const wanted = new Set(rows.flatMap((row) => row.files.map(({ name }) => name)));
  const present = (await store.uploads.list()).map(({ name }) => name).filter((name) => name !== REMOVED);
  const stream = await store.uploads.read(REMOVED);
  const known = stream ? (JSON.parse(await text(stream)) as Record<string, number>) : {};
  const removed = present.filter((name) => !wanted.has(name)).map((name) => [name, known[name] ?? now] as const);
  const isUnneeded = ([, since]: readonly [string, number]) => since < oldestAt;
  await store.uploads.delete(removed.filter(isUnneeded).map(([name]) => name));
  const path = join(store.scratch, REMOVED);
  await writeFile(path, JSON.stringify(Object.fromEntries(removed.filter((each) => !isUnneeded(each)))), {
    flush: true,
  });
  await store.uploads.put(REMOVED, path, 'application/json');
}
