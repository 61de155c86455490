import { type RefObject, useCallback, useMemo, useRef } from 'react';
import type { Filter, ListDefinition } from '#api/domain/list-definition.ts';
import { getInitialFilters, isFiltered, type ListState, parseListState, toListUrl } from '#src/lib/list-address.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useClampedPage } from '#src/ui/crud/use-clamped-page.ts';
import { useSelection } from '#src/ui/tables/use-selection.ts';

type Filters = Record<string, Filter>;
/** `id` is the key of the row; only rows with a number can be selected. */
export type ListRow = { id: number | string };
/** What the server answered: the rows of the page, and how many there are on all pages. */
export type ListPage<Row extends ListRow> = { rows: readonly Row[]; total: number };

/** A list state in the address. `path` is where the screen is; a query in it stays. Both arguments are constants. */
export function useListAddress<Each extends Filters, Column extends string>(
  list: ListDefinition<Each, Column>,
  path: string,
) {
  const options = useMemo(
    () => ({
      parse: (query: string) => parseListState(list, query),
      toUrl: (state: ListState<Each, Column>) => toListUrl(list, path, state),
    }),
    [list, path],
  );
  const { listState: state, change: update } = useListState<ListState<Each, Column>>(options);
  /** Changes what the list shows, from its first page unless it is the page that changes, and closes the open row. */
  const change = useCallback(
    (next: Partial<ListState<Each, Column>>, how?: { isPush?: boolean }) => update({ open: '', ...next }, how),
    [update],
  );
  return {
    definition: list,
    state,
    change,
    toHref: (next: Partial<ListState<Each, Column>>) => options.toUrl({ ...state, page: 1, open: '', ...next }),
    /** The address without the row that is open: the same rows have the same key. */
    key: options.toUrl({ ...state, open: '' }),
    /** The address of the list with a row open. */
    toRowHref: (id: number | string) => options.toUrl({ ...state, open: String(id) }),
    open: (id: number | string | null) =>
      update({ open: id === null ? '' : String(id), page: state.page } as Partial<ListState<Each, Column>>),
    clear: () => change({ search: '', ...getInitialFilters(list) } as Partial<ListState<Each, Column>>),
  };
}

type Address<Each extends Filters, Column extends string> = ReturnType<typeof useListAddress<Each, Column>>;

/** The rows of a list state with all that its screen needs. The rows before stay until the next ones are here. */
export function useList<Each extends Filters, Column extends string, Page extends ListPage<ListRow>>(
  list: ListDefinition<Each, Column>,
  path: string,
  load: (state: ListState<Each, Column>, signal: AbortSignal) => Promise<Page>,
  /** For rows that change by themselves: how soon they are loaded again (ms); null is never. */
  pollAfter: (page: Page | null) => number | null = () => null,
) {
  const address = useListAddress(list, path);
  const query = useQuery(
    address.key,
    async (signal) => ({ page: await load(address.state, signal), state: address.state, key: address.key }),
    { keepsPrevious: true, pollAfter: (loaded) => pollAfter(loaded?.page ?? null) },
  );
  const { update } = query;
  return {
    ...useListRows<Each, Column, Page>(address, query),
    /** Changes what is shown before the server's new list is here. */
    update: (change: (page: Page) => Page) => update((loaded) => ({ ...loaded, page: change(loaded.page) })),
  };
}

type LoadedPage<Each extends Filters, Column extends string, Page> = {
  page: Page;
  /** The list state whose rows these are, and its key. */
  state: ListState<Each, Column>;
  key: string;
};
type ListQuery<Value> = {
  value: Value | null;
  error: string | null;
  isLoading: boolean;
  reload: () => void;
};

const NO_ROWS: readonly never[] = [];

/** The list of an address, of rows that the screen loads in a way of its own. */
export function useListRows<Each extends Filters, Column extends string, Page extends ListPage<ListRow>>(
  address: Address<Each, Column>,
  { value, error, isLoading, reload }: ListQuery<LoadedPage<Each, Column, Page>>,
) {
  const { definition, state, key, change } = address;
  const rows: Page['rows'] = value?.page.rows ?? NO_ROWS;
  const total = value?.page.total ?? 0;
  const isCurrent = value?.key === key;
  const clamp = useCallback(
    (next: { page: number }, how: { isPush: boolean }) => change(next as Partial<ListState<Each, Column>>, how),
    [change],
  );
  const isBeyondEnd = useClampedPage(state.page, isCurrent ? Math.ceil(total / definition.perPage) : null, clamp);
  return {
    ...address,
    error,
    isLoading,
    reload,
    /** What the server answered; null until it has. */
    page: value?.page ?? null,
    rows,
    total,
    isBeyondEnd,
    /** The rows in sight are those of a search or filter. */
    isFiltered: isFiltered(definition, value?.state ?? state),
    selection: useSelection<Page['rows'][number]['id']>(key, rows),
    searchRef: useRef<HTMLInputElement>(null),
    tableRef: useRef<HTMLTableElement>(null),
  };
}

/** A list as the kit reads it, whatever its filters. Methods, so that a list of certain filters is one. */
export type AnyList<Row extends ListRow = ListRow> = {
  definition: ListDefinition;
  state: Pick<ListState, 'search' | 'sort' | 'page' | 'open'>;
  change(next: Readonly<Record<string, unknown>>): void;
  toHref(next: Readonly<Record<string, unknown>>): string;
  clear(): void;
  rows: readonly Row[];
  total: number;
  error: string | null;
  isLoading: boolean;
  isBeyondEnd: boolean;
  isFiltered: boolean;
  reload(): void;
  selection: {
    selected: ReadonlySet<Row['id']>;
    isAllMatching: boolean;
    select(ids: readonly Row['id'][], isOn: boolean): void;
    selectAllMatching(isOn: boolean): void;
    clear(): void;
  };
  searchRef: RefObject<HTMLInputElement | null>;
  tableRef: RefObject<HTMLTableElement | null>;
};
