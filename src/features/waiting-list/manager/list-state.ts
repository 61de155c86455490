import { waitingListStatuses } from '#api/domain/enums.ts';
import type { BulkEntriesFilter } from '#api/features/waiting-list/decisions/decisions.contract.ts';
import { paths } from '#src/lib/paths.ts';
import type { Sort, SortOrder } from '#src/ui/tables/SortHeader.tsx';

export const PAGE_SIZE = 20;

const sortColumns = ['created_at', 'email', 'first_name'] as const;
export type SortColumn = (typeof sortColumns)[number];

export type EntryStatus = (typeof waitingListStatuses)[number];

/** What became of the invitation email. */
const deliveries = ['waiting', 'sent', 'failed'] as const;
export type Delivery = (typeof deliveries)[number];

/** The state of the list, all of it in the address. */
export type ListState = {
  search: string;
  /** Null for all. */
  status: EntryStatus | null;
  productId: number | null;
  delivery: Delivery | null;
  sort: Sort<SortColumn>;
  /** From 1. */
  page: number;
  /** The entry whose details are open. */
  entryId: number | null;
};

/** Specification, section 9: pending ones, newest first. */
export const DEFAULT_LIST_STATE: ListState = {
  search: '',
  status: 'pending',
  productId: null,
  delivery: null,
  sort: { by: 'created_at', order: 'DESC' },
  page: 1,
  entryId: null,
};

/** The order after the first click on a column. */
export const getDefaultOrder = (column: SortColumn): SortOrder => (column === 'created_at' ? 'DESC' : 'ASC');

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseListState(query: string): ListState {
  const params = new URLSearchParams(query);
  const parseOption = <Name extends string>(key: string, names: readonly Name[]): Name | null =>
    names.find((name) => name === params.get(key)) ?? null;
  const by = parseOption('sort', sortColumns) ?? DEFAULT_LIST_STATE.sort.by;
  const status = parseOption('status', [...waitingListStatuses, 'all'] as const);
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    status: status === 'all' ? null : (status ?? DEFAULT_LIST_STATE.status),
    productId: parsePositiveInteger(params.get('product')),
    delivery: parseOption('delivery', deliveries),
    sort: { by, order: parseOption('order', ['ASC', 'DESC']) ?? getDefaultOrder(by) },
    page: parsePositiveInteger(params.get('page')) ?? 1,
    entryId: parsePositiveInteger(params.get('entry')),
  };
}

function parsePositiveInteger(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** The address of a list state; what is as it is at first is left out. */
export function toListUrl(listState: ListState): string {
  const { search, status, productId, delivery, sort, page, entryId } = listState;
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (status !== DEFAULT_LIST_STATE.status) query.set('status', status ?? 'all');
  if (productId !== null) query.set('product', String(productId));
  if (delivery !== null) query.set('delivery', delivery);
  if (sort.by !== DEFAULT_LIST_STATE.sort.by) query.set('sort', sort.by);
  if (sort.order !== getDefaultOrder(sort.by)) query.set('order', sort.order);
  if (page > 1) query.set('page', String(page));
  if (entryId !== null) query.set('entry', String(entryId));
  return query.size > 0 ? `${paths.waitingListManager}?${query}` : paths.waitingListManager;
}

/** The address of the list without the details that are open: the same rows have the same key. */
export const toListKey = (listState: ListState): string => toListUrl({ ...listState, entryId: null });

/** Which entries a list state shows, on all its pages. */
export const toEntryFilter = ({ search, status, productId, delivery }: ListState): BulkEntriesFilter => ({
  search: search.trim() || undefined,
  status: status ?? undefined,
  productId: productId ?? undefined,
  delivery: delivery ?? undefined,
});

/** The filter and order of a list state, as the list and the export take them. */
export const toEntryQuery = (listState: ListState) => ({
  ...toEntryFilter(listState),
  sortBy: listState.sort.by,
  sortOrder: listState.sort.order,
});

export const countFilters = ({ status, productId, delivery }: ListState): number =>
  [status, productId, delivery].filter((value) => value !== null).length;

/** True when all that match are invited, on every page. */
export const isInvitedOnly = ({ status, delivery }: ListState): boolean => status === 'invited' || delivery !== null;

/** True for the rows that the screen shows at first: no search, no filter but pending. */
export const isDefaultFilter = ({ search, status, productId, delivery }: ListState): boolean =>
  search.trim() === '' && status === 'pending' && productId === null && delivery === null;
