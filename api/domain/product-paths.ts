/** Addresses of products, by their keys: a new name changes none of them. */
import { type Feature, isPathOn } from './features.ts';
import { serverParts } from './reserved-paths.ts';

/** Below these are other things with names of their own, such as posts. */
const TAKEN = new Set(['admin', 'blogs', 'categories', 'documents', 'openshelf', ...serverParts]);

/** 'sea-charts' of 'sea_charts'. */
const toProductSlug = (key: string): string => key.replaceAll('_', '-');

export function toWaitingListPath(key: string): string {
  const slug = toProductSlug(key);
  return `/${TAKEN.has(slug) ? `${slug}-product` : slug}/waitinglist`;
}

/** Where the form of a waiting list leads without scripts. */
export const toJoinedPath = (key: string): string => `${toWaitingListPath(key)}/joined`;

/** An address that only waiting lists have, whether or not there is such a product. */
export const isWaitingListPath = (path: string): boolean => /^\/[a-z0-9-]+\/waitinglist(\/joined)?$/.test(path);

/** The keys of products whose waiting lists are open. */
export const listWaitingListKeys = (
  products: readonly { key: string; hasWaitingList: boolean; isArchived: boolean }[],
  facts: { off?: readonly Feature[] },
): string[] =>
  products
    .filter((product) => product.hasWaitingList && !product.isArchived)
    .map(({ key }) => key)
    .filter((key) => isPathOn(toWaitingListPath(key), facts));

/** '/resources/logbook' leads to the documents of Logbook. */
export const toResourcesPath = (key: string): string => `/resources/${toProductSlug(key)}`;
