import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deps } from '#api/deps.ts';
import { AppError, errorStatuses } from '#api/http/errors.ts';
import { rejectMethodWithPage, sendErrorPage } from '#api/http/unlisted-pages.ts';
import type { createReleaseViewer } from './viewer.service.ts';

const TITLES: Partial<Record<AppError['code'], string>> = {
  not_found: 'There is nothing here',
  gone: 'This link has expired',
};

/** Answers `/release/{token}/…`; what fails is a page that says why. */
export function createReleaseViewerHandler(deps: Deps, viewer: ReturnType<typeof createReleaseViewer>) {
  const siteUrl = deps.site.url;

  function sendError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const problem = error instanceof AppError ? error : null;
    if (!problem) deps.log.error({ err: error }, 'release viewer response failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendErrorPage(request, response, siteUrl, {
      status: problem ? errorStatuses[problem.code] : 500,
      title: (problem && TITLES[problem.code]) ?? 'This page could not be sent',
      message: problem?.message ?? 'Something went wrong on our side. Please try again.',
    });
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (rejectMethodWithPage(request, response, siteUrl)) return;
      viewer.respond(request, response).catch((error: unknown) => sendError(request, response, error));
    },
  };
}
