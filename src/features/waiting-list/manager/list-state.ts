import { type WaitingListStatus, waitingListStatuses } from '#api/domain/enums.ts';
import type { BulkEntriesFilter } from '#api/features/waiting-list/decisions/decisions.contract.ts';
import { readListQuery, toListAddress } from '#src/lib/use-list-state.ts';
import { paths } from '#src/lib/paths.ts';
import type { Sort, SortOrder } from '#src/ui/tables/SortHeader.tsx';

export const PAGE_SIZE = 20;

const sortColumns = ['created_at', 'email', 'first_name'] as const;
export type SortColumn = (typeof sortColumns)[number];

/** What became of the invitation email. */
const deliveries = ['waiting', 'sent', 'failed'] as const;
export type Delivery = (typeof deliveries)[number];

/** The state of the list, all of it in the address. */
export type ListState = {
  search: string;
  /** Null for all. */
  status: WaitingListStatus | null;
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
  const { readText, readOption, readNumber, readPage } = readListQuery(query);
  const by = readOption('sort', sortColumns) ?? DEFAULT_LIST_STATE.sort.by;
  const status = readOption('status', [...waitingListStatuses, 'all'] as const);
  return {
    search: readText('search'),
    status: status === 'all' ? null : (status ?? DEFAULT_LIST_STATE.status),
    productId: readNumber('product'),
    delivery: readOption('delivery', deliveries),
    sort: { by, order: readOption('order', ['ASC', 'DESC']) ?? getDefaultOrder(by) },
    page: readPage(),
    entryId: readNumber('entry'),
  };
}

/** The address of a list state; what is as it is at first is left out. */
export const toListUrl = ({ search, status, productId, delivery, sort, page, entryId }: ListState): string =>
  toListAddress(paths.waitingListManager, {
    search,
    status: status !== DEFAULT_LIST_STATE.status && (status ?? 'all'),
    product: productId,
    delivery,
    sort: sort.by !== DEFAULT_LIST_STATE.sort.by && sort.by,
    order: sort.order !== getDefaultOrder(sort.by) && sort.order,
    page: page > 1 && page,
    entry: entryId,
  });

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
