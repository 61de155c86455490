import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { PriceMovesJson } from '#api/features/price-moves/price-moves.contract.ts';
import { PriceMoves } from '#src/features/price-moves/PriceMoves.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

const ROOT = '/api/admin/price-moves';
const CREW: PriceMovesJson['plans'][number] = {
  key: 'crew',
  name: 'Buoy Crew',
  is_free: false,
  currency: 'nzd',
  now: [{ interval: 'month' as const, words: '$24.00 per month' }],
  prices: [
    {
      price_id: 'price_1',
      words: '$30.00 per month',
      interval: 'month' as const,
      count: 2,
      left_out: 0,
      own_payments: null,
    },
    {
      price_id: 'price_2',
      words: '$27.00 per month',
      interval: 'month' as const,
      count: 1,
      left_out: 0,
      own_payments: null,
    },
  ],
};
const MOVE = {
  id: 'move-1',
  plan_name: 'Buoy Crew',
  to_price: '$24.00 per month',
  effective_from: '2026-12-20T11:00:00.000Z',
  created_at: '2026-11-22T10:05:00.000Z',
  cancelled_at: null,
  counts: { waiting: 0, scheduled: 2, moved: 0, left_out: 1, cancelled: 0 },
};

let site: IslandSite;
let answer: PriceMovesJson;
beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-22T10:05:00.000Z');
  await site.signIn('admin');
  answer = { plans: [CREW], moves: [] };
  site.network.intercept('GET', ROOT, () => Response.json(answer));
});

