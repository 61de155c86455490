import { getFeature, getRoom, type Import } from './imports.ts';

/** Where the routes of all features are put together. */
const ROUTE_MOUNTS = ['api/app.ts', 'api/create-api.ts'];
/** What routes may use besides the routes, service and contract of their own feature. */
const ROUTE_TOOLS = /^api\/(http|endpoints|domain)\/|^api\/(deps|clock)\.ts$/;

/** Imports that enter a feature of the API by another file than a service or contract. */
export const findApiFeatureBreaches = (imports: readonly Import[]): Import[] =>
  imports.filter(({ file, target }) => {
    if (!target.startsWith('api/features/') || !file.startsWith('api/') || isSameRoom(file, target)) return false;
    if (ROUTE_MOUNTS.includes(file) && target.endsWith('.routes.ts')) return false;
    return !/\.(service|contract)\.ts$/.test(target);
  });

/** Imports of routes that are neither their own feature's nor a tool of all routes. */
export const findRouteBreaches = (imports: readonly Import[]): Import[] =>
  imports.filter(({ file, target }) => {
    if (!file.endsWith('routes.ts')) return false;
    const isOwn = isSameRoom(file, target) && /\.(service|contract|routes)\.ts$/.test(target);
    return !isOwn && !ROUTE_TOOLS.test(target);
  });

/** Imports that enter a feature of the browser by a file that is not among its entries; pages may use every file. */
export const findSrcFeatureBreaches = (imports: readonly Import[], entries: ReadonlySet<string>): Import[] =>
  imports.filter(
    ({ file, target }) =>
      target.startsWith('src/features/') &&
      !file.startsWith('src/pages/') &&
      !isSameRoom(file, target) &&
      !entries.has(target),
  );

const isSameRoom = (file: string, target: string): boolean =>
  getFeature(file) !== null && getRoom(file) === getRoom(target);
