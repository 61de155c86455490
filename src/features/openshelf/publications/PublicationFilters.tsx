import type { Ref } from 'react';
import type { PublicationStatus } from '#api/domain/publication-states.ts';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import { formatStatus } from '#src/features/openshelf/publication-labels.ts';
import { toCategoryOptions, useCategories } from '#src/features/openshelf/use-categories.ts';
import { FILTER_STATUSES, type ManagerState } from './manager-state.ts';

type Props = {
  listState: ManagerState;
  searchRef: Ref<HTMLInputElement>;
  onChange: (change: Partial<ManagerState>) => void;
};

/** The line above the list: search, status and category. */
export function PublicationFilters({ listState, searchRef, onChange }: Props) {
  const { search, status, category } = listState;
  const categories = useCategories();
  const statuses: PublicationStatus[] = [...new Set([...FILTER_STATUSES, ...(status ? [status] : [])])];
  return (
    <FilterLine
      label="Publications"
      search={
        <SearchField
          label="Search publications"
          placeholder="Search by title, author, or description..."
          value={search}
          inputRef={searchRef}
          onSearch={(text) => onChange({ search: text })}
        />
      }
      filters={
        <>
          <FilterSelect
            label="Status"
            options={[
              { value: '', label: 'All statuses' },
              ...statuses.map((value) => ({ value, label: formatStatus(value) })),
            ]}
            value={status ?? ''}
            onChange={(value) => onChange({ status: value === '' ? null : (value as PublicationStatus) })}
          />
          <FilterSelect
            label="Category"
            options={toCategoryOptions(categories, category)}
            value={category ?? ''}
            onChange={(value) => onChange({ category: value || null })}
          />
        </>
      }
      activeFilterCount={Number(status !== null) + Number(category !== null)}
    />
  );
}
