import { mkdir, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { MultipartError, streamMultipartFile } from '#api/adapters/busboy-multipart.ts';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { AppError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { addImportFile, getImportDirectory } from '#api/features/imports/imports.service.ts';
import { findImport } from '#api/features/imports/imports.queries.ts';
import { requireStorageSpace } from '#api/features/uploads/quota/quota.service.ts';

const MAX_BYTES = 500 * 1024 * 1024;

/** Keeps a file of an import on the disk of this server until the import is forgotten. @throws AppError with a sentence */
export async function receiveImportFile(
  deps: Pick<Deps, 'db' | 'uploads'>,
  id: number,
  { body, headers }: { body: Readable; headers: IncomingHttpHeaders },
): Promise<void> {
  const row = await findImport(deps.db, id);
  if (!row) throw notFoundError('This import no longer exists.');
  await requireStorageSpace(deps, Math.min(Number(headers['content-length'] ?? 0) || 0, MAX_BYTES));
  const directory = getImportDirectory(deps, id);
  await mkdir(directory, { recursive: true });
  const path = join(directory, generateId());
  try {
    const { name, bytes } = await streamMultipartFile(body, headers, { path, maxBytes: () => MAX_BYTES });
    await addImportFile(deps, id, { path, name: name.slice(0, 200), bytes });
  } catch (error) {
    await rm(path, { force: true });
    throw error instanceof MultipartError ? toUploadError(error) : error;
  }
}

function toUploadError({ errorCode }: MultipartError): AppError {
  if (errorCode === 'not_multipart')
    return new AppError('unsupported_media_type', 'Send the file as multipart/form-data.');
  if (errorCode === 'too_large')
    return new AppError(
      'payload_too_large',
      'This file is larger than 500 MB. Put it on the server, and use npm run import.',
    );
  return invalidFieldError('file', 'The upload couldn’t be read. Try again.');
}
