import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { UserDetailIsland } from '#src/features/users/detail/UserDetail.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';
import { createUserDetail } from '../../support/islands/user-fixtures.ts';

const USER = '/api/admin/users/412';
const GIFTS = `${USER}/complimentary-plans`;
const GIFT = {
  id: 'comp_1',
  product_id: 4,
  product_name: 'GenMate',
  plan_name: 'Creator',
  quantity: 1,
  ends_at: '2026-12-24T10:59:59.000Z',
  created_at: '2026-11-22T10:00:00.000Z',
  reason: 'Helped with the launch',
};
let site: IslandSite;
let user: UserDetailJson;

beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-22T10:05:00.000Z');
  await site.signIn('admin');
  user = createUserDetail({ subscriptions: [] });
  site.network.intercept('GET', USER, () => Response.json({ data: { user } }));
  site.network.intercept('GET', `${USER}/notes`, () => Response.json({ data: { notes: [] } }));
});

async function open() {
  site.open(<UserDetailIsland />, '/admin/users/412?tab=subscriptions');
  await screen.findByRole('navigation', { name: 'Henrik Dahl' });
}

const undo = { id: 'undo-1', until: '2026-11-22T10:05:30.000Z' };

test('A plan is given with a last day and a reason, and Undo is offered', async () => {
  site.network.intercept('POST', GIFTS, () => {
    user = { ...user, complimentary_plans: [GIFT] };
    return Response.json({
      message: 'GenMate Creator given free of charge, until 24 December 2026',
      data: { user },
      undo,
    });
  });
  await open();
  await site.user.click(await screen.findByRole('button', { name: 'Give a plan...' }));
  const { getByRole, getByLabelText, dialog } = await findDialog('Give Henrik Dahl a plan');
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'Give plan' }));
  expect([...dialog.querySelectorAll('.field-error')].map(({ textContent }) => textContent)).toEqual([
    'Choose a plan.',
    'Say why. Only staff see it.',
  ]);
  await expectFocus(() => getByLabelText('Plan'));
  await site.user.selectOptions(getByLabelText('Plan'), 'GenMate Creator');
  await site.user.click(getByRole('radio', { name: /^On a day/ }));
  await site.user.type(getByLabelText('Last day'), '2026-12-24');
  await site.user.type(getByLabelText('Reason'), 'Helped with the launch');
  await site.user.click(getByRole('button', { name: 'Give plan' }));
  await findToast('GenMate Creator given free of charge, until 24 December 2026');
  const [call] = site.network.calls.filter(({ path, method }) => path === GIFTS && method === 'POST');
  expect(JSON.parse(call?.body ?? '')).toEqual({
    planName: 'Creator',
    quantity: 1,
    endsAt: '2026-12-24T10:59:59.000Z',
    reason: 'Helped with the launch',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const table = screen.getByRole('table', { name: 'Given free of charge' });
  expect(table.textContent).toMatch(/Creator24 December 2026Helped with the launch/);
  screen.getByRole('button', { name: /^Undo/ });
});

test('A refusal stays in the dialog with what is typed', async () => {
  const message = 'Henrik already pays for GenMate. Add a coupon to the subscription, or extend it, instead.';
  site.network.fail('POST', GIFTS, 409, { message, code: 'conflict' });
  await open();
  await site.user.click(await screen.findByRole('button', { name: 'Give a plan...' }));
  const { getByRole, getByLabelText } = await findDialog('Give Henrik Dahl a plan');
  await site.user.selectOptions(getByLabelText('Plan'), 'GenMate Creator');
  await site.user.type(getByLabelText('Reason'), 'Launch');
  await site.user.click(getByRole('button', { name: 'Give plan' }));
  await screen.findByText(message);
  expect((getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('Launch');
});

test('A given plan is ended from its menu, after a question that says who loses it', async () => {
  user = { ...user, complimentary_plans: [GIFT] };
  site.network.intercept('DELETE', `${GIFTS}/comp_1`, () => {
    user = { ...user, complimentary_plans: [] };
    return Response.json({ message: 'GenMate Creator ended', data: { user }, undo });
  });
  await open();
  await site.chooseAction('GenMate Creator', 'End now...');
  const { getByRole, dialog } = await findDialog('End GenMate Creator of Henrik Dahl?');
  expect(dialog.textContent).toMatch(/was given it free of charge by .+, and loses it straight away\./);
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'End plan' }));
  await findToast('GenMate Creator ended');
  await screen.findByText('Henrik has never had a paid plan.');
});

test('A credit is named under the plans of its user, and nothing is without one', async () => {
  user = { ...user, complimentary_plans: [GIFT], credits: [{ amount: 5_767, currency: 'nzd' }] };
  await open();
  const words = 'Credit: $57.67. It’s taken off the next payments in the same currency.';
  await screen.findByText(words);
  user = { ...user, credits: [] };
  await open();
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});
