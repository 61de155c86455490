import { type PublicationStatus, publicationStatuses } from '#api/domain/publication-states.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';

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
  const params = new URLSearchParams(query);
  const page = params.get('page') ?? '';
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    status: publicationStatuses.find((each) => each === params.get('status')) ?? null,
    category: params.get('category')?.slice(0, 200) || null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a list state; defaults are left out. */
export function toManagerUrl({ search, status, category, page }: ManagerState): string {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (status) query.set('status', status);
  if (category) query.set('category', category);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${openshelfPaths.publicationManager}?${query}` : openshelfPaths.publicationManager;
}

/** The query of the list, as the API takes it. */
export const toManagerQuery = ({ search, status, category, page }: ManagerState) => ({
  status: status ?? undefined,
  category: category ?? undefined,
  search: search.trim() || undefined,
  page,
  limit: PAGE_SIZE,
});

export const NO_FILTERS = { search: '', status: null, category: null } as const;
