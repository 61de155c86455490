import { pageList, pageStatuses } from '#api/domain/page-list.ts';
import type { CreatePageRequest, PageSummaryJson } from '#api/features/pages/pages.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { fillNames } from '#src/lib/fill-names.ts';
import type { StateOf } from '#src/lib/list-address.ts';

export type PageSummary = PageSummaryJson;
type PageListState = StateOf<typeof pageList>;

const PAGES = '/api/admin/pages';

/** The pages of a list state. A site has a few hundred at most, so all of them come at once. */
export async function fetchPages({ search, status, sort, page }: PageListState, signal: AbortSignal) {
  const { pages } = await api.get(PAGES, { signal });
  const all = pages.map((each) => ({ ...each, title: fillNames(each.title) }));
  const matching = all.filter(({ title, address }) => isMatch(`${title} ${address}`, search));
  const rows = matching.filter((each) => status === null || each.status === status).sort(compareBy(sort));
  const first = (page - 1) * pageList.perPage;
  const counts = pageStatuses.map((name) => [name, matching.filter((each) => each.status === name).length]);
  return {
    rows: rows.slice(first, first + pageList.perPage),
    total: rows.length,
    counts: { all: matching.length, ...Object.fromEntries(counts) } as Record<string, number>,
    /** Whatever is searched for: where visitors may be sent, and what a new page may start from. */
    all,
  };
}

const isMatch = (text: string, search: string) => text.toLowerCase().includes(search.trim().toLowerCase());

function compareBy({ by, order }: PageListState['sort']) {
  const sign = order === 'ASC' ? 1 : -1;
  return (one: PageSummary, other: PageSummary) =>
    sign * one[by].localeCompare(other[by], undefined, { numeric: true }) || one.address.localeCompare(other.address);
}

/** Whether a page can have an address; `id` is that of the page that is to have it. */
export const checkAddress = (address: string, id: number | undefined, signal: AbortSignal) =>
  api.get(`${PAGES}/address`, { query: { address, ...(id !== undefined && { id: String(id) }) }, signal });

export const createPage = (json: CreatePageRequest) => api.post(PAGES, { json });

export const duplicatePage = (id: number) => api.post(`${PAGES}/:id/duplicate`, { param: { id } });

export const deletePage = ({ id, revision }: PageSummary, redirectTo: string | null) =>
  api.delete(`${PAGES}/:id`, { param: { id }, json: { revision, redirect_to: redirectTo } });

/** The other pages with links to it. */
export async function fetchLinks(id: number, signal: AbortSignal) {
  const { page } = await api.get(`${PAGES}/:id/draft`, { param: { id }, signal });
  return page.linked_from;
}
