import { DEFAULT_PUBLICATION_CATEGORIES } from '#api/domain/publication-states.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { fetchCategories } from './openshelf-api.ts';

/** The names of the top-level categories; the seven default ones until they are loaded, and when that fails. */
export function useCategories(): readonly string[] {
  const { state } = useQuery('openshelf categories', fetchCategories);
  if (state.status !== 'loaded') return DEFAULT_PUBLICATION_CATEGORIES;
  return state.value.filter(({ parent_id: parentId }) => parentId === null).map(({ name }) => name);
}

/** The options of a filter; the chosen one is among them even when there is no such category. */
export const toCategoryOptions = (categories: readonly string[], chosen: string | null) => [
  { value: '', label: 'All categories' },
  ...[...new Set([...categories, ...(chosen === null ? [] : [chosen])])].map((name) => ({ value: name, label: name })),
];
