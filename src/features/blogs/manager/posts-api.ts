import type { BulkAnswer, BulkInput, ManagedBlogJson, TrashedBlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { CategoryWithCountJson } from '#api/features/categories/categories.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { readToken } from '#src/stores/session-storage.ts';
import { trashPageOf } from './paginate-trash.ts';
import { callOf, type View } from './list-state.ts';

/** A row of the manager; `trashed_at` only in the trash. */
export type Post = ManagedBlogJson & { trashed_at: string | null };
export type PostPage = { posts: Post[]; total: number };
export type BulkAction = BulkInput['action'];

export const NO_TOKEN = 'Authentication token not found';

/** @throws Error in the words of the specification when this browser holds no token. */
function requireToken(): void {
  if (!readToken()) throw new Error(NO_TOKEN);
}

export async function fetchPosts(view: View, signal: AbortSignal): Promise<PostPage> {
  requireToken();
  if (view.isTrash) {
    const all = await api.get<TrashedBlogJson[]>('/api/blogs/trash', { signal });
    const { found, total } = trashPageOf(all, view);
    return { posts: found.map((post) => ({ ...post, has_draft: false, is_live: false })), total };
  }
  const response = await api.getResponse(callOf(view), { signal });
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
export const deleteForGood = (id: number) => api.delete(`/api/blogs/trash/${id}`);
export const changeMany = (input: BulkInput) => api.post<BulkAnswer>('/api/blogs/bulk', input);
