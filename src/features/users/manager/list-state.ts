import { type UserRole, userRoles } from '#api/domain/permissions.ts';
import { paths } from '#src/lib/paths.ts';
import type { Sort, SortOrder } from '#src/ui/tables/SortHeader.tsx';

export const PAGE_SIZE = 20;

export const sortColumns = ['email', 'role', 'last_login_at', 'created_at'] as const;
export type SortColumn = (typeof sortColumns)[number];

/** The state of the list, all of it in the address: a link shows the same rows, Back the previous ones. */
export type ListState = {
  search: string;
  role: UserRole | null;
  isBlacklisted: boolean | null;
  sort: Sort<SortColumn>;
  /** From 1. */
  page: number;
};

export const DEFAULT_LIST_STATE: ListState = {
  search: '',
  role: null,
  isBlacklisted: null,
  sort: { by: 'last_login_at', order: 'DESC' },
  page: 1,
};

/** The order after the first click on a column. */
export const getDefaultOrder = (column: SortColumn): SortOrder =>
  column === 'email' || column === 'role' ? 'ASC' : 'DESC';

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseListState(query: string): ListState {
  const params = new URLSearchParams(query);
  const parseOption = <Name extends string>(key: string, names: readonly Name[]): Name | null =>
    names.find((name) => name === params.get(key)) ?? null;
  const by = parseOption('sort', sortColumns) ?? DEFAULT_LIST_STATE.sort.by;
  const blacklisted = parseOption('isBlacklisted', ['true', 'false']);
  const page = params.get('page') ?? '';
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    role: parseOption('role', userRoles),
    isBlacklisted: blacklisted && blacklisted === 'true',
    sort: { by, order: parseOption('order', ['ASC', 'DESC']) ?? getDefaultOrder(by) },
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a list state; what is as it is at first is left out. */
export function toListUrl({ search, role, isBlacklisted, sort, page }: ListState): string {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (role) query.set('role', role);
  if (isBlacklisted !== null) query.set('isBlacklisted', String(isBlacklisted));
  if (sort.by !== DEFAULT_LIST_STATE.sort.by) query.set('sort', sort.by);
  if (sort.order !== getDefaultOrder(sort.by)) query.set('order', sort.order);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${paths.userManager}?${query}` : paths.userManager;
}

export const isFiltered = ({ search, role, isBlacklisted }: ListState) =>
  search.trim() !== '' || role !== null || isBlacklisted !== null;
