import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { FileStore } from '../adapters/file-store.ts';
import { hashOfStoredName } from '#db/picture-names.ts';
import { refuseWriting, sendFile, sendText } from './answers.ts';
import { commonHeaders } from './headers.ts';

export const UPLOADS_FOLDER = '/uploads/';

const TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', mp4: 'video/mp4', webm: 'video/webm' };
/** Whatever a file holds, opened by itself it may load and run nothing. */
const POLICY = "default-src 'none'; sandbox";
/** Sizes that are remembered: a name never changes its content. */
const SIZES_KEPT = 10_000;

/** Serves pictures and videos by the names that we gave them; any other name is not there. */
export function createUploadServer(options: { files: FileStore; siteUrl: string; log: Logger }) {
  const { files, log } = options;
  const common = Object.entries(commonHeaders({ isTls: options.siteUrl.startsWith('https:') })).flat();
  const textHead = [...common, 'Content-Security-Policy', POLICY];
  const sizes = new LRUCache<string, number>({ max: SIZES_KEPT });

  async function sizeOf(name: string): Promise<number | null> {
    const size = sizes.get(name) ?? (await files.size(name));
    if (size !== null) sizes.set(name, size);
    return size;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = nameOf(request.url ?? '');
    const size = name === null ? null : await sizeOf(name);
    if (name === null || size === null) return sendText(response, 404, 'There is no such file.', textHead);
    const etag = `"${name}"`;
    await sendFile(request, response, {
      head: [...textHead, ...headOf(name), 'ETag', etag],
      textHead,
      etag,
      size,
      read: ({ status, start, end }) => files.read(name, status === 206 ? { start, end } : undefined),
    });
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (refuseWriting(request, response, textHead)) return;
      answer(request, response).catch((error: NodeJS.ErrnoException) => {
        const name = nameOf(request.url ?? '');
        if (name) sizes.delete(name);
        // A visitor who leaves in the middle is no fault of ours.
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error, name }, 'an upload could not be sent');
        if (response.headersSent) response.destroy();
        else sendText(response, 500, 'Something went wrong on our side. Please try again.', textHead);
      });
    },
  };
}

/** The name in an address, if it is one that we could have given. */
function nameOf(url: string): string | null {
  const path = url.split('?', 1)[0] ?? '';
  const name = path.slice(UPLOADS_FOLDER.length);
  return hashOfStoredName(name) === null ? null : name;
}

function headOf(name: string): string[] {
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return [
    ...['Content-Type', type, 'Content-Disposition', `inline; filename="${name}"`],
    ...['Cache-Control', 'public, max-age=31536000, immutable', 'Accept-Ranges', 'bytes'],
  ];
}
