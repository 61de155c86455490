import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import type { BulkOutcome } from './BulkResult.tsx';
import {
  type BulkRequest,
  bulkUpdatePosts,
  deletePostPermanently as callDeleteForGood,
  type ManagedPost,
  restorePost,
  trashPost,
} from './posts-api.ts';

type Rows = { remove: (ids: readonly number[]) => void; reload: () => void };

/** The actions on posts: each reports its result and refreshes the list. The words are the specification's. */
export function usePostActions({ remove, reload }: Rows, onResult: (result: BulkOutcome) => void) {
  const trash = async (post: ManagedPost) => {
    try {
      await trashPost(post.id);
    } catch (error) {
      showToast('Failed to delete blog', 'error');
      throw error;
    }
    showToast('Blog deleted successfully', 'success');
    remove([post.id]);
    reload();
  };
  const deletePermanently = async (post: ManagedPost) => {
    await callDeleteForGood(post.id);
    showToast('Post deleted permanently', 'success');
    remove([post.id]);
    reload();
  };
  /** It loses nothing, so the row is removed before the response, and restored when the request fails. */
  const restore = async (post: ManagedPost) => {
    remove([post.id]);
    try {
      await restorePost(post.id);
      showToast(`${post.title || 'Post'} restored as a draft`, 'success');
    } catch (error) {
      showToast(formatError(error), 'error');
    }
    reload();
  };
  const unpublish = async (post: ManagedPost) => {
    const { skipped } = await bulkUpdatePosts({ ids: [post.id], action: 'archive' });
    if (skipped[0]) throw new Error(skipped[0].reason);
    showToast(`${post.title || 'Post'} unpublished`, 'success');
    reload();
  };
  const bulkUpdate = async (request: BulkRequest, posts: readonly ManagedPost[]) => {
    const ids = posts.map(({ id }) => id);
    const bulkResult = await bulkUpdatePosts({ ids, ...request });
    const titles = new Map(posts.map(({ id, title }) => [id, title || 'Untitled post']));
    const skipped = bulkResult.skipped.map(({ id, reason }) => ({ title: titles.get(id) ?? `Post ${id}`, reason }));
    onResult({ message: bulkResult.message, skipped });
    if (request.action === 'delete') remove(bulkResult.updated);
    reload();
  };
  return { trash, unpublish, deletePermanently, restore, bulkUpdate };
}
