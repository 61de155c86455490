import type { Deps } from '#api/deps.ts';
import { createUnlistedPageHandler } from '#api/http/unlisted-pages.ts';
import { createReleaseViewer } from './viewer.service.ts';

/** Answers `/release/{token}/…`. */
export function createReleaseViewerHandler(deps: Deps, store: Parameters<typeof createReleaseViewer>[1]) {
  return createUnlistedPageHandler(deps, createReleaseViewer(deps, store), {
    titles: { not_found: 'There is nothing here', gone: 'This link has expired' },
    defaultTitle: 'This page could not be sent',
    logMessage: 'release viewer response failed',
  });
}
