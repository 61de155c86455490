import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { FileStore } from '../adapters/file-store.ts';
import { hashOfStoredName } from '#db/picture-names.ts';
import { commonHeaders } from './headers.ts';
import { matchesEtag, partToSend } from './negotiate.ts';

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
  const sizes = new LRUCache<string, number>({ max: SIZES_KEPT });

  async function sizeOf(name: string): Promise<number | null> {
    const size = sizes.get(name) ?? (await files.size(name));
    if (size !== null) sizes.set(name, size);
    return size;
  }

  function plain(response: ServerResponse, status: number, text: string, extra: string[] = []): void {
    const body = Buffer.from(`${text}\n`);
    const head = [
      'Content-Security-Policy',
      POLICY,
      'Content-Type',
      'text/plain; charset=utf-8',
      'Cache-Control',
      'no-cache',
    ];
    response.writeHead(status, [...common, ...head, 'Content-Length', String(body.length), ...extra]);
    response.end(response.req.method === 'HEAD' ? undefined : body);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = nameOf(request.url ?? '');
    const size = name === null ? null : await sizeOf(name);
    if (name === null || size === null) return plain(response, 404, 'There is no such file.');
    const etag = `"${name}"`;
    const head = [...common, ...headOf(name), 'ETag', etag];
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      response.writeHead(304, head);
      response.end();
      return;
    }
    const part = partToSend(request, size, etag);
    if (part === 'unsatisfiable') {
      return plain(response, 416, 'The range asked for is not in this file.', ['Content-Range', `bytes */${size}`]);
    }
    const { status, start, end, length, contentRange } = part;
    const sized = [...head, ...contentRange, 'Content-Length', String(length)];
    if (request.method === 'HEAD') {
      response.writeHead(status, sized);
      response.end();
      return;
    }
    const body = await files.read(name, status === 206 ? { start, end } : undefined);
    response.writeHead(status, sized);
    await pipeline(body, response);
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        plain(response, 405, 'This address can only be read.', ['Allow', 'GET, HEAD']);
        return;
      }
      answer(request, response).catch((error: NodeJS.ErrnoException) => {
        const name = nameOf(request.url ?? '');
        if (name) sizes.delete(name);
        // A visitor who leaves in the middle is no fault of ours.
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error, name }, 'an upload could not be sent');
        if (response.headersSent) response.destroy();
        else plain(response, 500, 'Something went wrong on our side. Please try again.');
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
    ...['Content-Security-Policy', POLICY, 'Content-Type', type, 'Content-Disposition', `inline; filename="${name}"`],
    ...['Cache-Control', 'public, max-age=31536000, immutable', 'Accept-Ranges', 'bytes'],
  ];
}
