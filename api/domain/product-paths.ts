/** Addresses of products, by their keys: a new name changes none of them. */

import { serverParts } from './reserved-paths.ts';

/** Below these are other things with names of their own, such as posts. */
const TAKEN = new Set(['admin', 'blogs', 'categories', 'documents', 'openshelf', ...serverParts]);

/** 'sea-charts' of 'sea_charts'. */
const toProductSlug = (key: string): string => {
  const slug = key.replaceAll('_', '-');
  return TAKEN.has(slug) ? `${slug}-product` : slug;
};

export const toWaitingListPath = (key: string): string => `/${toProductSlug(key)}/waitinglist`;
