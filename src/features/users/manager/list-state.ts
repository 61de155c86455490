import { type UserRole, userRoles } from '#api/domain/permissions.ts';
import { type PlanFilter, planFilters, type SignInFilter, signInFilters } from '#api/domain/user-filters.ts';
import { readListQuery, toListAddress } from '#src/lib/use-list-state.ts';
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
  plan: PlanFilter | null;
  lastLogin: SignInFilter | null;
  sort: Sort<SortColumn>;
  /** From 1. */
  page: number;
};

export const DEFAULT_LIST_STATE: ListState = {
  search: '',
  role: null,
  isBlacklisted: null,
  plan: null,
  lastLogin: null,
  sort: { by: 'last_login_at', order: 'DESC' },
  page: 1,
};

/** The order after the first click on a column. */
export const getDefaultOrder = (column: SortColumn): SortOrder =>
  column === 'email' || column === 'role' ? 'ASC' : 'DESC';

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseListState(query: string): ListState {
  const { readText, readOption, readPage } = readListQuery(query);
  const by = readOption('sort', sortColumns) ?? DEFAULT_LIST_STATE.sort.by;
  const blacklisted = readOption('isBlacklisted', ['true', 'false']);
  return {
    search: readText('search'),
    role: readOption('role', userRoles),
    isBlacklisted: blacklisted && blacklisted === 'true',
    plan: readOption('plan', planFilters),
    lastLogin: readOption('lastLogin', signInFilters),
    sort: { by, order: readOption('order', ['ASC', 'DESC']) ?? getDefaultOrder(by) },
    page: readPage(),
  };
}

/** The address of a list state; what is as it is at first is left out. */
export const toListUrl = ({ search, role, isBlacklisted, plan, lastLogin, sort, page }: ListState): string =>
  toListAddress(paths.userManager, {
    search,
    role,
    isBlacklisted: isBlacklisted !== null && String(isBlacklisted),
    plan,
    lastLogin,
    sort: sort.by !== DEFAULT_LIST_STATE.sort.by && sort.by,
    order: sort.order !== getDefaultOrder(sort.by) && sort.order,
    page: page > 1 && page,
  });

export const NO_FILTERS = { role: null, isBlacklisted: null, plan: null, lastLogin: null } as const;

export const countFilters = ({ role, isBlacklisted, plan, lastLogin }: ListState): number =>
  [role, isBlacklisted, plan, lastLogin].filter((value) => value !== null).length;

export const isFiltered = (listState: ListState): boolean =>
  listState.search.trim() !== '' || countFilters(listState) > 0;
