import type { Sort, SortOrder } from '#src/ui/tables/SortHeader.tsx';
import { paths } from '#src/lib/paths.ts';

export const PAGE_SIZE = 20;

export const sortColumns = ['updated_at', 'title', 'status', 'published_at'] as const;
export type SortColumn = (typeof sortColumns)[number];

export const statusFilters = ['draft', 'published', 'scheduled', 'archived'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** The state of the list, all of it in the URL: a link shows the same rows, Back the previous ones. */
export type ListState = {
  isTrash: boolean;
  search: string;
  status: StatusFilter | null;
  categoryId: number | null;
  sort: Sort<SortColumn>;
  /** From 1. */
  page: number;
};

export const DEFAULT_LIST_STATE: ListState = {
  isTrash: false,
  search: '',
  status: null,
  categoryId: null,
  sort: { by: 'updated_at', order: 'DESC' },
  page: 1,
};

/** The order after the first click on a column. */
export const getDefaultOrder = (column: SortColumn): SortOrder =>
  column === 'title' || column === 'status' ? 'ASC' : 'DESC';

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseListState(query: string): ListState {
  const params = new URLSearchParams(query);
  const parseOption = <Name extends string>(key: string, names: readonly Name[]): Name | null =>
    names.find((name) => name === params.get(key)) ?? null;
  const by = parseOption('sort', sortColumns) ?? DEFAULT_LIST_STATE.sort.by;
  return {
    isTrash: params.get('view') === 'trash',
    search: (params.get('search') ?? '').slice(0, 200),
    status: parseOption('status', statusFilters),
    categoryId: parsePositiveInteger(params.get('category')),
    sort: { by, order: parseOption('order', ['ASC', 'DESC']) ?? getDefaultOrder(by) },
    page: parsePositiveInteger(params.get('page')) ?? 1,
  };
}

function parsePositiveInteger(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** The address of a list state; what is as it is at first is left out. */
export function toListUrl(listState: ListState): string {
  const query = new URLSearchParams();
  if (listState.isTrash) query.set('view', 'trash');
  if (listState.search) query.set('search', listState.search);
  if (listState.status) query.set('status', listState.status);
  if (listState.categoryId) query.set('category', String(listState.categoryId));
  if (listState.sort.by !== DEFAULT_LIST_STATE.sort.by) query.set('sort', listState.sort.by);
  if (listState.sort.order !== getDefaultOrder(listState.sort.by)) query.set('order', listState.sort.order);
  if (listState.page > 1) query.set('page', String(listState.page));
  return query.size > 0 ? `${paths.blogManager}?${query}` : paths.blogManager;
}

/** The query of the call that lists the posts of a list state. */
export const toListQuery = ({ page, search, status, categoryId, sort }: ListState) => ({
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
  search: search.trim() || undefined,
  status: status ?? undefined,
  categoryId: categoryId ?? undefined,
  sortBy: sort.by,
  sortOrder: sort.order,
});

export const isFiltered = (listState: ListState) =>
  listState.search.trim() !== '' ||
  (!listState.isTrash && (listState.status !== null || listState.categoryId !== null));
