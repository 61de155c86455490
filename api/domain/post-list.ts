import { alphabetical, byChoice, byId, byText, defineList } from './list-definition.ts';

const postStatusFilters = ['draft', 'published', 'scheduled', 'in_review', 'archived'] as const;
export type PostStatusFilter = (typeof postStatusFilters)[number];

const toView = (label: string, status: PostStatusFilter | null) =>
  ({ label, count: status ?? 'all', set: { view: null, status } }) as const;

/** All posts, those changed last first; and those in the trash, which have the search only. */
export const postList = defineList({
  perPage: 20,
  search: { label: 'Search posts' },
  filters: {
    view: byChoice(null, ['trash']),
    status: byChoice(null, postStatusFilters),
    categoryId: byId('Category', { parameter: 'category' }),
    tagId: byId('Tag', { parameter: 'tag' }),
    /** The name of the author. */
    author: byText('Author'),
  },
  sort: {
    updated_at: {
      label: 'Updated',
      first: 'DESC',
      words: { DESC: 'Recently updated', ASC: 'Least recently updated' },
    },
    published_at: {
      label: 'Published',
      first: 'DESC',
      words: { DESC: 'Newest published', ASC: 'Oldest published' },
    },
    title: alphabetical('Title'),
    status: alphabetical('Status'),
  },
  views: [
    toView('All', null),
    toView('Published', 'published'),
    toView('Drafts', 'draft'),
    toView('Scheduled', 'scheduled'),
    toView('In review', 'in_review'),
    toView('Archived', 'archived'),
    {
      label: 'Trash',
      count: 'trash',
      set: { view: 'trash', status: null, categoryId: null, tagId: null, author: null },
    },
  ],
});
