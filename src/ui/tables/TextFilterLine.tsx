import { formatCount } from '#api/domain/plurals.ts';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import type { Shortcut } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { FilterLine } from './FilterLine.tsx';
import { NoMatches } from './NoMatches.tsx';

type Props = {
  /** Singular and plural of the items: 'category', 'categories'. */
  noun: string;
  nouns: string;
  total: number;
  filter: { query: string; setQuery: (query: string) => void; matches: readonly unknown[]; isFiltered: boolean };
  /** The searched fields: 'name or description'. */
  fields: string;
};

/** The line above a list that is loaded as a whole: a search, the number of matches, and a message when there are none. */
export function TextFilterLine({ noun, nouns, total, filter, fields }: Props) {
  const { query, setQuery, matches, isFiltered } = filter;
  const all = formatCount(total, noun, nouns);
  return (
    <>
      <FilterLine
        label={nouns}
        search={
          <SearchField label={`Search ${nouns}`} placeholder={`Search ${nouns}`} value={query} onSearch={setQuery} />
        }
      >
        <p className={isFiltered ? 'found' : 'found found-all'} role="status">
          {isFiltered ? `${matches.length} of ${all}` : all}
        </p>
      </FilterLine>
      {matches.length === 0 && (
        <NoMatches
          title="No results"
          message={`No ${fields} matches ‘${query.trim()}’.`}
          onClear={() => setQuery('')}
        />
      )}
    </>
  );
}

/** The shortcut that focuses the search of the line. */
export const createSearchShortcut = (nouns: string): Shortcut => ({
  keys: ['/'],
  label: `Search ${nouns}`,
  run: () => document.querySelector<HTMLInputElement>('.filter-line input')?.focus(),
});
