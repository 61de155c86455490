import { wordsOfError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import type { Result } from './BulkResult.tsx';
import {
  type BulkAction,
  changeMany,
  deleteForGood as callDeleteForGood,
  type Post,
  restorePost,
  trashPost,
} from './posts-api.ts';

type Rows = { remove: (ids: readonly number[]) => void; reload: () => void };

/** The acts on posts: each tells what became of it and brings the list up to date. The words are the specification's. */
export function usePostActions({ remove, reload }: Rows, onResult: (result: Result) => void) {
  const trash = async (post: Post) => {
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
  const deleteForGood = async (post: Post) => {
    await callDeleteForGood(post.id);
    showToast('Blog deleted for good', 'success');
    remove([post.id]);
    reload();
  };
  /** Nothing is lost by it, so the row goes before the server has answered, and comes back when it says no. */
  const restore = async (post: Post) => {
    remove([post.id]);
    try {
      await restorePost(post.id);
      showToast(`${post.title || 'The post'} is back, as a draft.`, 'success');
    } catch (error) {
      showToast(wordsOfError(error), 'error');
    }
    reload();
  };
  const changeSelected = async (action: BulkAction, posts: Post[]) => {
    const ids = posts.map(({ id }) => id);
    const answer = await changeMany({ ids, action });
    const titles = new Map(posts.map(({ id, title }) => [id, title || 'Without a title']));
    const skipped = answer.skipped.map(({ id, reason }) => ({ title: titles.get(id) ?? `Post ${id}`, reason }));
    onResult({ message: answer.message, skipped });
    if (action === 'delete') remove(answer.updated);
    reload();
  };
  return { trash, deleteForGood, restore, changeSelected };
}
