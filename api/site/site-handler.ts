import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { openDiskFile } from '#api/adapters/disk-files.ts';
import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import { DamagedObjectError, type Encoding, isCompressible } from '#api/releases/object-codec.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import type { Metrics } from '#api/adapters/request-metrics.ts';
import { PageRepairs } from './page-repairs.ts';
import { rejectUnsafeMethod, sendFailure, sendNotModified, sendText } from './responses.ts';
import { createHeaderLists } from './header-lists.ts';
import type { ReleaseEntry, Manifest } from '#api/releases/manifest.ts';
import { negotiateEncoding, type RangeSelection } from './content-negotiation.ts';
import { type CachedResponse, ResponseCache } from './response-cache.ts';
import { sendFile } from './send-file.ts';
import { isOpenDuringSetUp, sendSetUpPage } from './set-up-page.ts';
import { VERIFICATION_AGENT } from '#api/domain/verification-agent.ts';
import { resolveShellPage, POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';

/** Larger files are streamed from the disk and not cached (bytes). */
const LARGE_BYTES = 512 * 1024;

const RETRY_AFTER_SECONDS = 2;

/** How long a visitor waits for a page that is rendered again (ms). */
const REPAIR_MS = 8_000;

const UNAVAILABLE = 'This page can’t be shown right now. Try again in a few seconds.';
const DAMAGED = 'This page was lost and is made again. Try again in a few seconds.';

const OG_IMAGES_PREFIX = '/og/';
const DEFAULT_OG_IMAGE = '/og.png';

export type SiteHandler = {
  /** Handles any request for the site. Never throws; never touches the database. */
  handle(request: IncomingMessage, response: ServerResponse): void;
};

export type SiteHandlerOptions = {
  manifest: Manifest;
  store: ObjectStore;
  siteUrl: string;
  log: Logger;
  /** One of several servers: looks for a newer release, which may have what this one lacks. */
  checkRelease?: (() => Promise<void>) | undefined;
  /** Called with a path that nothing is at, unless it was asked for to verify a release. */
  onMissing?: (path: string) => void;
  /** Called with a path whose object is damaged, so that it is rendered again. */
  onDamagedObject?: (path: string) => void;
  repairMs?: number;
  metrics?: Pick<Metrics, 'count'> | null;
  /** False while a new site is set up: visitors get one page that says so. */
  isPublic?: () => boolean;
};

/** Serves the current release: look-up by path in memory, bytes from memory or disk. Nothing else can be reached. */
export function createSiteHandler(options: SiteHandlerOptions): SiteHandler {
  const { manifest, store, siteUrl, log, onDamagedObject, onMissing, checkRelease, metrics, isPublic } = options;
  const headerLists = createHeaderLists(siteUrl);
  const pages = new ResponseCache(store, headerLists);
  const repairs = new PageRepairs({
    request: (path) => onDamagedObject?.(path),
    isWhole,
    limitMs: onDamagedObject ? (options.repairMs ?? REPAIR_MS) : 0,
  });

  /** Responds synchronously from memory, without a promise. */
  function serve(request: IncomingMessage, response: ServerResponse, entry: ReleaseEntry): void {
    if (entry.location !== null) {
      redirect(response, entry.status, entry.location);
      return;
    }
    const cached = request.headers.range === undefined && pages.get(entry, selectEncoding(request, entry));
    if (cached) {
      metrics?.count('page_cache_requests_total', { result: 'hit' });
      send(request, response, entry, cached);
      return;
    }
    metrics?.count('page_cache_requests_total', { result: 'miss' });
    serveFromStore(request, response, entry).catch((error: unknown) => {
      const newer = manifest.get(entry.path);
      // Another release came meanwhile, and what only the earlier one needed may be deleted.
      if (error instanceof DamagedObjectError && newer && newer !== entry && !response.headersSent)
        return serve(request, response, newer);
      return serveDamaged(request, response, entry, error);
    });
  }

  /** Answers when the bytes of an entry can’t be read: a damaged page is rendered again while its visitors wait. */
  async function serveDamaged(
    request: IncomingMessage,
    response: ServerResponse,
    entry: ReleaseEntry,
    error: unknown,
  ): Promise<void> {
    const failure = { error, message: 'site response failed', subject: { path: entry.path }, log };
    const retry = { status: 503, headers: headerLists.base, retryAfterSeconds: RETRY_AFTER_SECONDS } as const;
    if (response.headersSent) sendFailure(response, failure, { status: 500, headers: headerLists.base });
    else if (error instanceof FileStoreUnavailableError)
      sendFailure(response, failure, { ...retry, text: UNAVAILABLE });
    else if (!(error instanceof DamagedObjectError))
      sendFailure(response, failure, { status: 500, headers: headerLists.base });
    else if (isOgImage(entry)) {
      log.error({ err: error, path: entry.path }, 'share image lost');
      onDamagedObject?.(entry.path);
      redirect(response, 302, DEFAULT_OG_IMAGE);
    } else {
      log.error({ err: error, path: entry.path }, 'page lost; it is rendered again');
      const isRepaired = await repairs.wait(entry.path);
      if (response.destroyed) return;
      if (isRepaired) serveFound(request, response, entry.path);
      else sendFailure(response, failure, { ...retry, text: DAMAGED });
    }
  }

  async function isWhole(path: string): Promise<boolean> {
    const entry = manifest.get(path);
    if (!entry || entry.hash === null) return true;
    try {
      await store.read(entry.hash, entry.contentType, 'identity');
      return true;
    } catch {
      return false;
    }
  }

  async function serveFromStore(
    request: IncomingMessage,
    response: ServerResponse,
    entry: ReleaseEntry,
  ): Promise<void> {
    if (!isCompressible(entry.contentType)) {
      const path = await store.locate(entry.hash as string, entry.contentType);
      const size = pages.get(entry, 'identity')?.body.length ?? (await getFileSize(path));
      // A missing file is handled like a damaged object, below.
      if (size !== null && (request.headers.range !== undefined || size > LARGE_BYTES)) {
        const { headers, etag } = headerLists.createEntryHeaders(entry, 'identity');
        const open = ({ start, end }: RangeSelection) =>
          size > LARGE_BYTES ? openDiskFile(path, { start, end }) : readPart(entry, start, end);
        if (await sendFile(request, response, { headers, errorHeaders: headerLists.base, etag, size, open })) return;
      }
    }
    send(request, response, entry, await pages.load(entry, selectEncoding(request, entry)));
  }

  /** A range of a cached file: a flood of range requests must not read the file each time. */
  async function readPart(entry: ReleaseEntry, start: number, end: number): Promise<Buffer> {
    const { body } = pages.get(entry, 'identity') ?? (await pages.load(entry, 'identity'));
    return body.subarray(start, end + 1);
  }

  function sendUnavailable(response: ServerResponse): void {
    const headers = [...headerLists.base, 'Retry-After', `${RETRY_AFTER_SECONDS}`];
    sendText(response, 503, UNAVAILABLE, headers);
  }

  function findEntry(path: string): ReleaseEntry | undefined {
    if (path === POST_NOT_FOUND_PATH) return undefined;
    return manifest.get(path) ?? manifest.get(resolveShellPage(path) ?? '');
  }

  function serveFound(request: IncomingMessage, response: ServerResponse, path: string): void {
    const entry = findEntry(path);
    if (isPublic?.() === false && !isForSetUp(request, entry)) sendSetUpPage(response, headerLists.common);
    else if (entry) serve(request, response, entry);
    else serveMissing(request, response, path);
  }

  function serveMissing(request: IncomingMessage, response: ServerResponse, path: string): void {
    const postNotFound = manifest.get(POST_NOT_FOUND_PATH);
    const movedPath = resolveMovedListPage(manifest, path);
    const moved = movedPath ?? (path.length > 1 && path.endsWith('/') ? trimSlashes(path) : null);
    if (moved === null && request.headers['user-agent'] !== VERIFICATION_AGENT) onMissing?.(path);
    if (moved !== null) redirect(response, 301, moved);
    else if (postNotFound && /^\/blogs\/[^/]+$/.test(path)) serve(request, response, postNotFound);
    else if (path.includes('.', path.lastIndexOf('/'))) sendText(response, 404, 'File not found', headerLists.base);
    else redirect(response, 302, '/');
  }

  function redirect(response: ServerResponse, status: number, location: string): void {
    response.writeHead(status, headerLists.createRedirectHeaders(status, location));
    response.end();
  }

  return {
    handle(request, response) {
      if (rejectUnsafeMethod(request, response, headerLists.base)) return;
      // This server follows others and has no release yet.
      if (manifest.size === 0) return sendUnavailable(response);
      const path = parsePath(request.url ?? '/');
      if (checkRelease && !findEntry(path)) void checkRelease().then(() => serveFound(request, response, path));
      else serveFound(request, response, path);
    },
  };
}

/** The publisher fetches what it has published while visitors wait. */
const isForSetUp = (request: IncomingMessage, entry: ReleaseEntry | undefined): boolean =>
  request.headers['user-agent'] === VERIFICATION_AGENT || (entry !== undefined && isOpenDuringSetUp(entry));

/** A lost share image isn’t waited for: until it is drawn again, a shared link shows the one of the site. */
const isOgImage = ({ path }: ReleaseEntry) => path.startsWith(OG_IMAGES_PREFIX);

/** Where `/categories/7/page/2` leads when `/categories/7` redirects: one rule instead of an entry for every page. */
function resolveMovedListPage(manifest: Manifest, path: string): string | null {
  const [, list = '', page = ''] =
    /^(\/(?:categories|blogs\/(?:tag|author))\/[^/]+)(\/page\/\d+|\/rss\.xml)$/.exec(path) ?? [];
  const location = manifest.get(list)?.location;
  return location && manifest.get(location + page) ? location + page : null;
}

function send(request: IncomingMessage, response: ServerResponse, entry: ReleaseEntry, ready: CachedResponse): void {
  if (entry.status === 200 && sendNotModified(request, response, ready)) return;
  response.writeHead(entry.status, [...ready.headers, 'Content-Length', String(ready.body.length)]);
  response.end(request.method === 'HEAD' ? undefined : ready.body);
}

/** The path of a request target. One in absolute form (RFC 9112 §3.2.2) is of this site, whatever host it names. */
function parsePath(target: string): string {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  const query = local.indexOf('?');
  return (query === -1 ? local : local.slice(0, query)) || '/';
}

/** A path without slashes at its end, and on this site: browsers take '//host' and '/\host' for another one. */
function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  const target = path.slice(0, end).replace(/^\/+/, '/');
  return /^\/[^/\\]/.test(target) ? target : '/';
}

/** Bytes of a file, or null when it is not there. */
async function getFileSize(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch {
    return null;
  }
}

function selectEncoding(request: IncomingMessage, entry: ReleaseEntry): Encoding {
  return isCompressible(entry.contentType) ? negotiateEncoding(request.headers['accept-encoding']) : 'identity';
}
