import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { createSecurityHeaders } from './security-headers.ts';

/** The link to an unlisted page; anybody may open it until it expires. */
export const signedLinkResponse = z.object({ url: z.string(), expires_at: z.string() });

const UNLISTED_CSP = "default-src 'none'; frame-ancestors 'self'";

/** Headers of pages that only a link opens: nobody keeps them, finds them or learns their address. */
export function createUnlistedHeaders(siteUrl: string): Record<string, string> {
  return {
    ...createSecurityHeaders({ isTls: siteUrl.startsWith('https:'), strictReferrer: true }),
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'no-store',
  };
}

/** Sends a whole body; without one to HEAD. */
export function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  page: { status: number; headers: Record<string, string>; body: Buffer },
): void {
  response.writeHead(page.status, { ...page.headers, 'Content-Length': String(page.body.length) });
  response.end(request.method === 'HEAD' ? undefined : page.body);
}

/** A page without any looks that says in a sentence why there is nothing to see. */
export function sendErrorPage(
  request: IncomingMessage,
  response: ServerResponse,
  siteUrl: string,
  problem: { status: number; title: string; message: string; retryAfterSeconds?: number | undefined },
): void {
  const { status, title, message, retryAfterSeconds } = problem;
  const html = `<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
<p>${message}</p>
</body>
</html>
`;
  const headers = {
    ...createUnlistedHeaders(siteUrl),
    'Content-Security-Policy': UNLISTED_CSP,
    'X-Frame-Options': 'SAMEORIGIN',
    'Content-Type': 'text/html; charset=utf-8',
    ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }),
  };
  sendBody(request, response, { status, headers, body: Buffer.from(html) });
}

/** True, once it has been answered, for a method that would change something. */
export function rejectMethodWithPage(request: IncomingMessage, response: ServerResponse, siteUrl: string): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  response.setHeader('Allow', 'GET, HEAD');
  sendErrorPage(request, response, siteUrl, {
    status: 405,
    title: 'This can only be read',
    message: 'Nothing can be sent to this address.',
  });
  return true;
}
