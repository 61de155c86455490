import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { FileStore } from '#api/adapters/file-store.ts';
import { hashOfStoredName } from '#api/domain/image-variants.ts';
import { refuseWriting, sendText } from './responses.ts';
import { commonHeaders } from '#api/http/security-headers.ts';
import { sendFile } from './send-file.ts';

export const UPLOADS_FOLDER = '/uploads/';

const TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', mp4: 'video/mp4', webm: 'video/webm' };
/** Whatever a file holds, opened by itself it may load and run nothing. */
const POLICY = "default-src 'none'; sandbox";

/** Serves pictures and videos by the names that we gave them; any other name is not there. */
export function createUploadServer(options: { files: FileStore; siteUrl: string; log: Logger }) {
  const { files, log } = options;
  const common = Object.entries(commonHeaders({ isTls: options.siteUrl.startsWith('https:') })).flat();
  const textHead = [...common, 'Content-Security-Policy', POLICY];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = nameOf(request.url ?? '');
    const size = name === null ? null : await files.size(name);
    if (name === null || size === null) return sendMissing(response);
    const etag = `"${name}"`;
    const isSent = await sendFile(request, response, {
      headers: [...textHead, ...headOf(name), 'ETag', etag],
      errorHeaders: textHead,
      etag,
      size,
      open: ({ status, start, end }) => files.read(name, status === 206 ? { start, end } : undefined),
    });
    // Deleted after its size was read.
    if (!isSent) sendMissing(response);
  }

  function sendMissing(response: ServerResponse): void {
    sendText(response, 404, 'There is no such file.', textHead);
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (refuseWriting(request, response, textHead)) return;
      answer(request, response).catch((error: unknown) => {
        log.error({ err: error, name: nameOf(request.url ?? '') }, 'an upload could not be sent');
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