test('Who pays earlier prices is said, and they are moved with notice, words of the owner and Undo', async () => {
  site.network.intercept('POST', ROOT, () => {
    answer = { plans: [], moves: [MOVE] };
    const undo = { id: 'undo-1', until: '2026-11-22T10:05:30.000Z' };
    return Response.json({ message: '3 subscribers of Buoy Crew move from 20 December 2026 on', undo });
  });
  site.open(<PriceMoves revision={0} />, '/admin/plans');
  await screen.findByText(
    'Buoy Crew: 2 people pay $30.00 per month, 1 person pays $27.00 per month. It costs $24.00 per month now.',
  );
  await site.press('Move subscribers...');
  const { getByRole, getByLabelText, dialog } = await findDialog('Move subscribers of Buoy Crew');
  const hints = getByLabelText('From this day on').getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(hints.map((id) => document.getElementById(id)?.textContent)).toContain(
    'Each one moves with the first renewal from then on. At least 14 days ahead.',
  );
  await expectAccessible();
  await site.user.clear(getByLabelText('From this day on'));
  await site.user.type(getByLabelText('From this day on'), '2026-11-25');
  await site.user.click(getByRole('button', { name: 'Move 3 subscribers' }));
  expect(dialog.querySelector('.field-error')?.textContent).toMatch(/^Choose \d+ December 2026 or a later day\.$/);
  await site.user.clear(getByLabelText('From this day on'));
  await site.user.type(getByLabelText('From this day on'), '2026-12-21');
  await site.user.type(getByLabelText('Your words in the email (optional)'), 'Crew is cheaper by now.');
  expect(dialog.querySelector('details')?.textContent).toBe(
    'The emailYou pay $30.00 per month for Buoy Crew. From 21 December 2026 on, with your next renewal, it costs $24.00 per month.' +
      'Crew is cheaper by now.You don’t have to do anything. If you don’t want it, you can cancel your subscription before.',
  );
  await site.user.click(getByRole('button', { name: 'Move 3 subscribers' }));
  await findToast('3 subscribers of Buoy Crew move from 20 December 2026 on');
  const [call] = site.network.calls.filter(({ path, method }) => path === ROOT && method === 'POST');
  expect(JSON.parse(call?.body ?? '')).toEqual({
    plan: 'crew',
    priceIds: ['price_1', 'price_2'],
    effectiveFrom: '2026-12-20T11:00:00.000Z',
    message: 'Crew is cheaper by now.',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('2 to move, 1 left out');
});

test('A move lists each subscriber with what became of it, and can be cancelled', async () => {
  answer = { plans: [], moves: [MOVE] };
  const member = { id: 1, user_id: 4, from_price: '$30.00 per month', last_error: null };
  site.network.intercept('GET', `${ROOT}/move-1/members`, () =>
    Response.json({
      members: [
        { ...member, email: 'mere@example.com', state: 'scheduled', obstacle: null, moves_at: MOVE.effective_from },
        { ...member, id: 2, email: 'hana@example.com', state: 'left_out', obstacle: 'set_to_end', moves_at: null },
      ],
      left: 0,
    }),
  );
  site.network.intercept('POST', `${ROOT}/move-1/cancel`, () => {
    answer = { plans: [], moves: [{ ...MOVE, cancelled_at: MOVE.created_at }] };
    return Response.json({ message: 'The move is cancelled. Who was told gets an email.', undo: null });
  });
  site.open(<PriceMoves revision={0} />, '/admin/plans');
  await screen.findByText('2 to move, 1 left out');
  await site.chooseAction('the move of Buoy Crew', 'See subscribers...');
  const { findByText, getByRole: getInList } = await findDialog('Subscribers of Buoy Crew');
  await findByText('$30.00 per month. Told, moves with the next renewal, 21 December 2026');
  await findByText('$30.00 per month. Left out: is set to end');
  await expectAccessible();
  await site.user.click(getInList('button', { name: 'Close' }));
  await site.chooseAction('the move of Buoy Crew', 'Cancel the move...');
  const { getByRole } = await findDialog('Cancel the move of Buoy Crew?');
  await site.user.click(getByRole('button', { name: 'Cancel the move' }));
  await findToast('The move is cancelled. Who was told gets an email.');
  await screen.findByText('Cancelled: 2 to move, 1 left out');
});

test('A long list of subscribers says how many aren’t listed yet, and shows them on request', async () => {
  answer = { plans: [], moves: [MOVE] };
  const member = { user_id: 4, from_price: '$30.00 per month', last_error: null, obstacle: null, moves_at: null };
  const toPage = (id: number, email: string, left: number) =>
    Response.json({ members: [{ ...member, id, email, state: 'moved' }], left });
  site.network.intercept('GET', `${ROOT}/move-1/members`, (request) =>
    new URL(request.url).searchParams.get('after') === '7'
      ? toPage(8, 'hana@example.com', 0)
      : toPage(7, 'mere@example.com', 1_204),
  );
  site.open(<PriceMoves revision={0} />, '/admin/plans');
  await screen.findByText('2 to move, 1 left out');
  await site.chooseAction('the move of Buoy Crew', 'See subscribers...');
  const { findByText, getByRole, queryByRole } = await findDialog('Subscribers of Buoy Crew');
  await findByText('mere@example.com');
  await findByText('1,204 more subscribers');
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'Show more' }));
  await findByText('hana@example.com');
  await findByText('mere@example.com');
  expect(queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('Where everybody pays what plans are sold for, nothing is shown', async () => {
  answer = { plans: [], moves: [] };
  site.open(<PriceMoves revision={0} />, '/admin/plans');
  await waitFor(() => expect(site.network.calls.some(({ path }) => path === ROOT)).toBe(true));
  expect(screen.queryByRole('heading', { name: 'Subscribers at earlier prices' })).toBeNull();
});

test('Before a move it is said who will be left out, and the button counts the others', async () => {
  const prices = CREW.prices.map((price) => ({ ...price, left_out: 1 }));
  answer = { plans: [{ ...CREW, prices }], moves: [] };
  site.open(<PriceMoves revision={0} />, '/admin/plans');
  await screen.findByText(/^Buoy Crew: /);
  await site.press('Move subscribers...');
  const dialog = await findDialog('Move subscribers of Buoy Crew');
  dialog.getByLabelText('$30.00 per month: 2 subscribers, 1 of them left out');
  dialog.getByRole('button', { name: 'Move 1 subscriber' });
});

test.each([
  [
    'some pay amounts of their own',
    [{ count: 1, least: 1_200, most: 1_200 }, null],
    '1 of them pays $12.00, with their own discount, seats and tax. Their email says how much.',
  ],
  [
    'each pays another amount',
    [
      { count: 2, least: 1_200, most: 7_200 },
      { count: 1, least: 900, most: 900 },
    ],
    'Each of them pays from $9.00 to $72.00, with their own discount, seats and tax. Their email says how much.',
  ],
])('Before a move it is said that not everyone pays the new price itself, where %s', async (_case, own, sentence) => {
  const prices = CREW.prices.map((price, at) => ({ ...price, own_payments: own[at] ?? null }));
  answer = { plans: [{ ...CREW, prices }], moves: [] };
  site.open(<PriceMoves revision={0} />, '/admin/plans');
  await screen.findByText(/^Buoy Crew: /);
  await site.press('Move subscribers...');
  const { dialog } = await findDialog('Move subscribers of Buoy Crew');
  expect([...dialog.querySelectorAll('p')].map(({ textContent }) => textContent)).toContain(sentence);
});
