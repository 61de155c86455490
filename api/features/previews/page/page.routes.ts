import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deps } from '#api/deps.ts';
import { PREVIEW_PATH_PREFIX } from '#api/http/request-paths.ts';
import { createUnlistedHeaders, createUnlistedPageHandler, sendBody } from '#api/http/unlisted-pages.ts';
import { createPreviewRenderer } from '#api/features/previews/previews.service.ts';

/** Serves `/preview/{token}`: the draft as it would be published. Only the editor may show it in a frame. */
export function createPreviewHandler(deps: Deps) {
  const previews = createPreviewRenderer(deps);

  async function respond(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?');
    const token = path.slice(PREVIEW_PATH_PREFIX.length);
    const { status, body, contentType, policy } = await previews.open(token, signal);
    const headers = {
      ...createUnlistedHeaders(deps.site.url),
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
