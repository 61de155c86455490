import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { History } from '#src/features/openshelf/reader/History.tsx';
import type { PrecedentJson, PrecedentsJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { Precedents } from '#src/features/openshelf/reader/Precedents.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';
import { createHistoryEntry, createPublication } from '../../support/islands/review-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

const VIEWER_ID = 5;

describe('earlier decisions', () => {
  const precedent = (id: number, decision: PrecedentJson['decision'], title: string): PrecedentJson => ({
    id,
    decision,
    title,
    author_name: 'Pania Ruru',
    comments: null,
    version_number: 1,
    user: { id: 7, name: 'Tom Whitaker' },
    at: '2026-10-12T00:00:00.000Z',
    same_text_percent: 60,
    same_text_basis: 'whole',
  });
  const similar = [
    { ...precedent(4, 'approved', 'A Kitchen Pharmacy'), comments: 'Sources added.' },
    {
      ...precedent(5, 'approved', 'Tea for Every Ache'),
      same_text_percent: null,
      user: { id: VIEWER_ID, name: 'Aroha Ngata' },
    },
    { ...precedent(6, 'rejected', 'Cures They Hide'), user: null },
  ];
  const NONE: PrecedentsJson = { similar: [], by_author: [], waiting: [] };
  const props = { viewerId: VIEWER_ID, publication: createPublication(), error: null, onRetry: () => undefined };

  test('are listed with their authors, who decided, when and why', async () => {
    site.open(<Precedents precedents={{ ...NONE, similar }} chosen={null} {...props} />);
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'ApprovedA Kitchen Pharmacy60% of this textby Pania Ruru. Tom Whitaker, 12 Oct 2026: ‘Sources added.’Compare',
      'ApprovedTea for Every Acheby Pania Ruru. You, 12 Oct 2026',
      'RejectedCures They Hide60% of this textby Pania Ruru. A former reviewer, 12 Oct 2026Compare',
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
    site.open(<Precedents precedents={{ ...NONE, similar }} chosen="reject" {...props} onRequestChanges={count} />);
    expect(screen.getByRole('note').textContent).toContain('A rejection would contradict two of them.');
    await site.press('Request changes instead');
    expect(requests).toBe(1);
    await expectAccessible();
  });

  test('warn when an approval would contradict the rejection of the same text', async () => {
    const rejected: PrecedentJson = {
      ...precedent(6, 'rejected', 'Cures They Hide'),
      same_text_percent: 100,
      same_text_basis: 'equal',
    };
    site.open(<Precedents precedents={{ ...NONE, similar: [rejected] }} chosen={null} {...props} />);
    expect(screen.getByRole('note').textContent).toBe(
      'An approval would contradict one of them. ‘Cures They Hide’ has the same text and was rejected.',
    );
    await expectAccessible();
  });

  test.each([
    ['equal', 100, 'Same text', 'the same text'],
    ['whole', 100, 'All of this text', 'all of this text'],
    ['whole', 93, '93% of this text', '93% of this text'],
    ['beginning', 100, 'All of the beginning', 'all of the beginning'],
    ['beginning', 93, '93% of the beginning', '93% of the beginning'],
  ] as const)('say no more than was compared: %s, %i percent', (basis, percent, share, has) => {
    const rejected: PrecedentJson = {
      ...precedent(6, 'rejected', 'Cures They Hide'),
      same_text_percent: percent,
      same_text_basis: basis,
    };
    site.open(<Precedents precedents={{ ...NONE, similar: [rejected] }} chosen={null} {...props} />);
    expect(document.querySelector('.similar-share')?.textContent).toBe(share);
    expect(screen.getByRole('note').textContent).toContain(`‘Cures They Hide’ has ${has} and was rejected.`);
  });

  test('don’t warn when none was approved, and are not there without any', () => {
    site.open(<Precedents precedents={{ ...NONE, similar: similar.slice(2) }} chosen="reject" {...props} />);
    expect(screen.queryByRole('note')).toBeNull();
    site.open(<Precedents precedents={NONE} chosen="reject" {...props} />);
    expect(screen.queryByRole('heading', { name: 'Earlier decisions on similar texts' })).toBeNull();
  });

  test('are followed by those on the author, and led by copies in the queue', async () => {
    const waiting = [
      {
        id: 7,
        title: 'Hedgerow Remedies',
        author_name: 'I. Hart',
        version_number: 1,
        same_text_percent: 98,
        same_text_basis: 'whole' as const,
        queued_at: null,
      },
    ];
    const by_author = [{ ...precedent(1, 'changes_requested', 'Remedies'), same_text_percent: null }];
    site.open(<Precedents precedents={{ similar: [], by_author, waiting }} chosen={null} {...props} />);
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Also in the queue',
      'Earlier decisions on this author',
    ]);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Hedgerow Remedies98% of this textby I. HartCompare',
      'Changes requestedRemedies, v1Tom Whitaker, 12 Oct 2026',
    ]);
    await expectAccessible();
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
  expect(rows.map((row) => row?.replace(/, [^,]*2026[^A-Z]*(am|pm) NZDT/, ''))).toEqual([
    'Rejectedv1undoneTom WhitakerAdvice, no sourceNo sources.',
    'AI needs review64%v1Publishing serviceA dose.',
    'Submittedv1Publishing service',
  ]);
  await expectAccessible();
});
