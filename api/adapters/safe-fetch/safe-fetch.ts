import { lookup } from 'node:dns/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import PQueue from 'p-queue';
import { FetchError } from './fetch-error.ts';
import { isPublicAddress } from './public-address.ts';
import { ACCEPTED_ENCODINGS, readText, TEXT_TYPES, type TextFormat } from './read-text.ts';

/** `url` is the address after redirects. */
export type FetchedText = { text: string; format: TextFormat; url: string };
/** Loads a text from a public https: address. @throws FetchError with a sentence for reviewers */
export type SafeFetch = (url: string) => Promise<FetchedText>;

type Address = { address: string; family: number };
type Options = {
  userAgent: string;
  /** Replaced in tests, where the server is on this machine. */
  resolve?: (host: string) => Promise<Address[]>;
  isAllowed?: (ip: string) => boolean;
  request?: (options: RequestOptions) => ClientRequest;
  port?: number;
  timeoutMs?: number;
  maxBytes?: number;
};

const REDIRECTS_MAX = 3;
const CONCURRENCY = 4;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
const defaults = {
  resolve: (host: string): Promise<Address[]> => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
  request: (options: RequestOptions) => requestHttps(options),
  port: 443,
  timeoutMs: 10_000,
  maxBytes: 5_000_000,
};
type Settings = Required<Options>;

/**
 * Fetches texts from addresses that strangers sent. A host name is resolved once, every address of it is checked, and the
 * connection goes to exactly these, so that a second answer of its name server changes nothing. At most four at once.
 */
export function createSafeFetch(options: Options): SafeFetch {
  const settings: Settings = { ...defaults, ...options };
  const queue = new PQueue({ concurrency: CONCURRENCY });
  return (url) => queue.add(() => fetchWithinTime(url, settings));
}

async function fetchWithinTime(address: string, settings: Settings): Promise<FetchedText> {
  const signal = AbortSignal.timeout(settings.timeoutMs);
  try {
    return await followRedirects(address, settings, signal);
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError(signal.aborted ? formatTimeout(settings.timeoutMs) : formatFailure(error), { cause: error });
  }
}

const formatTimeout = (timeoutMs: number) =>
  `The server took longer than ${timeoutMs / 1000} seconds, so the text wasn’t loaded.`;

function formatFailure(error: unknown): string {
  const { code = '' } = error as { code?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'No server was found at the address.';
  if (/CERT|ERR_TLS|ERR_SSL|EPROTO/.test(code))
    return 'The server has no valid certificate, so the text wasn’t loaded.';
  if (/^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI)/.test(code)) return 'The server sent a damaged file.';
  return 'The connection to the server failed.';
}

async function followRedirects(address: string, settings: Settings, signal: AbortSignal): Promise<FetchedText> {
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
  throw new FetchError(`The address redirects more than ${REDIRECTS_MAX} times, so the text wasn’t loaded.`);
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
        Accept: Object.keys(TEXT_TYPES).join(', '),
        'Accept-Encoding': ACCEPTED_ENCODINGS,
        'User-Agent': settings.userAgent,
      },
    });
    request.on('response', resolve).on('error', reject).end();
  });
}

async function resolvePublic(host: string, settings: Settings, signal: AbortSignal): Promise<Address[]> {
  const addresses = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await abortable(settings.resolve(host), signal);
  if (addresses.length === 0) throw new FetchError('No server was found at the address.');
  if (addresses.every(({ address }) => settings.isAllowed(address))) return addresses;
  throw new FetchError('The address belongs to a private network, so it wasn’t opened.');
}

/** Name resolution can't be stopped; its result is no longer waited for. */
function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([promise, aborted]);
}

const createPinnedLookup =
  (addresses: Address[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses as [Address];
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };

async function readOk(response: IncomingMessage, settings: Settings, signal: AbortSignal) {
  const status = response.statusCode ?? 0;
  if (status === 404 || status === 410) throw new FetchError(`The page doesn’t exist (error ${status}).`);
  if (status !== 200) throw new FetchError(`The server answered with error ${status}, so there’s no text to show.`);
  return readText(response, { maxBytes: settings.maxBytes, signal });
}

/** Who asks, for logs of other servers; a header takes ASCII only. */
export const formatUserAgent = (siteName: string, siteUrl: string): string =>
  `${siteName.replace(/[^\x20-\x7e]/g, '')} (+${siteUrl})`.trim();
