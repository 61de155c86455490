import type { PrecedentsJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { fetchPrecedents } from '#src/features/openshelf/openshelf-api.ts';
import { useQuery } from '#src/lib/use-query.ts';

const NONE: PrecedentsJson = { similar: [], by_author: [], waiting: [] };

/**
 * Earlier decisions on texts like this one, and its copies in the queue. The server answers once it has the text. Asked for again
 * with each own decision: it may be about a copy. null loads nothing.
 */
export function usePrecedents(id: number | null, decisionCount: number) {
  const { value, error, isLoading, reload } = useQuery(
    id === null ? null : `precedents ${id} ${decisionCount}`,
    async (signal) => ({ id, precedents: await fetchPrecedents(id ?? 0, signal) }),
    { keepsPrevious: true },
  );
  const isCurrent = value?.id === id;
  return { precedents: isCurrent ? value.precedents : NONE, error: isLoading ? null : error, isLoading, reload };
}
