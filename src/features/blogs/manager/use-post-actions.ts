import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import {
  bulkUpdatePosts,
  deletePostPermanently as callDeleteForGood,
  type ManagedPost,
  restorePost,
  trashPost,
} from './posts-api.ts';

type Rows = { remove: (ids: readonly number[]) => void; reload: () => void };

/** The acts on posts: each tells what became of it and brings the list up to date. The words are the specification's. */
export function usePostActions({ remove, reload }: Rows) {
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
  /** Nothing is lost by it, so the row goes before the server has answered, and comes back when it says no. */
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
  return { trash, unpublish, deletePermanently, restore };
}
