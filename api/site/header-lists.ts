import { type Encoding, isCompressible } from '#api/releases/object-store.ts';
import {
  barePolicy,
  cachePolicy,
  commonHeaders,
  needsStrictReferrer,
  REPORTING_ENDPOINTS,
} from '#api/http/security-headers.ts';
import type { Entry } from '#api/releases/manifest.ts';

export type Heads = ReturnType<typeof createHeads>;

/** The header lists of everything that the site answers, in the form that `writeHead` takes without copying. */
export function createHeads(siteUrl: string) {
  const isTls = siteUrl.startsWith('https:');
  const common = flat(commonHeaders({ isTls }));
  const strict = flat(commonHeaders({ isTls, strictReferrer: true }));
  /** Of what is no page. */
  const bare = [...common, 'Content-Security-Policy', barePolicy(null)];

  function ofEntry(entry: Entry, encoding: Encoding): { head: string[]; etag: string } {
    const etag = `"${entry.hash?.slice(0, 24)}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const head = [...(needsStrictReferrer(entry.path) ? strict : common)];
    head.push('Content-Security-Policy', barePolicy(entry.policy));
    if (entry.policy) head.push('Reporting-Endpoints', REPORTING_ENDPOINTS);
    head.push('Content-Type', entry.contentType, 'Cache-Control', cachePolicy(entry.path), 'ETag', etag);
    if (isCompressible(entry.contentType)) head.push('Vary', 'Accept-Encoding');
    else head.push('Accept-Ranges', 'bytes');
    if (encoding !== 'identity') head.push('Content-Encoding', encoding);
    return { head, etag };
  }

  function ofRedirect(status: number, location: string): string[] {
    const kept = status === 301 ? 'public, max-age=3600' : 'no-cache';
    return [...bare, 'Location', location, 'Cache-Control', kept, 'Content-Length', '0'];
  }

  return { bare, ofEntry, ofRedirect };
}

function flat(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat();
}
