import type { Ref } from 'react';
import type { UserRole } from '#api/domain/permissions.ts';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { FilterLine, type ListView } from '#src/ui/tables/FilterLine.tsx';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import type { SortOrder } from '#src/ui/tables/SortHeader.tsx';
import { type ListState, type SortColumn, toListUrl } from './list-state.ts';

type Counts = { all: number; admins: number; blacklisted: number };
type Props = {
  listState: ListState;
  /** Null until they are known. */
  counts: Counts | null;
  searchRef: Ref<HTMLInputElement>;
  onChange: (change: Partial<ListState>) => void;
};

const VIEWS: { label: string; count: keyof Counts; role: UserRole | null; isBlacklisted: boolean | null }[] = [
  { label: 'All', count: 'all', role: null, isBlacklisted: null },
  { label: 'Admins', count: 'admins', role: 'admin', isBlacklisted: null },
  { label: 'Blacklisted', count: 'blacklisted', role: null, isBlacklisted: true },
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

/** The line above the list: views, search, role, blacklist and order. */
export function UserFilters({ listState, counts, searchRef, onChange }: Props) {
  const views = VIEWS.map(({ label, count, role, isBlacklisted }): ListView => {
    const isCurrent = listState.role === role && listState.isBlacklisted === isBlacklisted;
    return {
      ...{ label, count: counts?.[count] ?? null, isCurrent },
      href: toListUrl({ ...listState, page: 1, role, isBlacklisted }),
      onOpen: () => onChange({ role, isBlacklisted }),
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
      activeFilterCount={Number(listState.role !== null) + Number(listState.isBlacklisted !== null)}
    />
  );
}

function UserFilterFields({ listState, onChange }: Pick<Props, 'listState' | 'onChange'>) {
  const { role, isBlacklisted, sort } = listState;
  return (
    <>
      <FilterSelect
        label="Role"
        options={[
          { value: '', label: 'All roles' },
          { value: 'admin', label: 'Admin' },
          { value: 'user', label: 'User' },
        ]}
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
