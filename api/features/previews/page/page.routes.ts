import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deps } from '#api/deps.ts';
import { createUnlistedHeaders, createUnlistedPageHandler, sendBody } from '#api/http/unlisted-pages.ts';
import { addDraftRibbon } from './draft-ribbon.ts';
import { createPreviewRenderer } from '#api/features/previews/previews.service.ts';

export const PREVIEW_PATH_PREFIX = '/preview/';

/** Serves `/preview/{token}`: the draft as it would be published. Only the editor may show it in a frame. */
export function createPreviewHandler(deps: Deps) {
  const previews = createPreviewRenderer(deps);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?');
    const { page, isDraft } = await previews.open(path.slice(PREVIEW_PATH_PREFIX.length));
    const { status, body, contentType, policy } = isDraft ? addDraftRibbon(page) : page;
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
      not_found: 'There is no preview here',
      gone: 'This preview has expired',
      unavailable: 'One moment, please',
    },
    defaultTitle: 'This preview could not be made',
    logMessage: 'preview rendering failed',
  });
}
