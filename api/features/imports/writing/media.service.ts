import { readFile, stat } from 'node:fs/promises';
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
import { getFileKind } from '#api/adapters/site-readers/files/file-kinds.ts';
import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from '#api/features/uploads/uploads.contract.ts';

export type MediaDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'uploads' | 'safeImageFetch' | 'safeFileFetch'>;

/** Images that are fetched at the same time. */
const FETCHED_TOGETHER = 4;

/** The next of these that are brought in together: images, or one file, which may be large. */
export function takeMedia(items: readonly ImportItemRow[]): ImportItemRow[] {
  const end = items.findIndex(({ sourceId }) => getFileKind(sourceId) !== null);
  return items.slice(0, end === -1 ? FETCHED_TOGETHER : Math.min(FETCHED_TOGETHER, Math.max(1, end)));
}

/**
 * Brings in images and files: from those that came with the import, or from where they were. One that doesn’t come is noted, and the import
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
  { safeImageFetch, safeFileFetch }: MediaDeps,
  { options }: ImportRow,
  { data }: ImportItemRow,
  client: AbortSignal,
): Promise<Loaded> {
  const { url, path } = JSON.parse(data) as ImportedMedia;
  const isImage = getFileKind(url) === null;
  const load = isImage ? safeImageFetch : safeFileFetch;
  try {
    const given = path ?? (await findGivenFile(options.mediaDirectory, url));
    if (given !== null) return await readGiven(given, isImage);
    return { bytes: (await load(url.replace(/^http:/, 'https:'), client)).bytes };
  } catch (error) {
    if (client.aborted) throw error;
    if (error instanceof FetchError) return { fault: error.message };
    if (path !== null) return { fault: 'The file isn’t there any more.' };
    throw error;
  }
}

/** A file of a folder beside the export: by the path in its address, whole or from the folder of uploads on. */
async function findGivenFile(directory: string | null, url: string): Promise<string | null> {
  if (directory === null) return null;
  const [, path = ''] = /^https?:\/\/[^/]+(\/.*)$/.exec(decodeAddress(url)) ?? [];
  for (const name of [path, path.replace(/^.*\/(uploads|files|images|media)\//, '/')]) {
    const file = resolve(directory, `.${name}`);
    const isInside = file.startsWith(resolve(directory) + sep);
    if (isInside && (await stat(file).catch(() => null))?.isFile()) return file;
  }
  return null;
}

/** As for what is uploaded by hand. */
async function readGiven(path: string, isImage: boolean): Promise<Loaded> {
  const { size } = await stat(path);
  if (isImage && size > IMAGE_MAX_BYTES) return { fault: 'The image is larger than 10 MB.' };
  if (size > VIDEO_MAX_BYTES) return { fault: 'The file is larger than 100 MB.' };
  return { bytes: await readFile(path) };
}

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
