import { type UploadKind, uploadKinds } from '#api/domain/enums.ts';
import { paths } from '#src/lib/paths.ts';

export const PAGE_SIZE = 24;

/** The state of the list, all of it in the URL. */
export type ListState = { search: string; kind: UploadKind | null; page: number };

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseListState(query: string): ListState {
  const params = new URLSearchParams(query);
  const page = params.get('page') ?? '';
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    kind: uploadKinds.find((kind) => kind === params.get('kind')) ?? null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

export function toListUrl(listState: ListState): string {
  const query = new URLSearchParams();
  if (listState.search.trim()) query.set('search', listState.search.trim());
  if (listState.kind) query.set('kind', listState.kind);
  if (listState.page > 1) query.set('page', String(listState.page));
  return query.size > 0 ? `${paths.adminMedia}?${query}` : paths.adminMedia;
}

/** The query of the call that lists the uploads of a list state. */
export const toListQuery = ({ search, kind, page }: ListState) => ({
  search: search.trim() || undefined,
  kind: kind ?? undefined,
  page,
  limit: PAGE_SIZE,
});

export const isFiltered = (listState: ListState) => listState.search.trim() !== '' || listState.kind !== null;
