import { type UploadKind, uploadKinds } from '#api/domain/enums.ts';
import { readListQuery, toListAddress } from '#src/lib/use-list-state.ts';
import { paths } from '#src/lib/paths.ts';

export const PAGE_SIZE = 24;

/** The state of the list, all of it in the URL. */
export type ListState = { search: string; kind: UploadKind | null; page: number };

/** Reads the query of an address. What it does not understand is left at its default. */
export function parseListState(query: string): ListState {
  const { readText, readOption, readPage } = readListQuery(query);
  return { search: readText('search'), kind: readOption('kind', uploadKinds), page: readPage() };
}

export const toListUrl = ({ search, kind, page }: ListState): string =>
  toListAddress(paths.adminMedia, { search: search.trim(), kind, page: page > 1 && page });

/** The query of the call that lists the uploads of a list state. */
export const toListQuery = ({ search, kind, page }: ListState) => ({
  search: search.trim() || undefined,
  kind: kind ?? undefined,
  page,
  limit: PAGE_SIZE,
});

export const isFiltered = (listState: ListState) => listState.search.trim() !== '' || listState.kind !== null;
