import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { UserDetailIsland } from '#src/features/users/detail/UserDetail.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';
import { createSubscription, createUserDetail } from '../../support/islands/user-fixtures.ts';

const USER = '/api/admin/users/412';
const undo = { id: 'undo-1', until: '2026-11-22T10:05:30.000Z' };
let site: IslandSite;
let user: UserDetailJson;
let id: string;

beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-22T10:05:00.000Z');
  await site.signIn('admin');
  user = createUserDetail({ subscriptions: [createSubscription({ current_period_end: '2026-12-14T09:00:00.000Z' })] });
  id = user.subscriptions[0]?.stripe_subscription_id ?? '';
  site.network.intercept('GET', USER, () => Response.json({ data: { user } }));
  site.network.intercept('GET', `${USER}/notes`, () => Response.json({ data: { notes: [] } }));
  site.open(<UserDetailIsland />, '/admin/users/412?tab=subscriptions');
  await screen.findByRole('navigation', { name: 'Henrik Dahl' });
});

const listBodies = (path: string) =>
  site.network.calls.filter((call) => call.method === 'POST' && call.path === path).map(({ body }) => JSON.parse(body));

const answer = (path: string, message: string) =>
  site.network.intercept('POST', path, () => Response.json({ message, subscription: user.subscriptions[0], undo }));

test('Extending says when the next payment is then, refuses what is no number of days, and offers Undo', async () => {
  const path = `/api/subscriptions/extend/${id}`;
  answer(path, 'The next payment of GenMate Creator moves to 28 December 2026 in 30 seconds.');
  await site.chooseAction('GenMate Creator', 'Extend...');
  const { getByRole, getByLabelText, dialog } = await findDialog('Extend GenMate Creator of Henrik Dahl');
  await site.user.clear(getByLabelText('Days free of charge'));
  await site.user.type(getByLabelText('Days free of charge'), '0');
  await site.user.click(getByRole('button', { name: 'Extend' }));
  expect(dialog.querySelector('.field-error')?.textContent).toBe('Enter a number of days from 1 to 365.');
  await site.user.clear(getByLabelText('Days free of charge'));
  await site.user.type(getByLabelText('Days free of charge'), '14');
  expect(dialog.textContent).toMatch(/The next payment is on 14 December 2026\. It moves to 28 December 2026\./);
  expect(dialog.textContent).toContain(
    'Until the new day, other plans and seats can only begin with that payment.' +
      'The payment moves in 30 seconds, and Henrik gets an email. Until then you can undo this.',
  );
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'Extend' }));
  await findToast('The next payment of GenMate Creator moves to 28 December 2026 in 30 seconds.');
  expect(listBodies(path)).toEqual([{ userId: 412, days: 14 }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('button', { name: /^Undo/ });
});

test('Extending a trial says when it ends then, and that the first payment moves with it', async () => {
  Object.assign(user.subscriptions[0] ?? {}, { status: 'trialing' });
  site.open(<UserDetailIsland />, '/admin/users/412?tab=subscriptions');
  await screen.findByRole('navigation', { name: 'Henrik Dahl' });
  await site.chooseAction('GenMate Creator', 'Extend...');
  const { getByLabelText, dialog } = await findDialog('Extend GenMate Creator of Henrik Dahl');
  await site.user.clear(getByLabelText('Days free of charge'));
  await site.user.type(getByLabelText('Days free of charge'), '14');
  expect(dialog.textContent).toContain('The trial ends on 14 December 2026. Its end moves to 28 December 2026.');
  expect(dialog.textContent).toContain(
    'The first payment moves with it.The end moves in 30 seconds, and Henrik gets an email. Until then you can undo this.',
  );
});

