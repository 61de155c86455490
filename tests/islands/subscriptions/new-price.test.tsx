import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SubscriptionsIsland } from '#src/features/subscriptions/Subscriptions.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findToast, type IslandSite } from '../../support/islands/island-site.tsx';
import { createSubscription, listBodies, PATH, signInWith } from './fixtures.ts';

const SWITCH = `${PATH}/switch-price/sub_1`;
const CURRENT = createSubscription();
const DEARER = {
  ...CURRENT,
  price: CURRENT.price && { ...CURRENT.price, unit_amount: CURRENT.price.unit_amount + 500 },
  lower_price: {
    unit_amount: 1_000,
    coming_payments: [{ at: CURRENT.current_period_end, amount: 1_000, repeats: true }],
  },
};

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

test('Somebody who pays more than their plan costs by now is offered the new price, and switches with one press', async () => {
  const user = await signInWith(site, [DEARER]);
  site.network.intercept('POST', SWITCH, () =>
    Response.json({
      message: 'You pay the new price of Creator from 14 December 2026.',
      subscription: {
        ...DEARER,
        lower_price: null,
        pending_plan_name: 'Creator',
        pending_at: CURRENT.current_period_end,
        pending: { plan_name: 'Creator', interval: 'month', quantity: 1, at: CURRENT.current_period_end },
        next_payment: { amount: 1_000, currency: 'usd' },
        coming_payments: [{ at: CURRENT.current_period_end, amount: 1_000, repeats: true }],
      },
    }),
  );
  site.open(<SubscriptionsIsland />, '/subscriptions');
  await screen.findByRole('heading', { name: 'The price of Creator is now US$10 per month' });
  screen.getByText('If you switch, you pay it from 14 December 2026 on.');
  await expectAccessible();
  await site.press('Switch');
  await findToast('You pay the new price of Creator from 14 December 2026.');
  expect(listBodies(site, SWITCH)).toEqual([{ userId: user.id }]);
  await screen.findByRole('heading', { name: 'You pay another price from 14 December 2026' });
  screen.getByText('Creator stays as it is: you pay US$10.00 every month from 14 December 2026.');
});

test('Somebody whose own discount or tax makes another amount of the new price reads what they would pay', async () => {
  const payments = [
    { at: '2026-12-14T02:00:00.000Z', amount: 500, repeats: true },
    { at: '2027-03-14T02:00:00.000Z', amount: 1_000, repeats: true },
  ];
  await signInWith(site, [{ ...DEARER, lower_price: { unit_amount: 1_000, coming_payments: payments } }]);
  site.open(<SubscriptionsIsland />, '/subscriptions');
  await screen.findByText(
    'If you switch, you pay US$5.00 every month from 14 December 2026, then US$10.00 every month from 14 March 2027.',
  );
});

test('Somebody who pays the current price is offered nothing', async () => {
  await signInWith(site, [CURRENT]);
  site.open(<SubscriptionsIsland />, '/subscriptions');
  await screen.findByRole('heading', { name: 'Creator', level: 2 });
  expect(screen.queryByRole('button', { name: 'Switch' })).toBeNull();
});
