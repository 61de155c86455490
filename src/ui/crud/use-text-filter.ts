import { normalizeForSearch } from '#src/lib/highlight.ts';
import { useQueryParameter } from '#src/lib/use-query-parameter.ts';

/** The items whose text holds every word of the search in the address, whatever its case and accents. */
export function useTextFilter<Item>(items: readonly Item[], toText: (item: Item) => string) {
  const [query, setQuery] = useQueryParameter('search', { isTyped: true });
  return { query, setQuery, matches: filterByText(items, query, toText), isFiltered: query.trim() !== '' };
}

export function filterByText<Item>(items: readonly Item[], query: string, toText: (item: Item) => string) {
  const terms = normalizeForSearch(query).split(/\s+/).filter(Boolean);
  if (terms.length === 0) return items;
  return items.filter((item) => {
    const text = normalizeForSearch(toText(item));
    return terms.every((word) => text.includes(word));
  });
}
