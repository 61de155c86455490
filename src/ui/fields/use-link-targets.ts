import type { LinkTargetsJson } from '#api/features/link-targets/link-targets.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { useQuery } from '#src/lib/use-query.ts';

export type LinkTarget = LinkTargetsJson['targets'][number];

export const LINK_TARGET_KINDS: Record<LinkTarget['kind'], string> = {
  page: 'Page',
  category: 'Category',
  blog: 'Post',
  document: 'Document',
  publication: 'Publication',
};

/** Quiet time before a request for what was typed. */
const DEBOUNCE_MS = 120;
const NONE: readonly LinkTarget[] = [];

/** Addresses of other sites, of emails and phones are not looked for. */
const isSearch = (text: string) => !/^(https?:|mailto:|tel:|#)/i.test(text);

/**
 * Pages for what is typed, once it is known: Enter must not choose one that was found for other words. `isKnown` says
 * whether these are all.
 */
export function useLinkTargets(text: string, isOpen: boolean): { targets: readonly LinkTarget[]; isKnown: boolean } {
  const settled = useDebounced(text, DEBOUNCE_MS);
  const isSearched = isOpen && isSearch(text);
  const key = isSearched && settled === text ? `link targets ${text}` : null;
  const { value, error } = useQuery(key, (signal) =>
    api.get('/api/admin/link-targets', { query: { q: text }, signal }),
  );
  const isLoaded = key !== null && (value !== null || error !== null);
  return { targets: key === null ? NONE : (value?.targets ?? NONE), isKnown: !isSearched || isLoaded };
}
