import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { POST_NOT_FOUND } from '../publishing/pages.ts';
import { DamagedObjectError, type Encoding, isCompressible, type ObjectStore } from '../publishing/store.ts';
import { barePolicy, cachePolicy, commonHeaders, needsStrictReferrer, REPORTING_ENDPOINTS } from './headers.ts';
import type { Entry, Manifest } from './manifest.ts';
import { acceptedEncoding, matchesEtag, partToSend } from './negotiate.ts';
import { shellOf } from './shells.ts';

/** Objects kept in memory, bytes; what is larger than LARGE is sent from the disk. */
const MEMORY_BYTES = 32 * 1024 * 1024;
const LARGE_BYTES = 512 * 1024;
/** About what the header list of a page takes, bytes. */
const HEAD_BYTES = 2_000;

type Ready = { body: Buffer; head: string[]; etag: string };

export type Site = {
  /** Answers any request for the site. Never throws; never touches the database. */
  handle(request: IncomingMessage, response: ServerResponse): void;
};

export type SiteOptions = {
  manifest: Manifest;
  store: ObjectStore;
  siteUrl: string;
  log: Logger;
  /** Told of a path whose object is damaged, so that it is rendered again. */
  onDamage?: (path: string) => void;
};

/** Serves the current release: look-up by path in memory, bytes from memory or disk. Nothing else can be reached. */
export function createSite(options: SiteOptions): Site {
  const { manifest, store, log } = options;
  const isTls = options.siteUrl.startsWith('https:');
  const common = flat(commonHeaders({ isTls }));
  const strict = flat(commonHeaders({ isTls, strictReferrer: true }));
  // An entry object is replaced when its page changes, so what is kept for it can never be out of date.
  const ready: Record<Encoding, LRUCache<Entry, Ready>> = {
    br: createMemory(),
    gzip: createMemory(),
    identity: createMemory(),
  };

  function headersOf(entry: Entry): string[] {
    const head = [
      ...(needsStrictReferrer(entry.path) ? strict : common),
      'Content-Security-Policy',
      barePolicy(entry.policy),
    ];
    if (entry.policy) head.push('Reporting-Endpoints', REPORTING_ENDPOINTS);
    return head;
  }

  function prepare(entry: Entry, encoding: Encoding, body: Buffer): Ready {
    const etag = `"${entry.hash?.slice(0, 24)}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const head = [
      ...headersOf(entry),
      'Content-Type',
      entry.contentType,
      'Cache-Control',
      cachePolicy(entry.path),
      'ETag',
      etag,
    ];
    if (isCompressible(entry.contentType)) head.push('Vary', 'Accept-Encoding');
    else head.push('Accept-Ranges', 'bytes');
    if (encoding !== 'identity') head.push('Content-Encoding', encoding);
    return { body, head, etag };
  }

  function redirect(response: ServerResponse, status: number, location: string): void {
    const head = [...common, 'Content-Security-Policy', barePolicy(null), 'Location', location];
    response.writeHead(status, [
      ...head,
      'Cache-Control',
      status === 301 ? 'public, max-age=3600' : 'no-cache',
      'Content-Length',
      '0',
    ]);
    response.end();
  }

  function plain(response: ServerResponse, status: number, text: string, extra: string[] = []): void {
    const body = Buffer.from(`${text}\n`);
    response.writeHead(status, [
      ...common,
      ...['Content-Security-Policy', barePolicy(null), 'Content-Type', 'text/plain; charset=utf-8'],
      ...['Cache-Control', 'no-cache', 'Content-Length', String(body.length), ...extra],
    ]);
    response.end(response.req.method === 'HEAD' ? undefined : body);
  }

  function send(request: IncomingMessage, response: ServerResponse, entry: Entry, { body, head, etag }: Ready): void {
    if (entry.status === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
      response.writeHead(304, head);
      response.end();
      return;
    }
    response.writeHead(entry.status, [...head, 'Content-Length', String(body.length)]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  async function load(entry: Entry, encoding: Encoding): Promise<Ready> {
    const answer = prepare(entry, encoding, await store.read(entry.hash as string, entry.contentType, encoding));
    ready[encoding].set(entry, answer);
    return answer;
  }

  async function sendFromDisk(
    request: IncomingMessage,
    response: ServerResponse,
    entry: Entry,
    size: number,
  ): Promise<void> {
    const path = store.pathOf(entry.hash as string, entry.contentType);
    const { head, etag } = prepare(entry, 'identity', Buffer.alloc(0));
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      response.writeHead(304, head);
      response.end();
      return;
    }
    const part = partToSend(request, size, etag);
    if (part === 'unsatisfiable') {
      plain(response, 416, 'The range asked for is not in this file.', ['Content-Range', `bytes */${size}`]);
      return;
    }
    const { status, start, end, length, contentRange } = part;
    response.writeHead(status, [...head, ...contentRange, 'Content-Length', String(length)]);
    if (request.method === 'HEAD') response.end();
    else await pipeline(createReadStream(path, { start, end }), response);
  }

  async function answer(request: IncomingMessage, response: ServerResponse, entry: Entry): Promise<void> {
    if (!isCompressible(entry.contentType)) {
      const size = await sizeOf(store.pathOf(entry.hash as string, entry.contentType));
      // A file that is gone goes the way of all damaged objects, below.
      const isFromDisk = size !== null && (request.headers.range !== undefined || size > LARGE_BYTES);
      if (isFromDisk) return sendFromDisk(request, response, entry, size);
    }
    const encoding = encodingFor(request, entry);
    send(request, response, entry, await load(entry, encoding));
  }

  function missing(request: IncomingMessage, response: ServerResponse, path: string): void {
    if (path.length > 1 && path.endsWith('/')) {
      redirect(response, 301, withoutSlashes(path));
      return;
    }
    const notFound = manifest.get(POST_NOT_FOUND);
    if (notFound && /^\/blogs\/[^/]+$/.test(path)) {
      serve(request, response, notFound);
      return;
    }
    if (path.includes('.', path.lastIndexOf('/'))) plain(response, 404, 'There is no such file.');
    else redirect(response, 302, '/');
  }

  function serve(request: IncomingMessage, response: ServerResponse, entry: Entry): void {
    if (entry.location !== null) {
      redirect(response, entry.status, entry.location);
      return;
    }
    const known = request.headers.range === undefined && ready[encodingFor(request, entry)].get(entry);
    if (known) {
      send(request, response, entry, known);
      return;
    }
    answer(request, response, entry).catch((error: unknown) => {
      log.error({ err: error, path: entry.path }, 'a page could not be sent');
      if (error instanceof DamagedObjectError) options.onDamage?.(entry.path);
      if (response.headersSent) response.destroy();
      else plain(response, 500, 'Something went wrong on our side. Please try again.');
    });
  }

  return {
    handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        plain(response, 405, 'This address can only be read.', ['Allow', 'GET, HEAD']);
        return;
      }
      const path = pathOf(request.url ?? '/');
      const entry = manifest.get(path) ?? manifest.get(shellOf(path) ?? '');
      if (entry && path !== POST_NOT_FOUND) serve(request, response, entry);
      else missing(request, response, path);
    },
  };
}

/** The path of a request target. One in absolute form (RFC 9112 §3.2.2) is of this site, whatever host it names. */
function pathOf(target: string): string {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  const query = local.indexOf('?');
  return (query === -1 ? local : local.slice(0, query)) || '/';
}

/** A path without slashes at its end, and on this site: browsers take '//host' and '/\host' for another one. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  const target = path.slice(0, end).replace(/^\/+/, '/');
  return /^\/[^/\\]/.test(target) ? target : '/';
}

/** Bytes of a file, or null when it is not there. */
async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch {
    return null;
  }
}

function createMemory(): LRUCache<Entry, Ready> {
  return new LRUCache({ maxSize: MEMORY_BYTES / 2, sizeCalculation: ({ body }) => body.length + HEAD_BYTES });
}

function encodingFor(request: IncomingMessage, entry: Entry): Encoding {
  return isCompressible(entry.contentType) ? acceptedEncoding(request.headers['accept-encoding']) : 'identity';
}

function flat(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat();
}
