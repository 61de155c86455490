import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { isScheduled } from './publish-status.ts';
import type { BulkAction, ManagedPost, SimpleBulkAction } from './posts-api.ts';

type ActionCopy = { title: string; consequence: string; confirm: string; busy: string };

export const BULK_BUSY_LABELS: Record<BulkAction, string> = {
  publish: 'Publishing...',
  archive: 'Archiving...',
  delete: 'Deleting...',
  schedule: 'Scheduling...',
  categorize: 'Saving...',
};

/** The question before a bulk action. */
export function getBulkActionCopy(action: SimpleBulkAction, count: number): ActionCopy {
  const posts = formatCount(count, 'post');
  const busy = BULK_BUSY_LABELS[action];
  const form = (one: string, other: string) => pluralize(count, one, other);
  if (action === 'publish') {
    const consequence = `${form('It', 'They')} will go live straight away.`;
    return { title: `Publish ${posts}?`, consequence, confirm: 'Publish', busy };
  }
  if (action === 'archive') {
    const consequence = `${form('It', 'They')} will come off the site. You can publish ${form('it', 'them')} again at any time.`;
    return { title: `Archive ${posts}?`, consequence, confirm: 'Archive', busy };
  }
  const them = form('it', 'them');
  const consequence = `${form('It’ll', 'They’ll')} move to the trash and come off the site. You can restore ${them} from there as ${form('a draft', 'drafts')}.`;
  return { title: `Delete ${posts}?`, consequence, confirm: 'Delete', busy };
}

/** An action on one post that needs a confirmation. */
export type PostAction = 'trash' | 'unpublish' | 'delete-permanently';

/** The question before an action on one post. */
export function getPostActionCopy(action: PostAction, post: ManagedPost): ActionCopy {
  const title = `‘${formatPostTitle(post)}’`;
  if (action === 'unpublish' && isScheduled(post)) {
    const consequence = 'The post won’t be published automatically. It moves to the archive.';
    return { title: 'Archive this post?', consequence, confirm: 'Archive', busy: BULK_BUSY_LABELS.archive };
  }
  if (action === 'unpublish') {
    const consequence = 'The post comes off the site and moves to the archive.';
    return { title: 'Unpublish this post?', consequence, confirm: 'Unpublish', busy: 'Unpublishing...' };
  }
  if (action === 'trash') {
    const liveNote = post.is_live ? ' It will no longer be on the site.' : '';
    const consequence = `${title} will move to the trash.${liveNote} You can restore it from there as a draft.`;
    return { title: 'Are you sure you want to delete this blog?', consequence, confirm: 'Delete', busy: 'Deleting...' };
  }
  const consequence = `${title} and all its revisions will be deleted. This action cannot be undone.`;
  return { title: 'Delete this post permanently?', consequence, confirm: 'Delete permanently', busy: 'Deleting...' };
}

export const formatPostTitle = ({ title }: Pick<ManagedPost, 'title'>) => title || 'Untitled post';
