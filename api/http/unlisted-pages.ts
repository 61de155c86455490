import type { IncomingMessage, ServerResponse } from 'node:http';
import { commonHeaders } from './security-headers.ts';

const LINK_POLICY = "default-src 'none'; frame-ancestors 'self'";

/** Headers of pages that only a link opens: nobody keeps them, finds them or learns their address. */
export function privateHeaders(siteUrl: string): Record<string, string> {
  return {
    ...commonHeaders({ isTls: siteUrl.startsWith('https:'), strictReferrer: true }),
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'no-store',
  };
}

/** Sends a whole body; without one to HEAD. */
export function sendWhole(
  request: IncomingMessage,
  response: ServerResponse,
  answer: { status: number; headers: Record<string, string>; body: Buffer },
): void {
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(answer.body.length) });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}

/** A page without any looks that says in a sentence why there is nothing to see. */
export function sendWords(
  request: IncomingMessage,
  response: ServerResponse,
  siteUrl: string,
  problem: { status: number; title: string; words: string; retryAfterSeconds?: number | undefined },
): void {
  const { status, title, words, retryAfterSeconds } = problem;
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
<p>${words}</p>
</body>
</html>
`;
  const headers = {
    ...privateHeaders(siteUrl),
    'Content-Security-Policy': LINK_POLICY,
    'X-Frame-Options': 'SAMEORIGIN',
    'Content-Type': 'text/html; charset=utf-8',
    ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }),
  };
  sendWhole(request, response, { status, headers, body: Buffer.from(html) });
}

/** True, once it has been answered, for a method that would change something. */
export function refusesMethod(request: IncomingMessage, response: ServerResponse, siteUrl: string): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  response.setHeader('Allow', 'GET, HEAD');
  sendWords(request, response, siteUrl, {
    status: 405,
    title: 'This can only be read',
    words: 'Nothing can be sent to this address.',
  });
  return true;
}
