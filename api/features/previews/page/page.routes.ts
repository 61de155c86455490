import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deps } from '#api/deps.ts';
import { PREVIEW_PATH_PREFIX } from '#api/http/request-paths.ts';
import {
  createUnlistedHeaders,
  createUnlistedPageHandler,
  sendBody,
  splitTokenPath,
} from '#api/http/unlisted-pages.ts';
import { createPreviewRenderer } from '#api/features/previews/previews.service.ts';
import { createSitePreviewer } from '#api/features/previews/site/site.service.ts';

/**
 * Serves `/preview/{token}`: the draft of a post as it would be published, which only the editor may show in a frame, and below
 * `/preview/{token}/` the site with all its drafts.
 */
export function createPreviewHandler(deps: Deps) {
  const previews = createPreviewRenderer(deps);
  const sites = createSitePreviewer(deps);

  async function respond(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const { token, path } = splitTokenPath(request.url ?? '', PREVIEW_PATH_PREFIX);
    const previewed = (await sites.open(token, path, signal)) ?? { page: await previews.open(token, signal) };
    const unlisted = createUnlistedHeaders(deps.site.url);
    if ('location' in previewed) {
      const headers = { ...unlisted, Location: previewed.location };
      return sendBody(request, response, { status: 302, headers, body: Buffer.alloc(0) });
    }
    const { status, body, contentType, policy } = previewed.page;
    const headers = {
      ...unlisted,
      'X-Frame-Options': 'SAMEORIGIN',
      'Content-Security-Policy': (policy ?? '').replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
      'Content-Type': contentType,
    };
    sendBody(request, response, { status, headers, body });
  }

  return createUnlistedPageHandler(deps, respond, {
    titles: {
      not_found: 'Preview not found',
      gone: 'This preview has expired',
      unavailable: 'Try again in a moment',
    },
    defaultTitle: 'Couldn’t make this preview',
    logMessage: 'preview rendering failed',
  });
}
