import { expect, test } from 'vitest';
import { formatPublishState } from '#src/features/drafts/editor-layout/publish-state.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');

test.each([
  ['a new text', null, null],
  ['a draft', { status: 'draft', published_at: null }, null],
  ['an archived post', { status: 'archived', published_at: '2026-01-01T00:00:00Z' }, null],
  ['a live post', { status: 'published', published_at: '2026-01-01T00:00:00Z' }, 'Live, with unpublished changes'],
  [
    'a scheduled post',
    { status: 'published', published_at: '2027-01-01T00:00:00Z' },
    'Scheduled, with unpublished changes',
  ],
  ['a published document', { status: 'published' }, 'Live, with unpublished changes'],
])('the bar says how %s differs from what readers have', (_, live, text) => {
  expect(formatPublishState(live && { updated_at: '2026-01-01T00:00:00Z', ...live }, NOW)).toBe(text);
});
