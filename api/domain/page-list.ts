import { alphabetical, byChoice, defineList, newestFirst, viewsOf } from './list-definition.ts';

/** What visitors have of a page: all of it, an earlier version, or nothing yet. */
export const pageStatuses = ['live', 'changed', 'new'] as const;
type PageStatus = (typeof pageStatuses)[number];

export const pageStatusLabels: Record<PageStatus, string> = { live: 'Live', changed: 'Changed', new: 'Drafts' };

/** The pages of the owner, those changed last first. */
export const pageList = defineList({
  perPage: 50,
  search: { label: 'Search pages', placeholder: 'Search by title or address' },
  filters: { status: byChoice(null, pageStatuses) },
  sort: {
    updated_at: newestFirst('Last change'),
    title: alphabetical('Page', 'Title'),
    address: alphabetical('Address'),
  },
  views: viewsOf('status', pageStatusLabels),
});
