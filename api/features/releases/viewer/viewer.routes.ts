import type { Deps } from '#api/deps.ts';
import { createUnlistedPageHandler } from '#api/http/unlisted-pages.ts';
import { createReleaseViewer } from './viewer.service.ts';

/** Answers `/release/{token}/…`. */
export function createReleaseViewerHandler(deps: Deps, store: Parameters<typeof createReleaseViewer>[1]) {
  return createUnlistedPageHandler(deps, createReleaseViewer(deps, store), {
    titles: { not_found: 'Page not found', gone: 'This link has expired' },
    defaultTitle: 'Couldn’t load this page',
    logMessage: 'release viewer response failed',
  });
}
