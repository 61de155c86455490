import { type Encoding, isCompressible } from '#api/releases/object-codec.ts';
import {
  resolveCsp,
  getCacheControl,
  createSecurityHeaders,
  needsStrictReferrer,
  REPORTING_ENDPOINTS,
} from '#api/http/security-headers.ts';
import type { ReleaseEntry } from '#api/releases/manifest.ts';

export type HeaderLists = ReturnType<typeof createHeaderLists>;

/** The header lists of all responses of the site, flat, as `writeHead` takes them without copying. */
export function createHeaderLists(siteUrl: string) {
  const isTls = siteUrl.startsWith('https:');
  const common = toHeaderList(createSecurityHeaders({ isTls }));
  const strict = toHeaderList(createSecurityHeaders({ isTls, strictReferrer: true }));
  /** For responses that are no pages. */
  const base = [...common, 'Content-Security-Policy', resolveCsp(null)];

  function createEntryHeaders(entry: ReleaseEntry, encoding: Encoding): { headers: string[]; etag: string } {
    const etag = `"${entry.hash?.slice(0, 24)}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const headers = [...(needsStrictReferrer(entry.path) ? strict : common)];
    headers.push('Content-Security-Policy', resolveCsp(entry.policy));
    if (entry.contentType.startsWith('text/markdown')) headers.push('X-Robots-Tag', 'noindex');
    if (entry.policy) headers.push('Reporting-Endpoints', REPORTING_ENDPOINTS);
    headers.push('Content-Type', entry.contentType, 'Cache-Control', getCacheControl(entry.path), 'ETag', etag);
    if (isCompressible(entry.contentType)) headers.push('Vary', 'Accept-Encoding');
    else headers.push('Accept-Ranges', 'bytes');
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    return { headers, etag };
  }

  function createRedirectHeaders(status: number, location: string): string[] {
    const cacheControl = status === 301 ? 'public, max-age=3600' : 'no-cache';
    return [...base, 'Location', location, 'Cache-Control', cacheControl, 'Content-Length', '0'];
  }

  return { common, base, createEntryHeaders, createRedirectHeaders };
}

function toHeaderList(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat();
}
