import { formatCount, pluralize } from '#api/domain/plurals.ts';
import type { ManagedPost, SimpleBulkAction } from './posts-api.ts';

type BulkActionCopy = { title: string; consequence: string; confirm: string; busy: string; done: string };

/** The question before a bulk action, and the message after it. */
export function getBulkActionCopy(action: SimpleBulkAction, count: number): BulkActionCopy {
  const posts = formatCount(count, 'post');
  const form = (one: string, other: string) => pluralize(count, one, other);
  if (action === 'publish') {
    const consequence = `${form('It', 'They')} will go live straight away.`;
    return { title: `Publish ${posts}?`, consequence, confirm: 'Publish', busy: 'Publishing...', done: 'published' };
  }
  if (action === 'archive') {
    const consequence = `${form('It', 'They')} will come off the site. You can publish ${form('it', 'them')} again at any time.`;
    return { title: `Archive ${posts}?`, consequence, confirm: 'Archive', busy: 'Archiving...', done: 'archived' };
  }
  const them = form('it', 'them');
  const consequence = `${form('It', 'They')} will move to the trash and come off the site. You can restore ${them} from there as ${form('a draft', 'drafts')}.`;
  return { title: `Delete ${posts}?`, consequence, confirm: 'Delete', busy: 'Deleting...', done: 'moved to the trash' };
}

const MAX_LISTED_TITLES = 6;

/** The names of what an act is about: the first few, and how many more. */
export function listPostTitles(posts: readonly ManagedPost[]): string[] {
  const names = posts.map(({ title }) => title || 'Untitled post');
  if (names.length <= MAX_LISTED_TITLES + 1) return names;
  return [...names.slice(0, MAX_LISTED_TITLES), `and ${names.length - MAX_LISTED_TITLES} more`];
}
