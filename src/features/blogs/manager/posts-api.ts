import type {
  BulkBlogsResponse,
  BulkBlogsRequest,
  ManagedBlogJson,
  TrashedBlogJson,
} from '#api/features/blogs/blogs.contract.ts';
import type { CategoryWithCountJson } from '#api/features/categories/categories.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { readToken } from '#src/lib/session-storage.ts';
import { paginateTrash } from './paginate-trash.ts';
import { toApiUrl, type ListState } from './list-state.ts';

/** A row of the manager; `trashed_at` only in the trash. */
export type ManagedPost = ManagedBlogJson & { trashed_at: string | null };
export type PostPage = { posts: ManagedPost[]; total: number };
export type BulkAction = BulkBlogsRequest['action'];

export const NO_TOKEN_MESSAGE = 'Authentication token not found';

/** @throws Error in the words of the specification when this browser holds no token. */
function requireToken(): void {
  if (!readToken()) throw new Error(NO_TOKEN_MESSAGE);
}

export async function fetchPosts(view: ListState, signal: AbortSignal): Promise<PostPage> {
  requireToken();
  if (view.isTrash) {
    const all = await api.get<TrashedBlogJson[]>('/api/blogs/trash', { signal });
    const { found, total } = paginateTrash(all, view);
    return { posts: found.map((post) => ({ ...post, has_draft: false, is_live: false })), total };
  }
  const response = await api.getResponse(toApiUrl(view), { signal });
  const rows = (await response.json()) as ManagedBlogJson[];
  return {
    posts: rows.map((post) => ({ ...post, trashed_at: null })),
    total: Number(response.headers.get('X-Total-Count') ?? rows.length),
  };
}

export const fetchCategories = (signal: AbortSignal) =>
  api.get<CategoryWithCountJson[]>('/api/categories/with-counts', { signal });

export async function trashPost(id: number): Promise<void> {
  requireToken();
  await api.delete(`/api/blogs/${id}`);
}

export const restorePost = (id: number) => api.post(`/api/blogs/${id}/restore`);
export const deletePostPermanently = (id: number) => api.delete(`/api/blogs/trash/${id}`);
export const bulkUpdatePosts = (input: BulkBlogsRequest) => api.post<BulkBlogsResponse>('/api/blogs/bulk', input);