test('A new coupon is made from its percentage and months, after the list of those on the subscription', async () => {
  const path = `/api/subscriptions/add-coupon/${id}`;
  site.network.intercept('GET', `/api/subscriptions/coupons/${id}`, () =>
    Response.json({
      coupons: [{ id: 'FRIENDS', name: 'Friends', words: '10% off every payment' }],
      discounts: [{ id: 'di_1', name: 'Launch', words: '5% off every payment' }],
    }),
  );
  answer(path, 'GenMate Creator: 25% off for 6 months');
  await site.chooseAction('GenMate Creator', 'Coupons...');
  const { getByRole, findByLabelText, getByLabelText, dialog } = await findDialog(
    'Coupons of Henrik Dahl for GenMate Creator',
  );
  await findByLabelText('Coupon');
  getByRole('button', { name: 'Remove Launch' });
  await site.user.click(getByRole('button', { name: 'Add coupon' }));
  expect([...dialog.querySelectorAll('.field-error')].map(({ textContent }) => textContent)).toEqual([
    'Enter a name. It stands on invoices.',
    'Enter a percentage up to 100.',
  ]);
  await expectAccessible();
  await site.user.type(getByLabelText('Name'), 'Thank you');
  await site.user.type(getByLabelText('Percent'), '25');
  await site.user.selectOptions(getByLabelText('For'), 'repeating');
  await site.user.clear(getByLabelText('Months'));
  await site.user.type(getByLabelText('Months'), '6');
  await screen.findByText('25% off for 6 months');
  await site.user.click(getByRole('button', { name: 'Add coupon' }));
  await findToast('GenMate Creator: 25% off for 6 months');
  expect(listBodies(path)).toEqual([
    {
      userId: 412,
      couponId: null,
      coupon: { name: 'Thank you', percentOff: 25, amountOff: null, duration: 'repeating', months: 6 },
    },
  ]);
});

test('A coupon is removed from the list of the dialog, and a failure says why and keeps it', async () => {
  const path = `/api/subscriptions/remove-coupon/${id}`;
  site.network.intercept('GET', `/api/subscriptions/coupons/${id}`, () =>
    Response.json({ coupons: [], discounts: [{ id: 'di_1', name: 'Launch', words: '5% off every payment' }] }),
  );
  const restore = site.network.fail('POST', path, 409, {
    message: 'This coupon isn’t there any more.',
    code: 'conflict',
  });
  await site.chooseAction('GenMate Creator', 'Coupons...');
  const { findByRole } = await findDialog('Coupons of Henrik Dahl for GenMate Creator');
  await site.user.click(await findByRole('button', { name: 'Remove Launch' }));
  await findFailure('The coupon wasn’t removed', 'This coupon isn’t there any more.');
  restore();
  answer(path, 'The coupon ‘Launch’ was removed');
  await site.user.click(await findByRole('button', { name: 'Remove Launch' }));
  await findToast('The coupon ‘Launch’ was removed');
  expect(listBodies(path).at(-1)).toEqual({ userId: 412, discountId: 'di_1' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('A change of plan says what is charged when, sends the date of the preview, and offers Undo until it begins', async () => {
  site.network.intercept('POST', `/api/subscriptions/change-preview/${id}`, () =>
    Response.json({
      plan_name: 'Pro',
      direction: 'upgrade',
      when: 'now',
      interval: 'month',
      quantity: 1,
      effective_at: '2026-11-22T10:05:00.000Z',
      due_now: 750,
      lines: [],
      next_payment: 2_000,
      next_payment_at: '2026-12-14T09:00:00.000Z',
      coming_payments: [
        { at: '2026-12-14T09:00:00.000Z', amount: 2_000, repeats: false },
        { at: '2027-01-14T09:00:00.000Z', amount: 3_000, repeats: true },
      ],
      currency: 'usd',
      proration_date: 1_795_342_000,
    }),
  );
  const path = `/api/subscriptions/change/${id}`;
  answer(path, 'Pro starts in 30 seconds.');
  await site.chooseAction('GenMate Creator', 'Change plan...');
  const { getByRole, getByLabelText, findByRole, dialog } = await findDialog('Change GenMate Creator of Henrik Dahl');
  await site.user.selectOptions(getByLabelText('Plan'), 'Pro');
  await findByRole('button', { name: 'Charge US$7.50' });
  expect(dialog.textContent).toMatch(
    /Henrik is charged US\$7\.50 then\. Next payment: US\$20\.00 on 14 December 2026, then US\$30\.00 every month from 14 January 2027\./,
  );
  expect(dialog.textContent).toMatch(/It begins in 30 seconds, when you can’t undo it any more\./);
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'Charge US$7.50' }));
  await waitFor(() =>
    expect(listBodies(path)).toEqual([
      { userId: 412, planName: 'Pro', interval: 'month', quantity: 1, when: 'now', prorationDate: 1_795_342_000 },
    ]),
  );
  await findToast('Pro starts in 30 seconds.');
  screen.getByRole('button', { name: /^Undo/ });
});
