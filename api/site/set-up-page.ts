import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ReleaseEntry } from '#api/releases/manifest.ts';

/** When visitors and search engines may ask again (s). */
const RETRY_AFTER_SECONDS = 3_600;

const STYLES = `:root{color-scheme:light dark}
body{display:grid;place-content:center;gap:.5rem;min-height:100vh;margin:0;padding:1.5rem;box-sizing:border-box;font:1rem/1.5 system-ui,sans-serif;text-align:center}
h1{margin:0;font-size:1.5rem;line-height:1.25}
p{margin:0}`;

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>This site is being set up</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>This site is being set up</h1>
<p>Come back soon.</p>
</main>
</body>
</html>
`;

const BODY = Buffer.from(HTML);
const CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'; frame-ancestors 'none'`;

/** What those who set the site up need: sign-in, accounts and the admin screens. */
const OPEN_PAGES =
  /^\/((admin|login|signup|profile|settings|subscriptions|add-blog|edit-blog|blog-manager|waitinglist-manager|documents|sections|products)(\/|$)|categories$)/;
/** Of pages and feeds, of `robots.txt`, and of films. Styles, scripts, fonts and icons say nothing about a company. */
const CONTENT_TYPES =
  /^(text\/(html|plain|vtt)|video\/|application\/((rss|atom|feed)\+|xml|json))|[/+]xml\b(?<!svg\+xml)/;

/** Whether an entry is answered also before the site is public. */
export const isOpenDuringSetUp = ({ path, location, contentType }: ReleaseEntry): boolean =>
  OPEN_PAGES.test(path) || (location === null && !CONTENT_TYPES.test(contentType));

/** Sends the page that visitors get before the site is public. With 503 search engines keep nothing of it, and come back. */
export function sendSetUpPage(response: ServerResponse, securityHeaders: readonly string[]): void {
  const headers = [
    ...securityHeaders,
    'Content-Security-Policy',
    CSP,
    'Content-Type',
    'text/html; charset=utf-8',
    'Cache-Control',
    'no-store',
    'X-Robots-Tag',
    'noindex',
    'Retry-After',
    String(RETRY_AFTER_SECONDS),
    'Content-Length',
    String(BODY.length),
  ];
  response.writeHead(503, headers);
  response.end(response.req.method === 'HEAD' ? undefined : BODY);
}
