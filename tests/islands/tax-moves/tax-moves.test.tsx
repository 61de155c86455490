import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { TaxMovesJson } from '#api/features/tax-moves/tax-moves.contract.ts';
import { TaxMoves } from '#src/features/tax-moves/TaxMoves.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

const ROOT = '/api/admin/tax-moves';
const PRODUCT = {
  product_id: 4,
  name: 'Werkbank',
  now: '22% USt.',
  rates: [
    { key: 'a', words: '20% USt.', count: 2, is_dearer: false, is_included: true },
    { key: 'b', words: '19% USt.', count: 1, is_dearer: true, is_included: false },
  ],
};
const MOVE = {
  id: 'move-1',
  product_name: 'Werkbank',
  to: '22% USt.',
  created_at: '2026-11-22T10:05:00.000Z',
  undone_at: null,
  counts: { waiting: 0, moved: 2, left_out: 1, cancelled: 0 },
};

let site: IslandSite;
let answer: TaxMovesJson;
beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-22T10:05:00.000Z');
  await site.signIn('admin');
  answer = { products: [PRODUCT], moves: [] };
  site.network.intercept('GET', ROOT, () => Response.json(answer));
});

test('Who pays with an earlier tax rate is said, and they move from their next payment with Undo', async () => {
  site.network.intercept('POST', ROOT, () => {
    answer = { products: [], moves: [MOVE] };
    const undo = { id: 'undo-1', until: '2026-11-22T10:05:30.000Z' };
    return Response.json({ message: '3 subscribers of Werkbank pay 22% USt. from the next payment on', undo });
  });
  site.open(<TaxMoves revision={0} />, '/admin/plans');
  await screen.findByText('Werkbank: 2 people pay with 20% USt., 1 person pays with 19% USt. Today it’s 22% USt.');
  await site.press('Move subscribers of Werkbank to another tax rate...');
  const { getByRole, dialog } = await findDialog('Move subscribers of Werkbank to 22% USt.');
  await expectAccessible();
  expect(dialog.textContent).toContain('From their next payment on.');
  expect(dialog.textContent).toContain('Where prices include tax, people pay the same as before.');
  expect(dialog.textContent).toContain('1 subscriber pays more, because tax comes on top of the price.');
  await site.user.click(getByRole('button', { name: 'Move 3 subscribers' }));
  await findToast('3 subscribers of Werkbank pay 22% USt. from the next payment on');
  await screen.findByText('2 moved, 1 left out');
});

test('Nothing is said of tax rates where everybody pays with that of today', async () => {
  answer = { products: [], moves: [] };
  site.open(<TaxMoves revision={0} />, '/admin/plans');
  await expect.poll(() => document.body.textContent).not.toContain('Subscribers at earlier tax rates');
});

test('The link of the publish dialog leads to who pays with an earlier tax rate, once that is loaded', async () => {
  site.open(<TaxMoves revision={0} />, '/admin/plans?view=tax-moves');
  const heading = await screen.findByRole('heading', { name: 'Subscribers at earlier tax rates' });
  await expect.poll(() => document.activeElement).toBe(heading);
});
