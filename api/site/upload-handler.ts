import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type FileStore, FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import { FILE_TYPES, getExtension } from '#api/domain/file-types.ts';
import { parseStoredFileHash } from '#api/domain/image-variants.ts';
import { UPLOADS_PATH_PREFIX } from '#api/http/request-paths.ts';
import { rejectUnsafeMethod, sendFailure, sendText } from './responses.ts';
import { createSecurityHeaders } from '#api/http/security-headers.ts';
import { sendFile } from './send-file.ts';

const RETRY_AFTER_SECONDS = 30;
const MEDIA_TYPES: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
};
/** Whatever a file holds, opened by itself it may load and run nothing. */
const POLICY = "default-src 'none'; sandbox";

/** Serves images, videos and files by the names that we gave them; any other name is not there. */
export function createUploadHandler(options: { files: FileStore; siteUrl: string; log: Logger }) {
  const { files, log } = options;
  const common = Object.entries(createSecurityHeaders({ isTls: options.siteUrl.startsWith('https:') })).flat();
  const errorHeaders = [...common, 'Content-Security-Policy', POLICY];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = parseUploadName(request.url ?? '');
    const size = name === null ? null : await files.size(name);
    if (name === null || size === null) return sendMissing(response);
    const etag = `"${name}"`;
    const isSent = await sendFile(request, response, {
      headers: [...errorHeaders, ...createFileHeaders(name), 'ETag', etag],
      errorHeaders,
      etag,
      size,
      open: ({ status, start, end }) => files.read(name, status === 206 ? { start, end } : undefined),
    });
    // Deleted after its size was read.
    if (!isSent) sendMissing(response);
  }

  function sendMissing(response: ServerResponse): void {
    sendText(response, 404, 'File not found', errorHeaders);
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (rejectUnsafeMethod(request, response, errorHeaders)) return;
      respond(request, response).catch((error: unknown) => {
        const subject = { name: parseUploadName(request.url ?? '') };
        const failure = { error, message: 'upload response failed', subject, log };
        if (error instanceof FileStoreUnavailableError) {
          const text = 'Images and videos can’t be reached right now. Try again in a minute.';
          const retryAfterSeconds = RETRY_AFTER_SECONDS;
          sendFailure(response, failure, { status: 503, text, headers: errorHeaders, retryAfterSeconds });
        } else sendFailure(response, failure, { status: 500, headers: errorHeaders });
      });
    },
  };
}

/** The name in an address, if it is one that we could have given. */
function parseUploadName(url: string): string | null {
  const path = url.split('?', 1)[0] ?? '';
  const name = path.slice(UPLOADS_PATH_PREFIX.length);
  return parseStoredFileHash(name) === null ? null : name;
}

function createFileHeaders(name: string): string[] {
  const extension = getExtension(name);
  const type = MEDIA_TYPES[extension] ?? FILE_TYPES[extension]?.contentType ?? 'application/octet-stream';
  // Files are never opened here, only saved, under the name that the link gives.
  const isShown = /^(image|video|audio)\//.test(type);
  return [
    ...['Content-Type', type, 'Content-Disposition', isShown ? `inline; filename="${name}"` : 'attachment'],
    ...['Cache-Control', 'public, max-age=31536000, immutable', 'Accept-Ranges', 'bytes'],
  ];
}
