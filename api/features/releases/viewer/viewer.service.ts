import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { openDiskFile } from '#api/adapters/disk-files.ts';
import { rewriteUrl } from '#api/adapters/html/release-urls.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { AppError, notFoundError } from '#api/http/errors.ts';
import { verifySignedToken } from '#api/adapters/signed-token.ts';
import { readReleaseEntries } from '#api/releases/release-rows.ts';
import { DamagedObjectError, isCompressible } from '#api/releases/object-codec.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import { type ReleaseEntry, Manifest } from '#api/releases/manifest.ts';
import type { RangeSelection } from '#api/site/content-negotiation.ts';
import { RELEASE_PATH_PREFIX } from '#api/http/request-paths.ts';
import { createUnlistedHeaders, sendBody, splitTokenPath } from '#api/http/unlisted-pages.ts';
import { sendFile } from '#api/site/send-file.ts';
import { resolveShellPage, POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';
import { requireRelease } from '#api/features/releases/releases.service.ts';
import { createReleaseTexts } from './release-texts.service.ts';

/** Size of the manifest cache, in releases; one of 10,000 posts takes some MB. */
const MANIFEST_CACHE_SIZE = 3;
const NO_LONGER_KEPT = 'This release has been removed.';

/**
 * Answers `/release/{token}/…` with the site as it was in a release: its pages, files and redirects, to be read only.
 * Its scripts may not call today's API. The returned function throws not_found, gone, ClientGoneError, and what reading
 * and sending throws.
 */
export function createReleaseViewer(deps: Deps, store: ObjectStore) {
  const { db, clock, secrets } = deps;
  const siteUrl = deps.site.url;
  const getManifest = createManifestCache(db);
  const texts = createReleaseTexts({ store, html: deps.html, siteUrl });

  async function open(token: string) {
    const verified = verifySignedToken(secrets, token, { purpose: 'release-viewer', now: clock.now() });
    if (!verified) throw notFoundError('This link is incomplete or incorrect. Check that you copied all of it.');
    if (verified.isExpired)
      throw new AppError(
        'gone',
        'Links to earlier releases expire after a day. Open the release again from Publishing.',
      );
    const id = Number(verified.value);
    const { release } = await requireRelease(db, id);
    return { release, manifest: await getManifest(id) };
  }

  async function respond(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    try {
      await sendRequested(request, response, signal);
    } catch (error) {
      const isGone = error instanceof DamagedObjectError || (error as { code?: string }).code === 'ENOENT';
      throw isGone ? notFoundError(NO_LONGER_KEPT) : error;
    }
  }

  async function sendRequested(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const { token, path } = splitTokenPath(request.url ?? '', RELEASE_PATH_PREFIX);
    const { release, manifest } = await open(token);
    signal.throwIfAborted();
    const entry = resolveEntry(manifest, path);
    if (!entry) throw notFoundError(`Release ${release.id} has no page at this address.`);
    const location = { base: `${RELEASE_PATH_PREFIX}${token}`, siteUrl };
    const headers = {
      ...createUnlistedHeaders(siteUrl),
      'X-Release': `${release.id}, ${toIso(release.createdAt)}`,
      'Content-Security-Policy': toReadOnlyCsp(entry.policy),
    };
    if (entry.location === null) {
      const readText = (text: StoredText) => texts.read(text, location.base, signal);
      await sendEntry(request, response, { store, entry, headers, readText });
    } else {
      const redirect = { ...headers, Location: rewriteUrl(entry.location, location) };
      sendBody(request, response, { status: 302, headers: redirect, body: Buffer.alloc(0) });
    }
  }

  return respond;
}

/** Loads the manifest of a release, with a cache of the last ones. */
function createManifestCache(db: Deps['db']): (release: number) => Promise<Manifest> {
  const manifestCache = new LRUCache<number, Promise<Manifest>>({ max: MANIFEST_CACHE_SIZE });
  const load = async (release: number) => {
    const manifest = new Manifest();
    manifest.replaceAll(release, await readReleaseEntries(db, release));
    return manifest;
  };
  return (release) => {
    const cached = manifestCache.get(release);
    if (cached) return cached;
    const loading = load(release);
    manifestCache.set(release, loading);
    loading.catch(() => manifestCache.delete(release));
    return loading;
  };
}

type StoredText = { hash: string; contentType: string };

type EntryResponse = {
  store: ObjectStore;
  entry: ReleaseEntry;
  headers: Record<string, string>;
  readText(text: StoredText): Promise<Buffer>;
};

async function sendEntry(request: IncomingMessage, response: ServerResponse, options: EntryResponse): Promise<void> {
  const { store, entry } = options;
  const { contentType, status } = entry;
  const hash = entry.hash as string;
  const headers = { ...options.headers, 'Content-Type': contentType };
  if (isCompressible(contentType)) {
    sendBody(request, response, { status, headers, body: await options.readText({ hash, contentType }) });
  } else {
    await sendStored(request, response, await store.locate(hash, contentType), {
      headers: options.headers,
      status,
      contentType,
    });
  }
}

type StoredResponse = { status: number; contentType: string; headers: Record<string, string> };

/** Sends a file from the disk, or the requested range of it, so that a video can start in the middle. */
async function sendStored(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  file: StoredResponse,
): Promise<void> {
  const { size } = await stat(path);
  const open = ({ start, end }: RangeSelection) => openDiskFile(path, { start, end });
  const errorHeaders = Object.entries(file.headers).flat();
  const headers = [...errorHeaders, 'Content-Type', file.contentType, 'Accept-Ranges', 'bytes'];
  // Nothing here has a tag that If-Range could name.
  const options = { status: file.status, headers, errorHeaders, etag: null, size, open };
  if (!(await sendFile(request, response, options))) throw notFoundError(NO_LONGER_KEPT);
}

function resolveEntry(manifest: Manifest, path: string): ReleaseEntry | undefined {
  if (path === POST_NOT_FOUND_PATH) return undefined;
  const entry = manifest.get(path) ?? manifest.get(resolveShellPage(path) ?? '');
  return entry ?? (/^\/blogs\/[^/]+$/.test(path) ? manifest.get(POST_NOT_FOUND_PATH) : undefined);
}

/** The CSP of the stored page without everything that could call or report to the present site. */
function toReadOnlyCsp(policy: string | null): string {
  if (policy === null) return "default-src 'none'; frame-ancestors 'none'";
  const directives = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter(
      (directive) => directive && !/^(connect-src|form-action|report-uri|report-to|frame-ancestors)\b/.test(directive),
    );
  return [...directives, "connect-src 'none'", "form-action 'none'", "frame-ancestors 'none'"].join('; ');
}
