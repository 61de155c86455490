import { api } from './api-client.ts';

type Search<Found> = {
  search: (query: string) => Promise<Found>;
  isEmpty: (found: Found) => boolean;
  /** Of these texts alone. */
  type?: 'document';
  signal: AbortSignal;
};

/** Searches once more where nothing was found: for the word that the search of the site takes one with a typo for (`near`). */
export async function searchWithTypos<Found>(
  query: string,
  { search, isEmpty, type, signal }: Search<Found>,
): Promise<{ found: Found; near: string | null }> {
  const found = await search(query);
  if (!isEmpty(found)) return { found, near: null };
  const { used = [] } = await api.get('/api/search', { query: { q: query, type }, signal });
  const [near] = used;
  if (near === undefined) return { found, near: null };
  const other = await search(near);
  return isEmpty(other) ? { found, near: null } : { found: other, near };
}
