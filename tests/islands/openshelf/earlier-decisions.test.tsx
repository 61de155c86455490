import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { History } from '#src/features/openshelf/reader/History.tsx';
import { SimilarDecisions } from '#src/features/openshelf/reader/SimilarDecisions.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';
import { createHistoryEntry } from '../../support/islands/review-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

describe('earlier decisions on similar texts', () => {
  const similar = (id: number, decision: 'approved' | 'rejected' | 'changes_requested', title: string) => ({
    ...{ id, decision, title, author_name: 'A', comments: null, user_name: 'Tom Whitaker' },
    at: '2026-10-12T00:00:00.000Z',
  });
  const decisions = [
    { ...similar(4, 'approved', 'A Kitchen Pharmacy'), comments: 'Sources added.' },
    similar(5, 'approved', 'Tea for Every Ache'),
    { ...similar(6, 'rejected', 'Cures They Hide'), user_name: null },
  ];

  test('are listed with who decided, when and why', async () => {
    site.open(<SimilarDecisions decisions={decisions} chosen={null} />);
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'ApprovedA Kitchen PharmacyTom Whitaker, 12 Oct 2026: ‘Sources added.’',
      'ApprovedTea for Every AcheTom Whitaker, 12 Oct 2026',
      'RejectedCures They HideA former reviewer, 12 Oct 2026',
    ]);
    expect(screen.getByRole('link', { name: 'Tea for Every Ache' }).getAttribute('href')).toBe(
      '/admin/openshelf/reviews/5',
    );
    expect(screen.queryByRole('note')).toBeNull();
    await expectAccessible();
  });

  test('warn when a rejection would contradict them, and offer changes instead', async () => {
    let requests = 0;
    const count = () => {
      requests += 1;
    };
    site.open(<SimilarDecisions decisions={decisions} chosen="reject" onRequestChanges={count} />);
    expect(screen.getByRole('note').textContent).toContain('A rejection would contradict two of them.');
    await site.press('Request changes instead');
    expect(requests).toBe(1);
    await expectAccessible();
  });

  test('don’t warn when none was approved, and are not there without any', () => {
    site.open(<SimilarDecisions decisions={decisions.slice(2)} chosen="reject" />);
    expect(screen.queryByRole('note')).toBeNull();
    site.open(<SimilarDecisions decisions={[]} chosen="reject" />);
    expect(screen.queryByRole('heading', { name: 'Earlier decisions on similar texts' })).toBeNull();
  });
});

test('the history lists every move, the latest first', async () => {
  const entries = [
    createHistoryEntry({ id: 1, move: 'submit', actor: 'service', user: null, comments: null, reasons: [] }),
    createHistoryEntry({
      id: 2,
      move: 'ai_pass_on',
      actor: 'service',
      user: null,
      comments: 'A dose.',
      reasons: [],
      ai_confidence_score: 0.64,
    }),
    createHistoryEntry({ id: 3, move: 'reject', reasons: ['Advice, no source'], is_undone: true }),
  ];
  site.open(<History entries={entries} />);
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows.map((row) => row?.replace(/, [^,]*2026[^A-Z]*(am|pm)/, ''))).toEqual([
    'Rejectedv1undoneTom WhitakerAdvice, no sourceNo sources.',
    'AI needs review64%v1Publishing serviceA dose.',
    'Submittedv1Publishing service',
  ]);
  await expectAccessible();
});
