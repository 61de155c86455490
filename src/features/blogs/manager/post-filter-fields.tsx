import { useQuery } from '#src/lib/use-query.ts';
import { api, formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import { fetchAuthors, type PostListState } from './posts-api.ts';

type Props = { state: PostListState; onChange: (change: Partial<PostListState>) => void };

export const loadCategories = (signal: AbortSignal) => api.get('/api/categories/with-counts', { signal });

/** Without the categories the other filters work: nothing takes their place, so a toast says why they are missing. */
const loadCategoryFilter = (signal: AbortSignal) =>
  loadCategories(signal).catch((error: unknown) => {
    if (!signal.aborted) showToast('Failed to fetch categories', 'error', { note: formatError(error) });
    throw error;
  });

/** The filters whose choices the server knows. */
export const createPostFilterFields = (props: Props) => ({
  categoryId: <CategoryField key="category" {...props} />,
  tagId: <TagField key="tag" {...props} />,
  author: <AuthorField key="author" {...props} />,
});

function CategoryField({ state: { categoryId }, onChange }: Props) {
  const { state } = useQuery('category filter', loadCategoryFilter);
  const categories = state.status === 'loaded' ? state.value : [];
  const options = [
    { value: '', label: 'All categories' },
    ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const isUnknown = categoryId !== null && !categories.some(({ id }) => id === categoryId);
  if (isUnknown) options.push({ value: String(categoryId), label: String(categoryId) });
  return (
    <FilterSelect
      label="Category"
      options={options}
      value={categoryId === null ? '' : String(categoryId)}
      onChange={(value) => onChange({ categoryId: Number(value) || null })}
    />
  );
}

/** Not there as long as there are no tags. */
function TagField({ state: { tagId }, onChange }: Props) {
  const { state } = useQuery('tag filter', (signal) => api.get('/api/tags', { signal }));
  const tags = state.status === 'loaded' ? state.value : [];
  const isUnknown = tagId !== null && !tags.some(({ id }) => id === tagId);
  if (tags.length === 0 && !isUnknown) return null;
  const options = [
    { value: '', label: 'All tags' },
    ...tags.map(({ id, name }) => ({ value: String(id), label: name })),
    ...(isUnknown ? [{ value: String(tagId), label: String(tagId) }] : []),
  ];
  return (
    <FilterSelect
      label="Tag"
      options={options}
      value={tagId === null ? '' : String(tagId)}
      onChange={(value) => onChange({ tagId: Number(value) || null })}
    />
  );
}

function AuthorField({ state: { author }, onChange }: Props) {
  const { state } = useQuery('authors', fetchAuthors);
  const names = new Set(state.status === 'loaded' ? state.value : []);
  // The author of the address is named at once, before the others are loaded.
  if (author) names.add(author);
  return (
    <FilterSelect
      label="Author"
      options={[{ value: '', label: 'All authors' }, ...[...names].map((name) => ({ value: name, label: name }))]}
      value={author ?? ''}
      onChange={(name) => onChange({ author: name || null })}
    />
  );
}
