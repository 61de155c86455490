import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { uploads } from '#db/schema/index.ts';
import type { StoredFile } from '#db/schema/uploads.ts';
import { onGuardRollback, type Statement, write } from '#db/write.ts';
import type { MediaProcessor } from '#api/adapters/media/media-processor.ts';
import type { MediaWorkerResponse } from '#api/adapters/media/media-worker-protocol.ts';
import { type ReceivedFile, streamMultipartFile } from '#api/adapters/busboy-multipart.ts';
import { BoundedQueue } from '#api/bounded-queue.ts';
import type { Deps } from '#api/deps.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { FILE_MAX_BYTES } from '#api/domain/file-types.ts';
import { toImageUrl, toUploadUrl } from '#api/domain/image-variants.ts';
import { quotaGuardStatement, requireStorageSpace } from '#api/features/uploads/quota/quota.service.ts';
import {
  getIncomingDirectory,
  runWithIntent,
  uploadBusyError,
} from '#api/features/uploads/intent-log/intent-log.service.ts';
import { toMultipartAppError, toMediaError, fileTooLargeError } from './ingestion.mapper.ts';
import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from '#api/features/uploads/uploads.contract.ts';

export type UploadDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'uploads'>;
/** Files that wait while one is being processed; each is up to 100 MB on the disk. */
const MAX_WAITING = 32;

/** `queue`: one file is processed at a time, and none while files are being deleted. */
export type IngestionTools = { queue: BoundedQueue; media: MediaProcessor };

export const createIngestionTools = ({ uploads }: Pick<Deps, 'uploads'>): IngestionTools => ({
  queue: new BoundedQueue({
    concurrency: 1,
    maxWaiting: MAX_WAITING,
    message: 'Many files are being uploaded right now. Try again in a few seconds.',
    retryAfterSeconds: 5,
  }),
  media: uploads.media,
});

const MAX_BYTES = { image: IMAGE_MAX_BYTES, video: VIDEO_MAX_BYTES, audio: FILE_MAX_BYTES, file: FILE_MAX_BYTES };

/** By the type that is declared; what a file is is known once it is here. */
function maxBytes(type: string): number {
  if (type.startsWith('image/')) return IMAGE_MAX_BYTES;
  return /^(audio|text|application)\/(?!octet-stream)/.test(type) ? FILE_MAX_BYTES : VIDEO_MAX_BYTES;
}

type StagedUpload = ReceivedFile & { path: string; directory: string };
type Media = Exclude<MediaWorkerResponse, { rejected: unknown }>;

const NAME_MAX_LENGTH = 200;
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/**
 * Receives and stores one image, video or file; the same file again is the same upload. Returns its id.
 * @throws payload_too_large, unsupported_media_type, validation_failed, insufficient_storage, QueueFullError while many
 * others wait, ClientGoneError when the client leaves before its turn.
 */
