import type { Ref } from 'react';
import { type UserRole, userRoles } from '#api/domain/permissions.ts';
import { roleWords } from '#api/domain/role-words.ts';
import {
  type PlanFilter,
  planFilterLabels,
  planFilters,
  type SignInFilter,
  signInFilterLabels,
  signInFilters,
} from '#api/domain/user-filters.ts';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { FilterLine, type ListView } from '#src/ui/tables/FilterLine.tsx';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import type { SortOrder } from '#src/ui/tables/SortHeader.tsx';
import { countFilters, type ListState, NO_FILTERS, type SortColumn, toListUrl } from './list-state.ts';

type Counts = { all: number; by_role: Record<UserRole, number>; blacklisted: number };
type Props = {
  listState: ListState;
  /** Null until they are known. */
  counts: Counts | null;
  searchRef: Ref<HTMLInputElement>;
  onChange: (change: Partial<ListState>) => void;
};

type View = {
  label: string;
  role: UserRole | null;
  isBlacklisted: boolean | null;
  getCount: (counts: Counts) => number;
};

/** Other roles are found by the filter. */
const VIEWS: View[] = [
  { label: 'All', role: null, isBlacklisted: null, getCount: ({ all }) => all },
  { label: 'Admins', role: 'admin', isBlacklisted: null, getCount: ({ by_role: byRole }) => byRole.admin },
  { label: 'Blacklisted', role: null, isBlacklisted: true, getCount: ({ blacklisted }) => blacklisted },
];
const ROLE_OPTIONS = [
  { value: '', label: 'All roles' },
  ...userRoles.map((value) => ({ value, label: roleWords[value].label })),
];

const PLAN_OPTIONS = [
  { value: '', label: 'All plans' },
  ...planFilters.map((value) => ({ value, label: planFilterLabels[value] ?? value })),
];
const SIGN_IN_OPTIONS = [
  { value: '', label: 'Any time' },
  ...signInFilters.map((value) => ({ value, label: signInFilterLabels[value] })),
];

const SORT_OPTIONS = [
  { value: 'last_login_at DESC', label: 'Last login, newest first' },
  { value: 'last_login_at ASC', label: 'Last login, oldest first' },
  { value: 'created_at DESC', label: 'Created, newest first' },
  { value: 'created_at ASC', label: 'Created, oldest first' },
  { value: 'email ASC', label: 'Email, A to Z' },
  { value: 'email DESC', label: 'Email, Z to A' },
  { value: 'role ASC', label: 'Role, A to Z' },
  { value: 'role DESC', label: 'Role, Z to A' },
];

/** The line above the list: views, search, role, blacklist, plan, last login and order. */
export function UserFilters({ listState, counts, searchRef, onChange }: Props) {
  const views = VIEWS.map(({ label, role, isBlacklisted, getCount }): ListView => {
    // A view is all of its rows: the count beside it knows no plan and no last login.
    const view = { ...NO_FILTERS, role, isBlacklisted };
    const isCurrent = toListUrl({ ...listState, ...view }) === toListUrl(listState);
    return {
      label,
      count: counts && getCount(counts),
      isCurrent,
      href: toListUrl({ ...listState, ...view, page: 1 }),
      onOpen: () => onChange(view),
    };
  });
  return (
    <FilterLine
      label="Users"
      viewsBy="role and blacklist"
      views={views}
      search={
        <SearchField
          label="Search users"
          placeholder="Search users"
          value={listState.search}
          inputRef={searchRef}
          onSearch={(search) => onChange({ search })}
        />
      }
      filters={<UserFilterFields listState={listState} onChange={onChange} />}
      activeFilterCount={countFilters(listState)}
    />
  );
}

function UserFilterFields({ listState, onChange }: Pick<Props, 'listState' | 'onChange'>) {
  const { role, isBlacklisted, plan, lastLogin, sort } = listState;
  return (
    <>
      <FilterSelect
        label="Role"
        options={ROLE_OPTIONS}
        value={role ?? ''}
        onChange={(value) => onChange({ role: value === '' ? null : (value as UserRole) })}
      />
      <FilterSelect
        label="Blacklist"
        options={[
          { value: '', label: 'All users' },
          { value: 'true', label: 'Blacklisted' },
          { value: 'false', label: 'Not blacklisted' },
        ]}
        value={isBlacklisted === null ? '' : String(isBlacklisted)}
        onChange={(value) => onChange({ isBlacklisted: value === '' ? null : value === 'true' })}
      />
      <FilterSelect
        label="Plan"
        options={PLAN_OPTIONS}
        value={plan ?? ''}
        onChange={(value) => onChange({ plan: value === '' ? null : (value as PlanFilter) })}
      />
      <FilterSelect
        label="Last login"
        options={SIGN_IN_OPTIONS}
        value={lastLogin ?? ''}
        onChange={(value) => onChange({ lastLogin: value === '' ? null : (value as SignInFilter) })}
      />
      <FilterSelect
        label="Sort by"
        isOrder
        options={SORT_OPTIONS}
        value={`${sort.by} ${sort.order}`}
        onChange={(value) => {
          const [by, order] = value.split(' ') as [SortColumn, SortOrder];
          onChange({ sort: { by, order } });
        }}
      />
    </>
  );
}
