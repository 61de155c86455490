import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { and, eq, max } from 'drizzle-orm';
import { FetchError } from '#api/adapters/safe-fetch/fetch-error.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import {
  finishItemStatements,
  type ImportItemRow,
  type ImportRow,
  requireStateStatements,
} from '#api/features/imports/imports.queries.ts';
import type { ImportedMedia } from '#api/adapters/site-readers/records.ts';
import { ingestFile, type IngestionTools } from '#api/features/uploads/ingestion/ingestion.service.ts';
import { uploads } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { decodeAddress } from '#api/domain/decode-address.ts';

export type MediaDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'uploads' | 'safeImageFetch'>;

/** Of an image, as for one that is uploaded by hand. */
const IMAGE_MAX_BYTES = 10_000_000;

/**
 * Brings in images: from the files that came with the import, or from where they were. One that doesn’t come is noted, and the import
 * goes on without it. @throws AppError where none can be stored, such as on a full disk
 */
export async function writeMedia(
  deps: MediaDeps,
  tools: IngestionTools,
  row: ImportRow,
  items: readonly ImportItemRow[],
  client: AbortSignal,
): Promise<void> {
  const loaded = await Promise.all(
    items.map(async (item) => ({ item, file: await loadMedia(deps, row, item, client) })),
  );
  client.throwIfAborted();
  for (const { item, file } of loaded) await storeMedia(deps, tools, row, item, file);
}

type Loaded = { bytes: Buffer } | { fault: string };

async function loadMedia(
  { safeImageFetch }: MediaDeps,
  { options }: ImportRow,
  { data }: ImportItemRow,
  client: AbortSignal,
): Promise<Loaded> {
  const { url, path } = JSON.parse(data) as ImportedMedia;
  try {
    if (path !== null) return checkSize(await readFile(path));
    const given = options.mediaDirectory === null ? null : await readGivenFile(options.mediaDirectory, url);
    if (given) return checkSize(given);
    return checkSize((await safeImageFetch(url.replace(/^http:/, 'https:'), client)).bytes);
  } catch (error) {
    if (client.aborted) throw error;
    if (error instanceof FetchError) return { fault: error.message };
    if (path !== null) return { fault: 'The file isn’t there any more.' };
    throw error;
  }
}

/** A file of a folder beside the export: by the path in its address, whole or from the folder of uploads on. */
async function readGivenFile(directory: string, url: string): Promise<Buffer | null> {
  const [, path = ''] = /^https?:\/\/[^/]+(\/.*)$/.exec(decodeAddress(url)) ?? [];
  for (const name of [path, path.replace(/^.*\/(uploads|files|images)\//, '/')]) {
    const file = resolve(directory, `.${name}`);
    const isInside = file.startsWith(resolve(directory) + sep);
    const bytes = isInside ? await readFile(file).catch(() => null) : null;
    if (bytes) return bytes;
  }
  return null;
}

const checkSize = (bytes: Buffer): Loaded =>
  bytes.length > IMAGE_MAX_BYTES ? { fault: 'The image is larger than 10 MB.' } : { bytes };

async function storeMedia(
  deps: MediaDeps,
  tools: IngestionTools,
  row: ImportRow,
  item: ImportItemRow,
  file: Loaded,
): Promise<void> {
  const { db } = deps;
  const running = requireStateStatements(db, row);
  const fail = (error: string) =>
    write(db, [...running, ...finishItemStatements(db, item, { state: 'failed', error: error.slice(0, 300) })]);
  if ('fault' in file) return void (await fail(file.fault));
  const { name, alt } = JSON.parse(item.data) as ImportedMedia;
  const [last] = await db.orm.select({ id: max(uploads.id) }).from(uploads);
  try {
    const id = await ingestFile(deps, tools, { bytes: file.bytes, name, userId: row.userId });
    const setAlt = db.orm
      .update(uploads)
      .set({ alt: alt.slice(0, 500) })
      .where(and(eq(uploads.id, id), eq(uploads.alt, '')));
    await write(db, [
      ...running,
      ...(alt === '' ? [] : [setAlt]),
      ...finishItemStatements(db, item, { state: 'done', subjectId: id, isNew: id > (last?.id ?? 0) }),
    ]);
  } catch (error) {
    const isOwnFault =
      error instanceof AppError &&
      ['unsupported_media_type', 'validation_failed', 'payload_too_large'].includes(error.code);
    if (!isOwnFault) throw error;
    await fail(error.message);
  }
}
