import type { PrecedentsJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { fetchPrecedents } from '#src/features/openshelf/openshelf-api.ts';
import { useListQuery } from '#src/lib/use-query.ts';

const NONE: PrecedentsJson = { similar: [], by_author: [], waiting: [] };

/**
 * Earlier decisions on texts like this one, and its copies in the queue. The server answers once it has the text. Asked for again
 * with each own decision: it may be about a copy. null loads nothing.
 */
export function usePrecedents(id: number | null, decisionCount: number) {
  const { value, error, isLoading, reload } = useListQuery(`${id}/${decisionCount}`, async (signal) => ({
    id,
    precedents: id === null ? NONE : await fetchPrecedents(id, signal),
  }));
  const isCurrent = value?.id === id;
  return { precedents: isCurrent ? value.precedents : NONE, error: isLoading ? null : error, isLoading, reload };
}
