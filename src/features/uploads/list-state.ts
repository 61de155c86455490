import { type UploadKind, uploadKinds } from '#api/domain/enums.ts';
import { paths } from '#src/lib/paths.ts';

export const PAGE_SIZE = 24;

/** What the page shows, all of it in the address bar. */
export type View = { search: string; kind: UploadKind | null; page: number };

/** Reads the query of an address. What it does not understand is left at its default. */
export function readView(query: string): View {
  const given = new URLSearchParams(query);
  const page = given.get('page') ?? '';
  return {
    search: (given.get('search') ?? '').slice(0, 200),
    kind: uploadKinds.find((kind) => kind === given.get('kind')) ?? null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

export function addressOf(view: View): string {
  const query = queryOf(view);
  if (view.page > 1) query.set('page', String(view.page));
  return query.size > 0 ? `${paths.adminMedia}?${query}` : paths.adminMedia;
}

/** The call that answers a view. */
export function callOf(view: View): string {
  const query = queryOf(view);
  query.set('page', String(view.page));
  query.set('limit', String(PAGE_SIZE));
  return `/api/uploads?${query}`;
}

export const isFiltered = (view: View) => view.search.trim() !== '' || view.kind !== null;

function queryOf(view: View): URLSearchParams {
  const query = new URLSearchParams();
  if (view.search.trim()) query.set('search', view.search.trim());
  if (view.kind) query.set('kind', view.kind);
  return query;
}
