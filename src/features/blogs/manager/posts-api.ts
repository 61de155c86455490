import type {
  BulkBlogsRequest,
  BulkFilter,
  ManagedBlogJson,
  TrashedBlogJson,
} from '#api/features/blogs/blogs.contract.ts';
import { postList } from '#api/domain/post-list.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { api } from '#src/lib/api-client.ts';
import { readToken } from '#src/lib/session-storage.ts';
import { type StateOf, toFilterQuery, toListQuery } from '#src/lib/list-address.ts';

/** A row of the manager; `trashed_at` only in the trash. */
export type ManagedPost = ManagedBlogJson & { trashed_at: string | null };
export type PostListState = StateOf<typeof postList>;
/** Actions that can be undone until then (ms, this browser's clock). */
export type PostUndo = { ids: string[]; until: number };
export type BulkAction = BulkBlogsRequest['action'];
export type { BulkFilter };
/** What is done with the selected posts. */
export type BulkRequest = DistributiveOmit<BulkBlogsRequest, 'ids' | 'filter' | 'total' | 'next'>;
/** The subject of a bulk action: `posts`, or all posts that match `filter`, of which `posts` are those on this page. */
export type PostSelection = { posts: readonly ManagedPost[]; count: number; filter: BulkFilter | null };
export type SimpleBulkAction = Exclude<BulkAction, 'schedule' | 'categorize'>;

/** What the thumbnail of a post shows. */
export const toThumb = ({ slug, cover, categories }: ManagedPost) => ({
  slug,
  coverUrl: cover?.url ?? null,
  categoryId: categories[0]?.id,
});

type DistributiveOmit<Union, Key extends keyof Union> = Union extends unknown ? Omit<Union, Key> : never;

export const NO_TOKEN_MESSAGE = 'Authentication token not found';

/** @throws Error with the specification's message when this browser has no token. */
function requireToken(): void {
  if (!readToken()) throw new Error(NO_TOKEN_MESSAGE);
}

/** Which posts a list state shows, on all its pages. */
export function toBulkFilter(state: PostListState): BulkFilter {
  const { view: _, ...filter } = toFilterQuery(postList, state);
  return filter;
}

/** The query of the call that lists the posts of a list state. */
export function toPostQuery(state: PostListState) {
  const { page, limit, view: _, ...query } = toListQuery(postList, state);
  return { limit, offset: (page - 1) * limit, ...query };
}

/** The rows of a list state; `isTrash` says which columns they have. */
export async function fetchPosts(state: PostListState, signal: AbortSignal) {
  requireToken();
  if (state.view === 'trash') {
    const { matches, total } = paginateTrash(await api.get('/api/blogs/trash', { signal }), state);
    const toRow = (post: TrashedBlogJson): ManagedPost => ({
      ...post,
      has_draft: false,
      is_live: false,
      review: null,
      match: null,
    });
    return { rows: matches.map(toRow), total, isTrash: true };
  }
  const response = await api.getResponse('/api/blogs', { query: toPostQuery(state), signal });
  const posts = await response.json();
  return {
    rows: posts.map((post): ManagedPost => ({ ...post, trashed_at: null })),
    total: Number(response.headers.get('X-Total-Count') ?? posts.length),
    isTrash: false,
  };
}

/** The part of the trash that a list state shows: the API answers all of it, and a trash is small. */
export function paginateTrash(
  all: readonly TrashedBlogJson[],
  { search, page }: Pick<PostListState, 'search' | 'page'>,
) {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = all.filter(({ title, slug }) => {
    const text = `${title} ${slug}`.toLowerCase();
    return terms.every((word) => text.includes(word));
  });
  const start = (page - 1) * postList.perPage;
  return { matches: matches.slice(start, start + postList.perPage), total: matches.length };
}

/** Does one thing to one post. Resolves with its undo; @throws Error with the reason when it was skipped. */
export async function updatePost(id: number, action: 'archive' | 'delete'): Promise<PostUndo> {
  requireToken();
  const until = Date.now() + UNDO_WINDOW_MS;
  const { skipped, undo } = await bulkUpdatePosts({ ids: [id], action });
  if (skipped[0]) throw new Error(skipped[0].reason);
  return { ids: undo ? [undo.id] : [], until };
}

export const fetchAuthors = (signal: AbortSignal) => api.get('/api/blogs/authors', { signal });
/** How many posts of each view match the search and the filters. */
export const fetchCounts = ({ status: _, ...filter }: BulkFilter, signal: AbortSignal) =>
  api.get('/api/blogs/counts', { query: filter, signal });
export const fetchTitles = (filter: BulkFilter, signal: AbortSignal) =>
  api.get('/api/blogs/titles', { query: filter, signal });
export const restorePost = (id: number) => api.post('/api/blogs/:id/restore', { param: { id } });
export const deletePostPermanently = (id: number) => api.delete('/api/blogs/trash/:id', { param: { id } });
export const bulkUpdatePosts = (input: BulkBlogsRequest) => api.post('/api/blogs/bulk', { json: input });
