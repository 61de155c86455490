import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { uploads } from '#db/schema/index.ts';
import type { StoredFile } from '#db/schema/uploads.ts';
import { write } from '#db/write.ts';
import type { MediaReader } from '#api/adapters/media/media-processor.ts';
import type { MediaAnswer } from '#api/adapters/media/media-worker-protocol.ts';
import { type ReceivedFile, receiveFile } from '#api/adapters/busboy-multipart.ts';
import type { Deps } from '#api/deps.ts';
import { recordAudit } from '#api/features/audit/audit.service.ts';
import { pictureUrl, uploadUrl } from '#api/domain/image-variants.ts';
import { requireRoom } from '#api/features/uploads/quota/quota.service.ts';
import { incomingDirectory, settle } from '#api/features/uploads/intent-log/intent-log.service.ts';
import { asFormError, mediaError, tooLarge } from './ingestion.mapper.ts';
import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from '#api/features/uploads/uploads.contract.ts';

export type UploadDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'uploads'>;
/** Runs one after the other what is given to it. */
export type Turns = <T>(act: () => Promise<T>) => Promise<T>;
/** How files are worked on. */
export type UploadWork = { inTurn: Turns; media: MediaReader };

type Received = ReceivedFile & { path: string; directory: string };
type Media = Exclude<MediaAnswer, { refused: unknown }>;

const NAME_MAX_LENGTH = 200;
const nothingButLetters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/**
 * Receives one picture or video and keeps it; the same file again is the same upload. Returns its id.
 * @throws payload_too_large, unsupported_media_type, validation_failed, insufficient_storage.
 */
export async function receiveUpload(
  deps: UploadDeps,
  { inTurn, media }: UploadWork,
  request: { body: Readable; headers: IncomingHttpHeaders; userId: number },
): Promise<number> {
  const { headers, body } = request;
  const announced = Number(headers['content-length'] ?? 0) || 0;
  // The form around the file takes some bytes of its own.
  if (announced > VIDEO_MAX_BYTES + 4096) throw tooLarge();
  await requireRoom(deps, announced);
  media.expect();
  const root = incomingDirectory(deps);
  await mkdir(root, { recursive: true });
  const directory = await mkdtemp(join(root, 'file-'));
  try {
    const path = join(directory, 'received');
    const maxBytes = (type: string) => (type.startsWith('image/') ? IMAGE_MAX_BYTES : VIDEO_MAX_BYTES);
    const file = await receiveFile(body, headers, { path, maxBytes });
    return await inTurn(() => keep(deps, media, { ...file, path, directory }, request.userId));
  } catch (error) {
    throw asFormError(error);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function keep(deps: UploadDeps, reader: MediaReader, file: Received, userId: number): Promise<number> {
  const [known] = await deps.db.query.select().from(uploads).where(eq(uploads.hash, file.hash));
  // A file that was lost, say with a disk, is made anew.
  if (known && (await isThere(deps, known.files))) return known.id;
  const media = await reader.read(file);
  if ('refused' in media) throw mediaError(media.refused);
  if (media.kind === 'image' && file.bytes > IMAGE_MAX_BYTES) throw tooLarge();
  const made = filesOf(media, file);
  const bytes = made.reduce((total, each) => total + each.bytes, 0);
  await requireRoom(deps, bytes);
  const names = made.map(({ name }) => name);
  return settle(deps, file.hash, names, async () => {
    for (const each of made) await deps.files.put(each.name, each.path, each.contentType);
    if (known) return known.id;
    return record(deps, { media, file, bytes, files: made.map(({ path: _, ...stored }) => stored), userId });
  });
}

async function record(
  deps: UploadDeps,
  kept: { media: Media; file: Received; bytes: number; files: StoredFile[]; userId: number },
): Promise<number> {
  const { media, file, userId } = kept;
  const size = media.kind === 'image' ? media.picture : media;
  const now = deps.clock.now();
  const [inserted] = await write(deps.db, [
    deps.db.query
      .insert(uploads)
      .values({
        hash: file.hash,
        kind: media.kind,
        contentType: media.kind === 'image' ? 'image/webp' : media.contentType,
        url: media.kind === 'image' ? pictureUrl(media.picture) : uploadUrl(kept.files[0]?.name ?? ''),
        width: size.width,
        height: size.height,
        bytes: kept.bytes,
        name: cleanName(file.name, media.kind),
        files: kept.files,
        userId,
        createdAt: now,
      })
      .returning({ id: uploads.id }),
    recordAudit(deps.db, { at: now, action: 'upload.created', actorId: userId, subject: `upload:${file.hash}` }),
  ]);
  return Number(inserted?.rows[0]?.[0]);
}

function filesOf(media: Media, file: Received): (StoredFile & { path: string })[] {
  return media.files.map((each) => ({ ...each, path: join(file.directory, each.name) }));
}

async function isThere({ files }: UploadDeps, stored: readonly StoredFile[]): Promise<boolean> {
  for (const { name } of stored) if ((await files.size(name)) === null) return false;
  return true;
}

/** What a file was called, to be shown and searched; it never names anything on the disk. */
function cleanName(name: string | undefined, kind: string): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  return last.normalize('NFC').replace(nothingButLetters, '').trim().slice(0, NAME_MAX_LENGTH).toWellFormed() || kind;
}
