import type { LatestPublish } from './live-state.ts';

const NONE: ReadonlyMap<number, LatestPublish> = new Map();

/** The newest publish of each post that is known of. */
export const useLatestPublishes = (): ReadonlyMap<number, LatestPublish> => NONE;
