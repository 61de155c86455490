import { formatCount } from '#src/lib/format/count.ts';
import type { BulkAction, ManagedPost } from './posts-api.ts';

type BulkActionCopy = { title: string; consequence: string; confirm: string; busy: string; done: string };

/** What is asked before an act on several posts, and what is said after it. */
export function getBulkActionCopy(action: BulkAction, count: number): BulkActionCopy {
  const posts = formatCount(count, 'post');
  const they = count === 1 ? 'It' : 'They';
  const s = count === 1 ? 's' : '';
  if (action === 'publish') {
    const consequence = `${they} become${s} public for every reader, at once.`;
    return { title: `Publish ${posts}?`, consequence, confirm: 'Publish', busy: 'Publishing...', done: 'published' };
  }
  if (action === 'archive') {
    const consequence = `${they} leave${s} the public site. The text stays here, and can be published again.`;
    return { title: `Archive ${posts}?`, consequence, confirm: 'Archive', busy: 'Archiving...', done: 'archived' };
  }
  const consequence = `${they} go${count === 1 ? 'es' : ''} to the trash, and no reader finds ${
    count === 1 ? 'it' : 'them'
  } any more. From there you can restore ${count === 1 ? 'it' : 'them'} as a draft.`;
  return { title: `Delete ${posts}?`, consequence, confirm: 'Delete', busy: 'Deleting...', done: 'moved to the trash' };
}

const MAX_LISTED_TITLES = 6;

/** The names of what an act is about: the first few, and how many more. */
export function listPostTitles(posts: readonly ManagedPost[]): string[] {
  const names = posts.map(({ title }) => title || 'Without a title');
  if (names.length <= MAX_LISTED_TITLES + 1) return names;
  return [...names.slice(0, MAX_LISTED_TITLES), `and ${names.length - MAX_LISTED_TITLES} more`];
}
