import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getVisiblePages } from '#src/ui/tables/Pager.tsx';
import { getBulkActionCopy, listPostTitles } from '#src/features/blogs/manager/bulk-action-copy.ts';
import { getStatusBadge, type LatestPublish, getPublishStatus } from '#src/features/blogs/manager/publish-status.ts';
import { type ManagedPost, paginateTrash } from '#src/features/blogs/manager/posts-api.ts';
import {
  toListUrl,
  toListQuery,
  DEFAULT_LIST_STATE,
  isFiltered,
  parseListState,
  sortColumns,
  statusFilters,
  type ListState,
} from '#src/features/blogs/manager/list-state.ts';
import { updateListState } from '#src/lib/use-list-state.ts';
import { formatDuration } from '#src/lib/format/units.ts';
import { formatRelativeTime } from '#src/lib/format/times.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const at = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

const post = (values: Partial<ManagedPost> = {}): ManagedPost => ({
  id: 1,
  slug: 'tea',
  title: 'Tea',
  description: '',
  status: 'published',
  published_at: at(3600),
  author_name: 'Aroha Ngata',
  cover: null,
  cover_id: null,
  categories: [],
  revision: 1,
  created_at: at(3600),
  updated_at: at(3600),
  has_draft: false,
  is_live: true,
  trashed_at: null,
  ...values,
});

const publish = (values: Partial<LatestPublish> = {}): LatestPublish => ({
  status: 'live',
  failed_path: null,
  error: null,
  finished_at: at(5),
  milliseconds: 94,
  ...values,
});

describe('the view of the blog manager', () => {
  const views: fc.Arbitrary<ListState> = fc.record({
    isTrash: fc.boolean(),
    search: fc.string({ maxLength: 200, unit: 'binary' }).filter((text) => text.isWellFormed()),
    status: fc.constantFrom(null, ...statusFilters),
    categoryId: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
    sort: fc.record({ by: fc.constantFrom(...sortColumns), order: fc.constantFrom('ASC' as const, 'DESC' as const) }),
    page: fc.integer({ min: 1, max: 999_999_999 }),
  });

  it('comes back from its address as it was', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(parseListState(new URL(toListUrl(view), 'https://a.example').search)).toEqual(view);
      }),
    );
  });

  it('has a short address at first, and takes what it does not understand as not given', () => {
    expect(toListUrl(DEFAULT_LIST_STATE)).toBe('/blog-manager');
    expect(parseListState('?status=lost&category=-3&sort=size&order=up&page=0&view=attic')).toEqual(DEFAULT_LIST_STATE);
    expect(parseListState('?sort=title').sort).toEqual({ by: 'title', order: 'ASC' });
  });

  it('asks the API for its page', () => {
    const view: ListState = {
      ...DEFAULT_LIST_STATE,
      search: '  tea & milk ',
      status: 'scheduled',
      categoryId: 3,
      page: 3,
    };
    expect(toListQuery(view)).toEqual({
      ...{ limit: 20, offset: 40, search: 'tea & milk', status: 'scheduled', categoryId: 3 },
      ...{ sortBy: 'updated_at', sortOrder: 'DESC' },
    });
  });

  it('goes to its first page with every change but that of the page', () => {
    const view = { ...DEFAULT_LIST_STATE, page: 4 };
    expect(updateListState(view, { status: 'draft' }).page).toBe(1);
    expect(updateListState(view, { page: 5 })).toEqual({ ...DEFAULT_LIST_STATE, page: 5 });
    expect([isFiltered(DEFAULT_LIST_STATE), isFiltered({ ...DEFAULT_LIST_STATE, search: ' ' })]).toEqual([
      false,
      false,
    ]);
    expect(isFiltered({ ...DEFAULT_LIST_STATE, categoryId: 1 })).toBe(true);
  });
});

