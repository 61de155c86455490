import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deps } from '#api/deps.ts';
import { AppError, errorStatuses } from '#api/http/errors.ts';
import { privateHeaders, refusesMethod, sendWhole, sendWords } from '#api/http/unlisted-pages.ts';
import { createPreviews } from '#api/features/previews/previews.service.ts';

export const PREVIEW_FOLDER = '/preview/';

const TITLES: Partial<Record<AppError['code'], string>> = {
  not_found: 'There is no preview here',
  gone: 'This preview has expired',
  unavailable: 'One moment, please',
};

/** Answers `/preview/{token}` with the draft as it would be live. The editor may show it in a frame, nobody else. */
export function createPreviewPages(deps: Deps) {
  const previews = createPreviews(deps);
  const siteUrl = deps.site.url;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?');
    const { status, body, contentType, policy } = await previews.open(path.slice(PREVIEW_FOLDER.length));
    const headers = {
      ...privateHeaders(siteUrl),
      'X-Frame-Options': 'SAMEORIGIN',
      'Content-Security-Policy': (policy ?? '').replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
      'Content-Type': contentType,
    };
    sendWhole(request, response, { status, headers, body });
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (refusesMethod(request, response, siteUrl)) return;
      answer(request, response).catch((error: unknown) => {
        if (!(error instanceof AppError)) deps.log.error({ err: error }, 'a preview could not be made');
        const known = error instanceof AppError ? error : null;
        sendWords(request, response, siteUrl, {
          status: known ? errorStatuses[known.code] : 500,
          title: (known && TITLES[known.code]) ?? 'This preview could not be made',
          words: known?.message ?? 'Something went wrong on our side. Please try again.',
          retryAfterSeconds: known?.retryAfterSeconds,
        });
      });
    },
  };
}