export async function ingestUpload(
  deps: UploadDeps,
  { queue, media }: IngestionTools,
  request: { body: Readable; headers: IncomingHttpHeaders; userId: number; signal: AbortSignal },
): Promise<number> {
  const { headers, body, signal } = request;
  const contentLength = Number(headers['content-length'] ?? 0) || 0;
  // Plus the bytes of the form around the file.
  if (contentLength > VIDEO_MAX_BYTES + 4096) throw fileTooLargeError();
  // Before it is received.
  queue.requireRoom();
  await requireStorageSpace(deps, contentLength);
  media.prewarm();
  const root = getIncomingDirectory(deps);
  await mkdir(root, { recursive: true });
  const directory = await mkdtemp(join(root, 'file-'));
  try {
    const path = join(directory, 'received');
    const file = await streamMultipartFile(body, headers, { path, maxBytes });
    const store = () => storeUpload(deps, media, { ...file, path, directory }, request.userId);
    return await queue.add(store, signal);
  } catch (error) {
    throw toMultipartAppError(error);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Stores an image or video of the server itself. Returns its id. @throws as `ingestUpload`. */
export async function ingestFile(
  deps: UploadDeps,
  { queue, media }: IngestionTools,
  { bytes, name, userId }: { bytes: Buffer; name: string; userId: number | null },
): Promise<number> {
  await requireStorageSpace(deps, bytes.length);
  const root = getIncomingDirectory(deps);
  await mkdir(root, { recursive: true });
  const directory = await mkdtemp(join(root, 'file-'));
  try {
    const path = join(directory, 'received');
    await writeFile(path, bytes);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const file = { name, declaredType: '', bytes: bytes.length, hash, path, directory };
    return await queue.add(() => storeUpload(deps, media, file, userId));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function storeUpload(
  deps: UploadDeps,
  processor: MediaProcessor,
  file: StagedUpload,
  userId: number | null,
): Promise<number> {
  const existing = await findUpload(deps, file.hash);
  // Files that were lost, with a disk for example, are created again.
  if (existing && (await areFilesPresent(deps, existing.files))) return existing.id;
  const media = await processor.processFile(file);
  if ('rejected' in media) throw toMediaError(media.rejected);
  if (file.bytes > MAX_BYTES[media.kind]) throw fileTooLargeError();
  const storedFiles = media.files.map((stored) => ({ ...stored, path: join(file.directory, stored.name) }));
  const bytes = storedFiles.reduce((total, stored) => total + stored.bytes, 0);
  await requireStorageSpace(deps, bytes);
  const names = storedFiles.map(({ name }) => name);
  return runWithIntent(deps, { hash: file.hash, names }, async (guard) => {
    for (const { name, path, contentType } of storedFiles) await deps.files.put(name, path, contentType);
    // Another server may have stored the same file meanwhile.
    const present = await findUpload(deps, file.hash);
    return present?.id ?? insertUpload(deps, { media, file, bytes, userId }, guard);
  });
}

async function findUpload({ db }: Pick<UploadDeps, 'db'>, hash: string) {
  const [row] = await db.orm.select().from(uploads).where(eq(uploads.hash, hash));
  return row;
}

async function insertUpload(
  deps: UploadDeps,
  upload: { media: Media; file: StagedUpload; bytes: number; userId: number | null },
  guard: readonly Statement[],
): Promise<number> {
  const { media, file, userId } = upload;
  const size = getSize(media);
  const now = deps.clock.now();
  const results = await write(deps.db, [
    ...guard,
    quotaGuardStatement(deps, upload.bytes),
    deps.db.orm
      .insert(uploads)
      .values({
        hash: file.hash,
        kind: media.kind,
        contentType: media.kind === 'image' ? 'image/webp' : media.contentType,
        url: media.kind === 'image' ? toImageUrl(media.image) : toUploadUrl(media.files[0]?.name ?? ''),
        width: size.width,
        height: size.height,
        bytes: upload.bytes,
        name: sanitizeFileName(file.name, media.kind),
        files: media.files,
        userId,
        createdAt: now,
      })
      .returning({ id: uploads.id }),
    insertAuditStatement(deps.db, {
      at: now,
      action: 'upload.created',
      actorId: userId,
      subject: `upload:${file.hash}`,
      after: { kind: media.kind, width: size.width, height: size.height, bytes: upload.bytes },
    }),
  ]).catch(
    onGuardRollback(async () => {
      await requireStorageSpace(deps, upload.bytes);
      return uploadBusyError();
    }),
  );
  return Number(results[guard.length + 1]?.rows[0]?.[0]);
}

function getSize(media: Media): { width: number | null; height: number | null } {
  if (media.kind === 'image') return media.image;
  return media.kind === 'video' ? media : { width: null, height: null };
}

async function areFilesPresent({ files }: UploadDeps, stored: readonly StoredFile[]): Promise<boolean> {
  for (const { name } of stored) if ((await files.size(name)) === null) return false;
  return true;
}

/** The name of a file for display and search; it never names anything on the disk. */
function sanitizeFileName(name: string | undefined, kind: string): string {
  const baseName = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  return (
    baseName.normalize('NFC').replace(INVISIBLE_CHARACTERS, '').trim().slice(0, NAME_MAX_LENGTH).toWellFormed() || kind
  );
}
