import type { Ref } from 'react';
import type { BlogCountsJson } from '#api/features/blogs/blogs.contract.ts';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { FilterLine, type ListView } from '#src/ui/tables/FilterLine.tsx';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import type { SortOrder } from '#src/ui/tables/SortHeader.tsx';
import { useQuery } from '#src/lib/use-query.ts';
import { api, formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { fetchAuthors } from './posts-api.ts';
import {
  countFilters,
  DEFAULT_LIST_STATE,
  type SortColumn,
  type StatusFilter,
  toListUrl,
  type ListState,
} from './list-state.ts';

type Props = {
  listState: ListState;
  /** Null until they are known. */
  counts: BlogCountsJson | null;
  onChange: (change: Partial<ListState>) => void;
  searchRef: Ref<HTMLInputElement>;
};

const STATUS_VIEWS: { label: string; status: StatusFilter | null }[] = [
  { label: 'All', status: null },
  { label: 'Published', status: 'published' },
  { label: 'Drafts', status: 'draft' },
  { label: 'Scheduled', status: 'scheduled' },
  { label: 'Archived', status: 'archived' },
];

const SORT_OPTIONS = [
  { value: 'updated_at DESC', label: 'Recently updated' },
  { value: 'updated_at ASC', label: 'Least recently updated' },
  { value: 'published_at DESC', label: 'Newest published' },
  { value: 'published_at ASC', label: 'Oldest published' },
  { value: 'title ASC', label: 'Title, A to Z' },
  { value: 'title DESC', label: 'Title, Z to A' },
  { value: 'status ASC', label: 'Status, A to Z' },
  { value: 'status DESC', label: 'Status, Z to A' },
];

/** The views of the posts, by status, and the trash; each a link, so that it opens in a tab of its own as well. */
function listViews({ listState, counts, onChange }: Pick<Props, 'listState' | 'counts' | 'onChange'>): ListView[] {
  const toView = (label: string, count: number | undefined, change: Partial<ListState>, isCurrent: boolean) => ({
    label,
    count: count ?? null,
    isCurrent,
    href: toListUrl({ ...listState, page: 1, ...change }),
    onOpen: () => !isCurrent && onChange(change),
  });
  const statusViews = STATUS_VIEWS.map(({ label, status }) => {
    const change = listState.isTrash ? { ...DEFAULT_LIST_STATE, status } : { status };
    return toView(label, counts?.[status ?? 'all'], change, !listState.isTrash && listState.status === status);
  });
  return [...statusViews, toView('Trash', counts?.trash, { ...DEFAULT_LIST_STATE, isTrash: true }, listState.isTrash)];
}

/** The line above the list: views, search, category, author and order. The trash has the search only. */
export function PostFilters({ listState, counts, onChange, searchRef }: Props) {
  const searchLabel = listState.isTrash ? 'Search trash' : 'Search posts';
  return (
    <FilterLine
      label="Posts"
      views={listViews({ listState, counts, onChange })}
      search={
        <SearchField
          label={searchLabel}
          placeholder={searchLabel}
          value={listState.search}
          inputRef={searchRef}
          onSearch={(search) => onChange({ search })}
        />
      }
      filters={!listState.isTrash && <PostFilterFields listState={listState} onChange={onChange} />}
      activeFilterCount={countFilters(listState)}
    />
  );
}

export const loadCategories = (signal: AbortSignal) => api.get('/api/categories/with-counts', { signal });

/** Without the categories the other filters work: nothing takes their place, so a toast says why they are missing. */
const loadCategoryFilter = (signal: AbortSignal) =>
  loadCategories(signal).catch((error: unknown) => {
    if (!signal.aborted) showToast('Failed to fetch categories', 'error', { note: formatError(error) });
    throw error;
  });

function PostFilterFields({ listState, onChange }: Pick<Props, 'listState' | 'onChange'>) {
  const { state } = useQuery('categories', loadCategoryFilter);
  const authors = useQuery('authors', fetchAuthors).state;
  const categories = state.status === 'loaded' ? state.value : [];
  const options = [
    { value: '', label: 'All categories' },
    ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const isUnknown = listState.categoryId !== null && !categories.some(({ id }) => id === listState.categoryId);
  if (isUnknown) options.push({ value: String(listState.categoryId), label: String(listState.categoryId) });
  const authorNames = new Set(authors.status === 'loaded' ? authors.value : []);
  // The author of the address is named at once, before the others are loaded.
  if (listState.author) authorNames.add(listState.author);
  const sortBy = (value: string) => {
    const [by, order] = value.split(' ') as [SortColumn, SortOrder];
    onChange({ sort: { by, order } });
  };
  return (
    <>
      <FilterSelect
        label="Category"
        options={options}
        value={listState.categoryId === null ? '' : String(listState.categoryId)}
        onChange={(value) => onChange({ categoryId: Number(value) || null })}
      />
      <FilterSelect
        label="Author"
        options={[
          { value: '', label: 'All authors' },
          ...[...authorNames].map((name) => ({ value: name, label: name })),
        ]}
        value={listState.author}
        onChange={(author) => onChange({ author })}
      />
      <FilterSelect
        label="Sort by"
        isOrder
        options={SORT_OPTIONS}
        value={`${listState.sort.by} ${listState.sort.order}`}
        onChange={sortBy}
      />
    </>
  );
}
