/**
 * Parts of the site that its owner may switch off: here is what belongs to each, in `feature-words.ts` what it is called. One that is off
 * is gone from menus, pages, sitemap, admin navigation and API; what people have stored stays. Pages and navigation ask `isPathOn`, the API
 * `findApiFeature`. Imports nothing: every page of an admin loads it.
 */
export const featureNames = ['waiting_lists', 'subscriptions', 'documentation', 'openshelf'] as const;
export type Feature = (typeof featureNames)[number];

/** The addresses of its pages, and of those for admins. */
const paths: Record<Feature, RegExp> = {
  waiting_lists:
    /^\/((?!(blogs|categories|documents|openshelf)\/)[^/]+\/waitinglist(\/joined)?|waitinglist\/status|waitinglist-manager)$/,
  subscriptions: /^\/(subscriptions|subscription\/success|admin\/billing)$/,
  documentation: /^\/(product-documents|documentation|documents|sections|products)(\/|$)|^\/resources\/[^/]+$/,
  openshelf: /^\/(admin\/)?openshelf(\/|$)|^\/sitemap-openshelf-/,
};

/** Stripe reports on subscriptions also while they are off: its route belongs to none. */
const apiRoutes: Record<Feature, RegExp> = {
  waiting_lists: /^\/api\/waitinglist(\/|$)/,
  subscriptions: /^\/api\/(subscriptions|admin\/billing)(\/|$)/,
  documentation: /^\/api\/(documents|sections|products)(\/|$)/,
  openshelf: /^\/api\/(admin|v1\/publish)\/openshelf(\/|$)/,
};

/** Permissions that are about it alone. */
const permissions: Record<Feature, RegExp> = {
  waiting_lists: /^waiting-list\./,
  subscriptions: /^billing\./,
  documentation: /^(documents|sections|products)\./,
  openshelf: /^openshelf\./,
};

/** The feature that an address belongs to, with or without its query; null: it is always there. */
export function findFeature(address: string): Feature | null {
  const [path = ''] = address.split(/[?#]/, 1);
  return featureNames.find((name) => paths[name].test(path)) ?? null;
}

/** Whether there may be a page at this address; `off` are the features that are switched off. */
export function isPathOn(address: string, { off = [] }: { off?: readonly Feature[] }): boolean {
  const feature = off.length === 0 ? null : findFeature(address);
  return feature === null || !off.includes(feature);
}

export const findApiFeature = (path: string): Feature | null =>
  featureNames.find((name) => apiRoutes[name].test(path)) ?? null;

/** Whether a permission is of use: it is not about a feature that is switched off. */
export const isPermissionOn = (permission: string, off: readonly Feature[]): boolean =>
  !off.some((name) => permissions[name].test(permission));
