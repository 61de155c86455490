import type { BlogSummaryJson } from '#api/features/blogs/blogs.contract.ts';
import type { CategoryWithCountJson } from '#api/features/categories/categories.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { readToken } from '#src/stores/stored-session.ts';
import { callOf, type View } from './view.ts';

export type Post = BlogSummaryJson & { has_draft: boolean; is_live: boolean; trashed_at?: string | null };
export type PostPage = { posts: Post[]; total: number };
export type BulkAction = 'publish' | 'archive' | 'delete';
export type BulkAnswer = { message: string; updated: number[]; skipped: { id: number; reason: string }[] };

/** @throws Error in the words of the specification when this browser holds no token. */
function requireToken(): void {
  if (!readToken()) throw new Error('Authentication token not found');
}

export async function fetchPosts(view: View, signal: AbortSignal): Promise<PostPage> {
  requireToken();
  const response = await api.getResponse(callOf(view), { signal });
  const posts = (await response.json()) as Post[];
  return { posts, total: Number(response.headers.get('X-Total-Count') ?? posts.length) };
}

export const fetchCategories = (signal: AbortSignal) =>
  api.get<CategoryWithCountJson[]>('/api/categories/with-counts', { signal });

export async function trashPost(id: number): Promise<void> {
  requireToken();
  await api.delete(`/api/blogs/${id}`);
}

export const restorePost = (id: number) => api.post(`/api/blogs/${id}/restore`);
export const deleteForGood = (id: number) => api.delete(`/api/blogs/trash/${id}`);
export const changeMany = (ids: number[], action: BulkAction) =>
  api.post<BulkAnswer>('/api/blogs/bulk', { ids, action });
