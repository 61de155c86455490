import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { BoundedQueue } from '#api/bounded-queue.ts';
import { FetchError } from './fetch-error.ts';
import { type Address, createPinnedLookup, type HostRules, publicHosts, resolveHost } from './public-host.ts';
import { ACCEPTED_ENCODINGS, type ReadOptions } from './read-bytes.ts';
import { IMAGE_TYPES, readImage } from './read-image.ts';
import { readFile } from './read-file.ts';
import { readText, TEXT_TYPES, type TextFormat } from './read-text.ts';

/** `url` is the address after redirects. */
export type FetchedText = { text: string; format: TextFormat; url: string };
export type FetchedImage = { bytes: Buffer; url: string };
export type FetchedFile = FetchedImage;
/** Loads a text from a public https: address. @throws FetchError with a sentence for reviewers */
export type SafeFetch = (url: string) => Promise<FetchedText>;
/** Loads an image; `client` ends it, with its reason. @throws FetchError with a sentence for reviewers */
export type SafeImageFetch = (url: string, client: AbortSignal) => Promise<FetchedImage>;

/** Loads a file of any kind, which may be large; `client` ends it, with its reason. @throws FetchError with a sentence for people */
export type SafeFileFetch = (url: string, client: AbortSignal) => Promise<FetchedFile>;

type Options = Partial<HostRules> & {
  userAgent: string;
  /** Replaced in tests, where the server is on this machine. */
  request?: (options: RequestOptions) => ClientRequest;
  port?: number;
  timeoutMs?: number;
};
/** What is loaded: its name in sentences, the types that are asked for, and how the response is read. */
type Content<Value> = {
  noun: string;
  types: readonly string[];
  maxBytes: number;
  read(response: IncomingMessage, options: ReadOptions): Promise<Value>;
};

const REDIRECTS_MAX = 3;
const CONCURRENCY = 4;
/** The last of them waits 40 seconds at most. */
const MAX_WAITING = 16;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
const defaults = {
  ...publicHosts,
  request: (options: RequestOptions) => requestHttps(options),
  port: 443,
  timeoutMs: 10_000,
};
type Settings<Value = unknown> = Required<Options> & { content: Content<Value> };

const TEXT = { noun: 'text', types: Object.keys(TEXT_TYPES), maxBytes: 5_000_000, read: readText };
const IMAGE = { noun: 'image', types: IMAGE_TYPES, maxBytes: 10_000_000, read: readImage };
const FILE = { noun: 'file', types: ['*/*'], maxBytes: 100_000_000, read: readFile };
/** For a large file on a slow server. */
const FILE_TIMEOUT_MS = 120_000;

/** Fetches texts from addresses that strangers sent. */
export function createSafeFetch(options: Options): SafeFetch {
  const fetchSafely = createFetch(TEXT, options);
  return (url) => fetchSafely(url);
}

/** Fetches images from addresses that strangers sent. */
export const createSafeImageFetch = (options: Options): SafeImageFetch => createFetch(IMAGE, options);

/** Fetches files from addresses that strangers sent. */
export const createSafeFileFetch = (options: Options): SafeFileFetch =>
  createFetch(FILE, { timeoutMs: FILE_TIMEOUT_MS, ...options });

/** All of them, with a queue each: images and files that are slow hold up no text. */
export const createSafeFetches = (options: Options) => ({
  safeFetch: createSafeFetch(options),
  safeImageFetch: createSafeImageFetch(options),
  safeFileFetch: createSafeFileFetch(options),
});

/**
 * A host name is resolved once, every address of it is checked, and the connection goes to exactly these, so that a second
 * answer of its name server changes nothing. At most four at once, and QueueFullError while many wait.
 */
function createFetch<Value extends object>(content: Content<Value>, options: Options) {
  const settings: Settings<Value> = { ...defaults, ...options, content };
  const queue = new BoundedQueue({ concurrency: CONCURRENCY, maxWaiting: MAX_WAITING });
  return (url: string, client?: AbortSignal) => queue.add(() => fetchWithinTime(url, settings, client), client);
}

