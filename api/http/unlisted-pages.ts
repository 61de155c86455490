import { demoPalette, type Palette } from '#api/domain/brand-palette.ts';
import { region } from '#api/domain/region.ts';
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { z } from 'zod';
import { QueueFullError } from '#api/bounded-queue.ts';
import { ClientGoneError, watchClient } from './client-gone.ts';
import { AppError, type ErrorCode, errorStatuses, toResourceError } from './errors.ts';
import { createSecurityHeaders } from './security-headers.ts';

/** The link to an unlisted page; anybody may open it until it expires. */
export const signedLinkResponse = z.object({ url: z.string(), expires_at: z.string() });

const formatStyle = (palette: Palette) =>
  `body{max-width:36rem;margin:15vh auto;padding:0 1.5rem;background:light-dark(${palette.paper},${palette.paperDark});color:light-dark(${palette.ink},${palette.inkDark});` +
  'font:1.0625rem/1.6 system-ui,sans-serif}h1{font:600 2rem/1.2 ui-serif,Georgia,serif}';

function createPolicy(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'self'`;
}

/** Headers of unlisted pages: not cached, not indexed, and no referrer that would reveal the address. */
export function createUnlistedHeaders(siteUrl: string): Record<string, string> {
  return {
    ...createSecurityHeaders({ isTls: siteUrl.startsWith('https:'), strictReferrer: true }),
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'no-store',
  };
}

/** `/preview/{token}/about`: the token, and the path behind it. */
export function splitTokenPath(url: string, prefix: string): { token: string; path: string } {
  const [address = ''] = url.split('?');
  const remainder = address.slice(prefix.length);
  const slash = remainder.indexOf('/');
  return slash === -1
    ? { token: remainder, path: '/' }
    : { token: remainder.slice(0, slash), path: remainder.slice(slash) };
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

/** A plain page with the reason of a failure. */
function sendErrorPage(
  request: IncomingMessage,
  response: ServerResponse,
  { site, palette = demoPalette }: Pick<UnlistedPageDeps, 'site' | 'palette'>,
  problem: {
    status: number;
    title: string;
    message: string;
    retryAfterSeconds?: number | undefined;
    requestId?: string | null;
  },
): void {
  const style = formatStyle(palette);
  const { status, title, message, retryAfterSeconds, requestId } = problem;
  const reference = requestId ? `\n<p><small>Request ${requestId}</small></p>` : '';
  const html = `<!doctype html>
<html lang="${region.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${message}</p>${reference}
</main>
</body>
</html>
`;
  const headers = {
    ...createUnlistedHeaders(site.url),
    'Content-Security-Policy': createPolicy(style),
    'X-Frame-Options': 'SAMEORIGIN',
    'Content-Type': 'text/html; charset=utf-8',
    ...(requestId && { 'X-Request-Id': requestId }),
    ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }),
  };
  sendBody(request, response, { status, headers, body: Buffer.from(html) });
}

/** Error pages wear the palette; without one, the demo's. */
type UnlistedPageDeps = { log: Logger; site: { url: string }; palette?: Palette };

type UnlistedPageTexts = {
  /** Titles of the error page by error code. */
  titles: Partial<Record<ErrorCode, string>>;
  defaultTitle: string;
  logMessage: string;
};

/** `signal` aborts when the client leaves. */
export type UnlistedPageResponder = (
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
) => Promise<void>;

/** Answers GET and HEAD with `respond`, and every failure with a page that says why. */
export function createUnlistedPageHandler(
  deps: UnlistedPageDeps,
  respond: UnlistedPageResponder,
  { titles, defaultTitle, logMessage }: UnlistedPageTexts,
) {
  function sendFailure(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (error instanceof ClientGoneError) return;
    const appError = error instanceof AppError ? error : toResourceError(error);
    // What is refused in a flood would flood the log.
    const requestId = appError !== error && !(error instanceof QueueFullError) ? randomUUID() : null;
    if (requestId !== null) deps.log.error({ err: error, request_id: requestId }, logMessage);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendErrorPage(request, response, deps, {
      status: appError ? errorStatuses[appError.code] : 500,
      title: (appError && titles[appError.code]) ?? defaultTitle,
      message: appError?.message ?? 'Something went wrong on our side. Try again in a few minutes.',
      retryAfterSeconds: appError?.retryAfterSeconds,
      requestId,
    });
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (request.method === 'GET' || request.method === 'HEAD') {
        respond(request, response, watchClient(response)).catch((error: unknown) =>
          sendFailure(request, response, error),
        );
        return;
      }
      response.setHeader('Allow', 'GET, HEAD');
      sendErrorPage(request, response, deps, {
        status: 405,
        title: 'Read-only',
        message: 'You can’t send data to this address.',
      });
    },
  };
}
