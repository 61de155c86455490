import { expect, test } from 'vitest';
import { isNewerRevision } from '#src/features/drafts/revisions/is-newer-revision.ts';

const reasons = ['draft', 'published', 'draft', 'links', 'replaced', 'draft'] as const;
const revisions = reasons.map((reason, index) => ({ number: reasons.length - index, reason }));

test('a revision is newer than the published version only when it was saved after the last publish', () => {
  expect(revisions.map(({ number }) => isNewerRevision(number, 'live', revisions))).toEqual([
    ...[true, false, false, false, false, false],
  ]);
});

test('without a stored publish every revision is newer than the published version', () => {
  expect(isNewerRevision(1, 'live', [{ number: 1, reason: 'draft' }])).toBe(true);
});

test('revisions are ordered by number, and the current text is the newest', () => {
  expect(isNewerRevision(3, '2', revisions)).toBe(true);
  expect(isNewerRevision(2, '3', revisions)).toBe(false);
  expect(isNewerRevision(6, 'now', revisions)).toBe(false);
});
