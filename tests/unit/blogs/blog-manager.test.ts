import { describe, expect, it, test } from 'vitest';
import { postList } from '#api/domain/post-list.ts';
import { getVisiblePages } from '#src/ui/tables/Pager.tsx';
import { getBulkActionCopy } from '#src/features/blogs/manager/bulk-action-copy.ts';
import {
  formatChanges,
  getStatusBadge,
  type LatestPublish,
  getPublishStatus,
} from '#src/features/blogs/manager/publish-status.ts';
import { type ManagedPost, paginateTrash, toPostQuery } from '#src/features/blogs/manager/posts-api.ts';
import { parseListState } from '#src/lib/list-address.ts';
import { formatDuration } from '#src/lib/format/units.ts';
import { formatRelativeTime } from '#src/lib/format/dates.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const toIsoSecondsAgo = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

const post = (values: Partial<ManagedPost> = {}): ManagedPost => ({
  id: 1,
  slug: 'tea',
  title: 'Tea',
  description: '',
  status: 'published',
  published_at: toIsoSecondsAgo(3600),
  author_name: 'Aroha Ngata',
  cover: null,
  cover_id: null,
  categories: [],
  revision: 1,
  created_at: toIsoSecondsAgo(3600),
  updated_at: toIsoSecondsAgo(3600),
  has_draft: false,
  review: null,
  match: null,
  is_live: true,
  trashed_at: null,
  ...values,
});

const publish = (values: Partial<LatestPublish> = {}): LatestPublish => ({
  status: 'live',
  failed_path: null,
  error: null,
  finished_at: toIsoSecondsAgo(5),
  milliseconds: 94,
  ...values,
});

test('the list state of the blog manager becomes the query of its page', () => {
  const state = parseListState(
    postList,
    '?search=++tea+%26+milk+&status=scheduled&category=3&author=Aroha+Ngata&page=3',
  );
  expect(toPostQuery(state)).toEqual({
    limit: 20,
    offset: 40,
    search: 'tea & milk',
    status: 'scheduled',
    categoryId: 3,
    author: 'Aroha Ngata',
    sortBy: 'updated_at',
    sortOrder: 'DESC',
  });
});

describe('the publish status of a post', () => {
  const getLabel = (of: ManagedPost, latest?: LatestPublish) => getPublishStatus(of, latest, NOW).label;

  it('shows whether the post is public', () => {
    expect(getLabel(post())).toBe('Live');
    expect(getLabel(post({ status: 'draft', is_live: false }))).toBe('Not live');
    expect(getLabel(post({ status: 'archived', is_live: false }), publish())).toBe('Not live');
    expect(getLabel(post({ is_live: false, published_at: toIsoSecondsAgo(-86_400) }))).toBe('In 1 day');
  });

  it('shows the duration of a publish for a moment, then only that the post is live', () => {
    expect(getLabel(post(), publish())).toBe(`Live (took ${formatDuration(94)})`);
    expect(getLabel(post(), publish({ milliseconds: 1_240 }))).toBe(`Live (took ${formatDuration(1_240)})`);
    expect(getLabel(post(), publish({ finished_at: toIsoSecondsAgo(31) }))).toBe('Live');
  });

  it('shows an open publish and a failed one, with its page', () => {
    expect(getLabel(post(), publish({ status: 'queued' }))).toBe('Queued');
    expect(getLabel(post(), publish({ status: 'rendering' }))).toBe('Publishing...');
    const failed = publish({ status: 'failed', error: 'The disk is full', failed_path: '/blogs/tea' });
    expect(getLabel(post(), failed)).toBe('Failed: The disk is full (/blogs/tea)');
  });

  it('shows unpublished changes of a live post only', () => {
    expect(getPublishStatus(post({ has_draft: true }), undefined, NOW).hasChanges).toBe(true);
    expect(
      getPublishStatus(post({ has_draft: true, status: 'draft', is_live: false }), undefined, NOW).hasChanges,
    ).toBe(false);
  });

  it('says of a draft and of changes that they are in review, or that changes are asked for', () => {
    const draft = post({ has_draft: true, status: 'draft', is_live: false });
    expect(getStatusBadge({ ...draft, review: 'submitted' })).toEqual({ label: 'In review', tone: 'yellow' });
    expect(getStatusBadge({ ...draft, review: 'returned' })).toEqual({ label: 'Changes asked for', tone: 'yellow' });
    expect(getStatusBadge(post({ review: 'submitted' }))).toEqual({ label: 'Published', tone: 'green' });
    expect(formatChanges(post({ review: 'submitted' }))).toBe('Changes in review');
    expect(formatChanges(post())).toBe('Unpublished changes');
  });

  it('shows published green, draft yellow and any other status grey', () => {
    expect(getStatusBadge(post())).toEqual({ label: 'Published', tone: 'green' });
    expect(getStatusBadge(post({ status: 'draft', is_live: false })).tone).toBe('yellow');
    expect(getStatusBadge(post({ status: 'archived', is_live: false })).tone).toBe('grey');
    expect(getStatusBadge(post({ is_live: false, published_at: toIsoSecondsAgo(-60) }))).toEqual({
      label: 'Scheduled',
      tone: 'grey',
    });
  });
});

describe('copy of bulk actions', () => {
  it('names the action and the number of posts', () => {
    expect(getBulkActionCopy('publish', 1).title).toBe('Publish 1 post?');
    expect(getBulkActionCopy('delete', 3).title).toBe('Delete 3 posts?');
    expect(getBulkActionCopy('delete', 1).consequence).toContain('It’ll move to the trash');
    expect(getBulkActionCopy('archive', 2).consequence).toContain('They will come off the site');
  });
});

describe('the trash', () => {
  const all = Array.from({ length: 45 }, (_, n) => ({
    ...post({ id: n, title: `Tea ${n}` }),
    trashed_at: toIsoSecondsAgo(n),
  }));

  it('is paginated, and filtered by every word of the search', () => {
    expect(paginateTrash(all, { search: '', page: 3 })).toMatchObject({ total: 45, matches: { length: 5 } });
    expect(paginateTrash(all, { search: ' 7  TEA', page: 1 }).total).toBe(4);
    expect(paginateTrash(all, { search: 'coffee', page: 1 })).toEqual({ total: 0, matches: [] });
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
  ])('%d seconds: %s', (seconds, getLabel) => {
    expect(formatRelativeTime(toIsoSecondsAgo(seconds), NOW)).toBe(getLabel);
  });
});

describe('the pages of a pager', () => {
  it('are the first, the last and the adjacent ones; a gap of one page is filled', () => {
    expect(getVisiblePages(1, 1)).toEqual([1]);
    expect(getVisiblePages(1, 9)).toEqual([1, 2, null, 9]);
    expect(getVisiblePages(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9]);
    expect(getVisiblePages(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
  });
});
