import type { Ref } from 'react';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import type { SortOrder } from '#src/ui/tables/SortHeader.tsx';
import { useQuery } from '#src/lib/use-query.ts';
import { api } from '#src/lib/api-client.ts';
import { createListLoader } from '#src/ui/crud/fetch-list.ts';
import { type SortColumn, type StatusFilter, statusFilters, type ListState } from './list-state.ts';

type Props = { listState: ListState; onChange: (change: Partial<ListState>) => void; searchRef: Ref<HTMLInputElement> };

const STATUS_OPTIONS = [
  { value: '', label: 'All statuses' },
  ...statusFilters.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
];

/** On the phone there are no heads of columns to press. */
const SORT_OPTIONS = [
  { value: 'updated_at DESC', label: 'Last changed first' },
  { value: 'updated_at ASC', label: 'Longest unchanged first' },
  { value: 'title ASC', label: 'Title, A to Z' },
  { value: 'title DESC', label: 'Title, Z to A' },
  { value: 'published_at DESC', label: 'Last published first' },
  { value: 'published_at ASC', label: 'First published first' },
  { value: 'status ASC', label: 'Status, A to Z' },
  { value: 'status DESC', label: 'Status, Z to A' },
];

const loadCategories = createListLoader(
  (options) => api.get('/api/categories/with-counts', options),
  'Failed to fetch categories',
);

/** What narrows the list down. The trash has the search only. */
export function PostFilters({ listState, onChange, searchRef }: Props) {
  const { state } = useQuery('categories', loadCategories);
  const categories = state.status === 'loaded' ? state.value : [];
  const categoryOptions = [
    { value: '', label: 'All categories' },
    ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const isUnknown = listState.categoryId !== null && !categories.some(({ id }) => id === listState.categoryId);
  if (isUnknown)
    categoryOptions.push({ value: String(listState.categoryId), label: `Category ${listState.categoryId}` });
  const sortBy = (value: string) => {
    const [by, order] = value.split(' ') as [SortColumn, SortOrder];
    onChange({ sort: { by, order } });
  };
  return (
    <div className="filters">
      <SearchField
        label={listState.isTrash ? 'Search the trash' : 'Search posts'}
        placeholder="Words of a post"
        value={listState.search}
        inputRef={searchRef}
        onSearch={(search) => onChange({ search })}
      />
      {!listState.isTrash && (
        <>
          <SelectField
            label="Status"
            options={STATUS_OPTIONS}
            value={listState.status ?? ''}
            onChange={(event) => onChange({ status: (event.target.value || null) as StatusFilter | null })}
          />
          <SelectField
            label="Category"
            options={categoryOptions}
            value={listState.categoryId === null ? '' : String(listState.categoryId)}
            onChange={(event) => onChange({ categoryId: Number(event.target.value) || null })}
          />
          <SelectField
            label="Sort by"
            className="cards-only"
            options={SORT_OPTIONS}
            value={`${listState.sort.by} ${listState.sort.order}`}
            onChange={(event) => sortBy(event.target.value)}
          />
        </>
      )}
    </div>
  );
}
