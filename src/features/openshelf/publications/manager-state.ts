import { type PublicationStatus, publicationStatuses } from '#api/domain/publication-states.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { readListQuery, toListAddress } from '#src/lib/use-list-state.ts';

export const PAGE_SIZE = 20;

/** The statuses that the filter offers (specification, section 4). A link may name any. */
export const FILTER_STATUSES = [
  'DRAFT',
  'SUBMITTED',
  'AI_REVIEWING',
  'AI_APPROVED',
  'ADMIN_REVIEWING',
  'PUBLISHED',
  'REJECTED',
] as const satisfies readonly PublicationStatus[];

/** The state of the list, all of it in the address. */
export type ManagerState = {
  search: string;
  status: PublicationStatus | null;
  /** The name of a top-level category; null for all. */
  category: string | null;
  /** From 1. */
  page: number;
};

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseManagerState(query: string): ManagerState {
  const { readText, readOption, readPage } = readListQuery(query);
  return {
    search: readText('search'),
    status: readOption('status', publicationStatuses),
    category: readText('category') || null,
    page: readPage(),
  };
}

/** The address of a list state; defaults are left out. */
export const toManagerUrl = ({ search, status, category, page }: ManagerState): string =>
  toListAddress(openshelfPaths.publicationManager, { search, status, category, page: page > 1 && page });

/** The query of the list, as the API takes it. */
export const toManagerQuery = ({ search, status, category, page }: ManagerState) => ({
  status: status ?? undefined,
  category: category ?? undefined,
  search: search.trim() || undefined,
  page,
  limit: PAGE_SIZE,
});

export const NO_FILTERS = { search: '', status: null, category: null } as const;
