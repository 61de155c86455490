import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { formatPostTitle } from './bulk-action-copy.ts';
import { deletePostPermanently as callDeleteForGood, type ManagedPost, restorePost, updatePost } from './posts-api.ts';
import type { usePostUndo } from './use-post-undo.ts';

type Rows = {
  remove: (ids: readonly number[]) => void;
  reload: () => void;
  showUndo: ReturnType<typeof usePostUndo>;
};

/** The actions on posts: each reports its result and refreshes the list. The words are the specification's. */
export function usePostActions({ remove, reload, showUndo }: Rows) {
  const trash = async (post: ManagedPost) => {
    const undo = await updatePost(post.id, 'delete');
    showUndo('Blog deleted successfully', undo, { note: formatPostTitle(post) });
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
    const undo = await updatePost(post.id, 'archive');
    showUndo(`${post.title || 'Post'} unpublished`, undo);
    reload();
  };
  const duplicate = async (post: ManagedPost) => {
    try {
      const { duplicatePost } = await import('#src/features/blogs/editor/blog-draft.ts');
      await duplicatePost(post.id);
      showToast(`Copy of ${formatPostTitle(post)} created`, 'success', { note: 'It’s a draft until you publish it.' });
    } catch (error) {
      showToast(formatError(error), 'error');
    }
    reload();
  };
  return { duplicate, trash, unpublish, deletePermanently, restore };
}
