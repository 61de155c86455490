import { type AiDecision, aiDecisions } from '#api/domain/publication-states.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { readListQuery, toListAddress } from '#src/lib/use-list-state.ts';

export const PAGE_SIZE = 20;

/** The state of the list, all of it in the address. */
export type PendingState = {
  /** The name of a top-level category; null for all. */
  category: string | null;
  aiDecision: AiDecision | null;
  isNewestFirst: boolean;
  /** From 1. */
  page: number;
};

/** Reads the query of an address. What it does not understand is left at its default. */
export function parsePendingState(query: string): PendingState {
  const { readText, readOption, readPage } = readListQuery(query);
  return {
    category: readText('category') || null,
    aiDecision: readOption('ai_decision', aiDecisions),
    isNewestFirst: readText('sort') === 'newest',
    page: readPage(),
  };
}

/** The address of a list state; defaults are left out. */
export const toPendingUrl = ({ category, aiDecision, isNewestFirst, page }: PendingState): string =>
  toListAddress(openshelfPaths.reviewQueue, {
    category,
    ai_decision: aiDecision,
    sort: isNewestFirst && 'newest',
    page: page > 1 && page,
  });

export const isFiltered = ({ category, aiDecision }: PendingState) => category !== null || aiDecision !== null;

/** The query of the list, as the API takes it. */
export const toPendingQuery = ({ category, aiDecision, isNewestFirst }: PendingState) => ({
  category: category ?? undefined,
  ai_decision: aiDecision ?? undefined,
  sort: isNewestFirst ? ('newest' as const) : ('oldest' as const),
});
