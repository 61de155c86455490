import type { BulkFilter } from '#api/features/blogs/blogs.contract.ts';
import type { Sort, SortOrder } from '#src/ui/tables/SortHeader.tsx';
import { readListQuery, toListAddress } from '#src/lib/use-list-state.ts';
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
  /** The name of the author; empty for all. */
  author: string;
  sort: Sort<SortColumn>;
  /** From 1. */
  page: number;
};

export const DEFAULT_LIST_STATE: ListState = {
  isTrash: false,
  search: '',
  status: null,
  categoryId: null,
  author: '',
  sort: { by: 'updated_at', order: 'DESC' },
  page: 1,
};

/** The order after the first click on a column. */
export const getDefaultOrder = (column: SortColumn): SortOrder =>
  column === 'title' || column === 'status' ? 'ASC' : 'DESC';

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseListState(query: string): ListState {
  const { readText, readOption, readNumber, readPage } = readListQuery(query);
  const by = readOption('sort', sortColumns) ?? DEFAULT_LIST_STATE.sort.by;
  return {
    isTrash: readText('view') === 'trash',
    search: readText('search'),
    status: readOption('status', statusFilters),
    categoryId: readNumber('category'),
    author: readText('author', 100),
    sort: { by, order: readOption('order', ['ASC', 'DESC']) ?? getDefaultOrder(by) },
    page: readPage(),
  };
}

/** The address of a list state; what is as it is at first is left out. */
export const toListUrl = ({ isTrash, search, status, categoryId, author, sort, page }: ListState): string =>
  toListAddress(paths.blogManager, {
    view: isTrash && 'trash',
    search,
    status,
    category: categoryId,
    author,
    sort: sort.by !== DEFAULT_LIST_STATE.sort.by && sort.by,
    order: sort.order !== getDefaultOrder(sort.by) && sort.order,
    page: page > 1 && page,
  });

/** The query of the call that lists the posts of a list state. */
export const toListQuery = ({ page, sort, ...filter }: ListState) => ({
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
  ...toBulkFilter(filter),
  sortBy: sort.by,
  sortOrder: sort.order,
});

/** Which posts a list state shows, on all its pages. */
export const toBulkFilter = ({
  search,
  status,
  categoryId,
  author,
}: Pick<ListState, 'search' | 'status' | 'categoryId' | 'author'>): BulkFilter => ({
  search: search.trim() || undefined,
  status: status ?? undefined,
  categoryId: categoryId ?? undefined,
  author: author || undefined,
});

/** How many filters narrow the list, besides its view and the search. */
export const countFilters = ({ categoryId, author }: ListState) => Number(categoryId !== null) + Number(author !== '');

export const isFiltered = (listState: ListState) =>
  listState.search.trim() !== '' || (!listState.isTrash && (listState.status !== null || countFilters(listState) > 0));