async function fetchWithinTime<Value>(address: string, settings: Settings<Value>, client?: AbortSignal) {
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  const signal = client ? AbortSignal.any([timeout, client]) : timeout;
  try {
    return await followRedirects(address, settings, signal);
  } catch (error) {
    client?.throwIfAborted();
    if (error instanceof FetchError) throw error;
    throw new FetchError(timeout.aborted ? formatTimeout(settings) : formatFailure(error, settings), { cause: error });
  }
}

const formatTimeout = ({ timeoutMs, content }: Settings) =>
  `The server took longer than ${timeoutMs / 1000} seconds, so the ${content.noun} wasn’t loaded.`;

function formatFailure(error: unknown, { content }: Settings): string {
  const { code = '' } = error as { code?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'No server was found at the address.';
  if (/CERT|ERR_TLS|ERR_SSL|EPROTO/.test(code))
    return `The server has no valid certificate, so the ${content.noun} wasn’t loaded.`;
  if (/^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI)/.test(code)) return 'The server sent a damaged file.';
  return 'The connection to the server failed.';
}

async function followRedirects<Value>(address: string, settings: Settings<Value>, signal: AbortSignal) {
  let url = parseAddress(address);
  for (let count = 0; count <= REDIRECTS_MAX; count += 1) {
    const response = await open(url, settings, signal);
    try {
      const target = REDIRECT_STATUSES.has(response.statusCode ?? 0) ? response.headers.location : undefined;
      if (target === undefined) return { ...(await readOk(response, settings, signal)), url: url.href };
      url = parseAddress(target, url);
    } finally {
      // The rest of a response that nobody reads.
      response.destroy();
    }
  }
  const { noun } = settings.content;
  throw new FetchError(`The address redirects more than ${REDIRECTS_MAX} times, so the ${noun} wasn’t loaded.`);
}

function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (url?.protocol !== 'https:') throw new FetchError('The address doesn’t begin with https:, so it wasn’t opened.');
  if (url.port !== '') throw new FetchError('The address names a port of its own, so it wasn’t opened.');
  if (url.username || url.password) throw new FetchError('The address holds a user name, so it wasn’t opened.');
  return url;
}

async function open(url: URL, settings: Settings, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await resolvePublic(host, settings, signal);
  return new Promise((resolve, reject) => {
    const request = settings.request({
      host,
      port: settings.port,
      path: `${url.pathname}${url.search}`,
      // No connection is used again, and none remembers the server.
      agent: false,
      lookup: createPinnedLookup(addresses),
      signal,
      headers: {
        Host: url.host,
        Accept: settings.content.types.join(', '),
        'Accept-Encoding': ACCEPTED_ENCODINGS,
        'User-Agent': settings.userAgent,
      },
    });
    request.on('response', resolve).on('error', reject).end();
  });
}

async function resolvePublic(host: string, settings: Settings, signal: AbortSignal): Promise<Address[]> {
  const { addresses, isPublic } = await resolveHost(host, settings, signal);
  if (addresses.length === 0) throw new FetchError('No server was found at the address.');
  if (isPublic) return addresses;
  throw new FetchError('The address belongs to a private network, so it wasn’t opened.');
}

function readOk<Value>(response: IncomingMessage, { content }: Settings<Value>, signal: AbortSignal): Promise<Value> {
  const { noun, maxBytes } = content;
  const status = response.statusCode ?? 0;
  const isGone = status === 404 || status === 410;
  if (isGone) throw new FetchError(`The ${noun === 'text' ? 'page' : noun} doesn’t exist (error ${status}).`);
  if (status !== 200) throw new FetchError(`The server answered with error ${status}, so there’s no ${noun} to show.`);
  return content.read(response, { noun, maxBytes, signal });
}

/** Who asks, for logs of other servers; a header takes ASCII only. */
export const formatUserAgent = (siteName: string, siteUrl: string): string =>
  `${siteName.replace(/[^\x20-\x7e]/g, '')} (+${siteUrl})`.trim();
