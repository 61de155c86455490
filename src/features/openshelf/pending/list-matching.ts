import { BULK_DECISION_MAX } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { fetchPending } from '#src/features/openshelf/openshelf-api.ts';
import { type PendingState, toPendingQuery } from './pending-state.ts';

/** The longest page that the API gives. */
const PAGE_LIMIT = 100;

/** All publications that match the filters, on every page; at most as many as one request decides on. */
export async function listMatching(listState: PendingState): Promise<PublicationJson[]> {
  const found = new Map<number, PublicationJson>();
  for (let page = 1; page <= BULK_DECISION_MAX / PAGE_LIMIT; page += 1) {
    const { publications, pagination } = await fetchPending({ ...toPendingQuery(listState), page, limit: PAGE_LIMIT });
    for (const publication of publications) found.set(publication.id, publication);
    if (page >= pagination.totalPages) break;
  }
  return [...found.values()];
}
