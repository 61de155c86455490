import { type AiDecision, aiDecisions } from '#api/domain/publication-states.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';

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
  const params = new URLSearchParams(query);
  const page = params.get('page') ?? '';
  return {
    category: params.get('category')?.slice(0, 200) || null,
    aiDecision: aiDecisions.find((each) => each === params.get('ai_decision')) ?? null,
    isNewestFirst: params.get('sort') === 'newest',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a list state; defaults are left out. */
export function toPendingUrl({ category, aiDecision, isNewestFirst, page }: PendingState): string {
  const query = new URLSearchParams();
  if (category) query.set('category', category);
  if (aiDecision) query.set('ai_decision', aiDecision);
  if (isNewestFirst) query.set('sort', 'newest');
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${openshelfPaths.reviewQueue}?${query}` : openshelfPaths.reviewQueue;
}

export const isFiltered = ({ category, aiDecision }: PendingState) => category !== null || aiDecision !== null;

/** The query of the list, as the API takes it. */
export const toPendingQuery = ({ category, aiDecision, isNewestFirst }: PendingState) => ({
  category: category ?? undefined,
  ai_decision: aiDecision ?? undefined,
  sort: isNewestFirst ? ('newest' as const) : ('oldest' as const),
});