describe('the live state of a post', () => {
  const words = (of: ManagedPost, latest?: LatestPublish) => getPublishStatus(of, latest, NOW).label;

  it('says what readers have', () => {
    expect(words(post())).toBe('Live');
    expect(words(post({ status: 'draft', is_live: false }))).toBe('Not live');
    expect(words(post({ status: 'archived', is_live: false }), publish())).toBe('Not live');
    expect(words(post({ is_live: false, published_at: at(-86_400) }))).toBe('In 1 day');
  });

  it('names the proof of a publish while it is fresh', () => {
    expect(words(post(), publish())).toBe(`Live (took ${formatDuration(94)})`);
    expect(words(post(), publish({ milliseconds: 1_240 }))).toBe(`Live (took ${formatDuration(1_240)})`);
    expect(words(post(), publish({ finished_at: at(601) }))).toBe('Live');
  });

  it('tells of a publish under way and of one that failed, with its page', () => {
    expect(words(post(), publish({ status: 'queued' }))).toBe('Queued');
    expect(words(post(), publish({ status: 'rendering' }))).toBe('Publishing...');
    const failed = publish({ status: 'failed', error: 'The disk is full', failed_path: '/blogs/tea' });
    expect(words(post(), failed)).toBe('Failed: The disk is full (/blogs/tea)');
  });

  it('tells of changes that readers do not have yet, and of none where nothing is public', () => {
    expect(getPublishStatus(post({ has_draft: true }), undefined, NOW).hasChanges).toBe(true);
    expect(
      getPublishStatus(post({ has_draft: true, status: 'draft', is_live: false }), undefined, NOW).hasChanges,
    ).toBe(false);
  });

  it('shows published green, draft yellow and any other status grey', () => {
    expect(getStatusBadge(post())).toEqual({ label: 'Published', tone: 'green' });
    expect(getStatusBadge(post({ status: 'draft', is_live: false })).tone).toBe('yellow');
    expect(getStatusBadge(post({ status: 'archived', is_live: false })).tone).toBe('grey');
    expect(getStatusBadge(post({ is_live: false, published_at: at(-60) }))).toEqual({
      label: 'Scheduled',
      tone: 'grey',
    });
  });
});

describe('words for many posts', () => {
  it('name the act and the number', () => {
    expect(getBulkActionCopy('publish', 1).title).toBe('Publish 1 post?');
    expect(getBulkActionCopy('delete', 3).title).toBe('Delete 3 posts?');
    expect(getBulkActionCopy('delete', 1).consequence).toContain('It will move to the trash');
    expect(getBulkActionCopy('archive', 2).consequence).toContain('They will come off the site');
  });

  it('name the first six and count the rest; one more is named as well', () => {
    const posts = (count: number) => Array.from({ length: count }, (_, n) => post({ title: `P${n}` }));
    expect(listPostTitles(posts(7))).toHaveLength(7);
    expect(listPostTitles(posts(9)).at(-1)).toBe('and 3 more');
    expect(listPostTitles([post({ title: '' })])).toEqual(['Untitled post']);
  });
});

describe('the trash', () => {
  const all = Array.from({ length: 45 }, (_, n) => ({ ...post({ id: n, title: `Tea ${n}` }), trashed_at: at(n) }));

  it('is shown in pages, narrowed down by every word of the search', () => {
    expect(paginateTrash(all, { ...DEFAULT_LIST_STATE, page: 3 })).toMatchObject({ total: 45, matches: { length: 5 } });
    expect(paginateTrash(all, { ...DEFAULT_LIST_STATE, search: ' 7  TEA' }).total).toBe(4);
    expect(paginateTrash(all, { ...DEFAULT_LIST_STATE, search: 'coffee' })).toEqual({ total: 0, matches: [] });
  });
});

describe('relative times (specification, section 9)', () => {
  it.each([
    [0, 'Just now'],
    [59, 'Just now'],
    [60, '1 minute ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400, '1 day ago'],
    [30 * 86_400 - 1, '29 days ago'],
    [30 * 86_400, '1 month ago'],
    [359 * 86_400, '11 months ago'],
    [360 * 86_400, '1 year ago'],
    [800 * 86_400, '2 years ago'],
    [-30, 'In a moment'],
    [-7_200, 'In 2 hours'],
  ])('%d seconds: %s', (seconds, words) => {
    expect(formatRelativeTime(at(seconds), NOW)).toBe(words);
  });
});

describe('the pages of a pager', () => {
  it('are the first, the last and those around; a gap of one page is that page', () => {
    expect(getVisiblePages(1, 1)).toEqual([1]);
    expect(getVisiblePages(1, 9)).toEqual([1, 2, null, 9]);
    expect(getVisiblePages(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9]);
    expect(getVisiblePages(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
  });
});
