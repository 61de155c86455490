/** What is no page, by its path. Apart from the handlers, which a start loads when it answers pages already. */
export const METRICS_PATH = '/metrics';
export const UPLOADS_API_PATH = '/api/uploads';
export const UPLOADS_PATH_PREFIX = '/uploads/';
export const PREVIEW_PATH_PREFIX = '/preview/';
export const RELEASE_PATH_PREFIX = '/release/';

/** With `pages`, the parts of the server; each has one handler. */
export type RequestRoute = 'api' | 'uploads' | 'previews' | 'releases' | 'pages';

/** Every request goes one of five ways, by its path. */
export function findRequestRoute(url: string): RequestRoute {
  if (url.startsWith('/api/') || url === '/api' || url === METRICS_PATH) return 'api';
  if (url.startsWith(UPLOADS_PATH_PREFIX)) return 'uploads';
  if (url.startsWith(PREVIEW_PATH_PREFIX)) return 'previews';
  if (url.startsWith(RELEASE_PATH_PREFIX)) return 'releases';
  return 'pages';
}
