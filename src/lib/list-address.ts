import type { Filter, FilterValue, ListDefinition, SortOrder } from '#api/domain/list-definition.ts';

type Filters = Record<string, Filter>;
export type Sort<Column extends string = string> = { by: Column; order: SortOrder };

/** The values of the filters of a list, null where they are off. */
export type FilterState<Each extends Filters> = { [Name in keyof Each]: FilterValue<Each[Name]> | null };

/** What a list shows, all of it in the address: a link shows the same rows, Back the previous ones. */
export type ListState<Each extends Filters = Filters, Column extends string = string> = FilterState<Each> & {
  search: string;
  sort: Sort<Column>;
  /** From 1. */
  page: number;
  /** The id of the row whose details are open, as text; empty for none. */
  open: string;
};

/** The state of a list that is declared. */
export type StateOf<List> = List extends ListDefinition<infer Each, infer Column> ? ListState<Each, Column> : never;

const MAX_PAGE_DIGITS = 6;
const MAX_LENGTH = 200;

const readNumber = (text: string, maxDigits = 15): number | null =>
  /^[1-9]\d*$/.test(text) && text.length <= maxDigits ? Number(text) : null;

/** What the filters of a list are at first. */
export const getInitialFilters = <Each extends Filters>({ filters }: { filters: Each }): FilterState<Each> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, filter.kind === 'choice' ? filter.initial : null]),
  ) as FilterState<Each>;

function readFilter(filter: Filter, text: string): string | number | null {
  if (filter.kind === 'id') return readNumber(text);
  if (filter.kind === 'text') return text && (filter.pattern?.test(text) ?? true) ? text : null;
  if (text === 'all') return null;
  return filter.values.find((value) => value === text) ?? filter.initial;
}

/** Reads the query of an address. What it does not understand is left as it is at first. */
export function parseListState<Each extends Filters, Column extends string>(
  list: ListDefinition<Each, Column>,
  query: string,
): ListState<Each, Column> {
  const params = new URLSearchParams(query);
  const read = (name: string) => (params.get(name) ?? '').slice(0, MAX_LENGTH);
  const columns = Object.keys(list.sort) as Column[];
  // A list without an order has no column; nothing reads its sort then.
  const by = columns.find((column) => column === read('sort')) ?? (columns[0] as Column);
  const order = (['ASC', 'DESC'] as const).find((each) => each === read('order'));
  const filters = Object.entries(list.filters).map(([name, filter]) => [
    name,
    readFilter(filter, read(filter.parameter ?? name)),
  ]);
  return {
    ...(Object.fromEntries(filters) as FilterState<Each>),
    search: list.search ? read('search') : '',
    sort: { by, order: order ?? list.sort[by]?.first ?? 'DESC' },
    page: readNumber(read('page'), MAX_PAGE_DIGITS) ?? 1,
    open: list.opens ? read(list.opens) : '',
  };
}

/** The address of a list state; what is as it is at first is left out. `path` may have a query of its own. */
export function toListUrl<Each extends Filters, Column extends string>(
  list: ListDefinition<Each, Column>,
  path: string,
  state: ListState<Each, Column>,
): string {
  const [pathname = '', base] = path.split('?');
  const query = new URLSearchParams(base);
  const set = (name: string, value: string | number | null) => value && query.set(name, String(value));
  set('search', state.search);
  for (const [name, filter] of Object.entries(list.filters)) {
    const value = (state as Record<string, string | number | null>)[name] ?? null;
    const initial = filter.kind === 'choice' ? filter.initial : null;
    if (value !== initial) set(filter.parameter ?? name, value ?? 'all');
  }
  const { by, order } = state.sort;
  if (by !== Object.keys(list.sort)[0]) set('sort', by);
  if (order !== list.sort[by]?.first) set('order', list.sort[by] ? order : null);
  set('page', state.page > 1 ? state.page : null);
  if (list.opens) set(list.opens, state.open);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

type Query<Value> = { [Name in keyof Value]: Exclude<Value[Name], null> | undefined };

/** Search and filters of a list state, as the API takes them: which rows it shows, on all its pages. */
export function toFilterQuery<Each extends Filters, Column extends string>(
  list: ListDefinition<Each, Column>,
  state: ListState<Each, Column>,
): Query<FilterState<Each>> & { search: string | undefined } {
  const values = state as Record<string, unknown>;
  const filters = Object.keys(list.filters).map((name) => [name, values[name] ?? undefined]);
  return { search: state.search.trim() || undefined, ...(Object.fromEntries(filters) as Query<FilterState<Each>>) };
}

/** A list state as the API takes it; `page` and `limit` first. */
export const toListQuery = <Each extends Filters, Column extends string>(
  list: ListDefinition<Each, Column>,
  state: ListState<Each, Column>,
) => ({ page: state.page, limit: list.perPage, ...toFilterQuery(list, state), ...toOrderQuery(list, state) });

/** A list state as its export takes it: all that match, or some ids. */
export const toExportQuery = <Each extends Filters, Column extends string>(
  list: ListDefinition<Each, Column>,
  state: ListState<Each, Column>,
  ids?: readonly number[],
) => ({ ...(ids ? { ids: ids.join(',') } : toFilterQuery(list, state)), ...toOrderQuery(list, state) });

function toOrderQuery<Column extends string>(
  list: Pick<ListDefinition<Filters, Column>, 'sort'>,
  { sort }: { sort: Sort<Column> },
): { sortBy?: Column; sortOrder?: SortOrder } {
  return Object.keys(list.sort).length > 0 ? { sortBy: sort.by, sortOrder: sort.order } : {};
}

/** True where a list state shows other rows than the list at first. */
export function isFiltered<Each extends Filters, Column extends string>(
  list: ListDefinition<Each, Column>,
  state: ListState<Each, Column>,
): boolean {
  const initial: Record<string, unknown> = getInitialFilters(list);
  const values: Record<string, unknown> = state;
  return state.search.trim() !== '' || Object.keys(initial).some((name) => values[name] !== initial[name]);
}
