import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deps } from '#api/deps.ts';
import { AppError, errorStatuses } from '#api/http/errors.ts';
import { createUnlistedHeaders, rejectMethodWithPage, sendBody, sendErrorPage } from '#api/http/unlisted-pages.ts';
import { addDraftRibbon } from './draft-ribbon.ts';
import { createPreviewRenderer } from '#api/features/previews/previews.service.ts';

export const PREVIEW_PATH_PREFIX = '/preview/';

const TITLES: Partial<Record<AppError['code'], string>> = {
  not_found: 'There is no preview here',
  gone: 'This preview has expired',
  unavailable: 'One moment, please',
};

/** Serves `/preview/{token}`: the draft as it would be published. Only the editor may show it in a frame. */
export function createPreviewHandler(deps: Deps) {
  const previews = createPreviewRenderer(deps);
  const siteUrl = deps.site.url;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?');
    const { page, isDraft } = await previews.open(path.slice(PREVIEW_PATH_PREFIX.length));
    const { status, body, contentType, policy } = isDraft ? addDraftRibbon(page) : page;
    const headers = {
      ...createUnlistedHeaders(siteUrl),
      'X-Frame-Options': 'SAMEORIGIN',
      'Content-Security-Policy': (policy ?? '').replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
      'Content-Type': contentType,
    };
    sendBody(request, response, { status, headers, body });
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (rejectMethodWithPage(request, response, siteUrl)) return;
      respond(request, response).catch((error: unknown) => {
        if (!(error instanceof AppError)) deps.log.error({ err: error }, 'preview rendering failed');
        const appError = error instanceof AppError ? error : null;
        sendErrorPage(request, response, siteUrl, {
          status: appError ? errorStatuses[appError.code] : 500,
          title: (appError && TITLES[appError.code]) ?? 'This preview could not be made',
          message: appError?.message ?? 'Something went wrong on our side. Please try again.',
          retryAfterSeconds: appError?.retryAfterSeconds,
        });
      });
    },
  };
}
