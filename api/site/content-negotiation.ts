import type { IncomingMessage } from 'node:http';
import type { Encoding } from '#api/releases/object-codec.ts';

/** The best stored form that a client takes: br, then gzip, then plain. `q=0` refuses; `*` takes anything. */
export function negotiateEncoding(header: string | string[] | undefined): Encoding {
  if (!header) return 'identity';
  const offers = String(header).toLowerCase().split(',').map(parseOffer);
  const getQuality = (name: string) =>
    (offers.find((offer) => offer.name === name) ?? offers.find((offer) => offer.name === '*'))?.quality ?? 0;
  if (getQuality('br') > 0) return 'br';
  return getQuality('gzip') > 0 ? 'gzip' : 'identity';
}

function parseOffer(offer: string): { name: string; quality: number } {
  const [name = '', ...parameters] = offer.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { name, quality: quality ? Number(quality.slice(2)) || 0 : 1 };
}

/** True when `If-None-Match` names this entity tag (weak comparison, RFC 9110 §13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}

/** One byte range of `Range` (RFC 9110 §14.2), or null when all of it should be sent; several ranges count as none. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const last = size - 1;
  const isSuffix = match[1] === '';
  const start = isSuffix ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = isSuffix || match[2] === '' ? last : Math.min(Number(match[2]), last);
  if (isSuffix && Number(match[2]) === 0) return 'unsatisfiable';
  if (!isSuffix && match[2] !== '' && Number(match[2]) < start) return null;
  return start > last ? 'unsatisfiable' : { start, end };
}

/** The whole file or the requested range, in bytes, `end` included. */
export type RangeSelection = { status: 200 | 206; start: number; end: number; length: number; contentRange: string[] };

/**
 * What to send of a file of `size` bytes. `etag` is what `If-Range` may name; null when the file has none, so that a
 * request with `If-Range` gets all of it.
 */
export function selectRange(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  size: number,
  etag: string | null,
): RangeSelection | 'unsatisfiable' {
  const ifRange = headers['if-range'];
  const isWhole = method === 'HEAD' || (ifRange !== undefined && ifRange !== etag);
  const range = isWhole ? null : parseRange(headers.range, size);
  if (range === null) return { status: 200, start: 0, end: size - 1, length: size, contentRange: [] };
  if (range === 'unsatisfiable') return range;
  const { start, end } = range;
  return {
    status: 206,
    start,
    end,
    length: end - start + 1,
    contentRange: ['Content-Range', `bytes ${start}-${end}/${size}`],
  };
}
