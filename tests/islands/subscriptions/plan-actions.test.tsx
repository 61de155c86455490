import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { SubscriptionsIsland } from '#src/features/subscriptions/Subscriptions.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';
import { createSubscription, listBodies, PATH, PENDING_DOWNGRADE, signInWith } from './fixtures.ts';

const CANCEL = `${PATH}/cancel/sub_1`;
const REACTIVATE = `${PATH}/reactivate/sub_1`;
const KEEP = `${PATH}/cancel-change/sub_1`;
const PORTAL = `${PATH}/portal`;

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

async function openWith(values: Partial<SubscriptionJson> = {}) {
  const user = await signInWith(site, [createSubscription(values)]);
  site.open(<SubscriptionsIsland />, '/subscriptions');
  return user;
}
const respond = (path: string, message: string, values: Partial<SubscriptionJson> = {}) =>
  site.network.intercept('POST', path, () => Response.json({ message, subscription: createSubscription(values) }));
const focusedHeading = () => screen.getByRole('heading', { name: 'Creator', level: 2 });

describe('cancelling', () => {
  test('asks first, says until when the plan runs, and sends reason and comment', async () => {
    const user = await openWith();
    respond(CANCEL, 'Subscription cancelled successfully', { cancel_at_period_end: true });
    await site.press('Cancel');
    const dialog = await findDialog('Cancel Creator?');
    dialog.getByText(/^You keep Creator until 14 December 2026\. Then it ends, and nothing more is charged\./);
    await expectAccessible();
    await site.user.selectOptions(dialog.getByLabelText('Why are you leaving? (optional)'), 'It’s too expensive');
    await site.user.type(dialog.getByLabelText('Anything else? (optional)'), ' I’ll be back. ');
    await site.press('Cancel subscription');
    await findToast('Subscription cancelled successfully');
    expect(listBodies(site, CANCEL)).toEqual([{ userId: user.id, reason: 'too_expensive', comment: 'I’ll be back.' }]);
    await screen.findByText('Will cancel at period end');
    await expectFocus(focusedHeading);
  });

  test('says before that a scheduled change of plan is dropped, too', async () => {
    await openWith(PENDING_DOWNGRADE);
    await site.press('Cancel');
    const dialog = await findDialog('Cancel Pro?');
    dialog.getByText('Your change to Creator is cancelled, too. If you reactivate later, you stay on Pro.');
  });

  test('needs no reason', async () => {
    const user = await openWith();
    respond(CANCEL, 'Subscription cancelled successfully', { cancel_at_period_end: true });
    await site.press('Cancel');
    await site.press('Cancel subscription');
    await findToast('Subscription cancelled successfully');
    expect(listBodies(site, CANCEL)).toEqual([{ userId: user.id, reason: null, comment: null }]);
  });

  test('that fails says so, with the server’s reason in the dialog, and keeps what was entered', async () => {
    await openWith();
    const message = 'This subscription has ended.';
    const restore = site.network.fail('POST', CANCEL, 409, { message, code: 'conflict' });
    await site.press('Cancel');
    const dialog = await findDialog();
    await site.user.type(dialog.getByLabelText('Anything else? (optional)'), 'Later');
    await site.press('Cancel subscription');
    await findFailure('Failed to cancel subscription', message);
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Anything else? (optional)').value).toBe('Later');
    restore();
    respond(CANCEL, 'Subscription cancelled successfully', { cancel_at_period_end: true });
    await site.press('Cancel subscription');
    await screen.findByText('Will cancel at period end');
  });

  test('is not done when the plan is kept', async () => {
    await openWith();
    await site.press('Cancel');
    await site.press('Keep Creator');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(listBodies(site, CANCEL)).toEqual([]);
  });
});

describe('reactivating', () => {
  test('is one press', async () => {
    const user = await openWith({ cancel_at_period_end: true });
    respond(REACTIVATE, 'Subscription reactivated successfully');
    await site.press('Reactivate');
    await findToast('Subscription reactivated successfully');
    expect(listBodies(site, REACTIVATE)).toEqual([{ userId: user.id }]);
    await screen.findByRole('button', { name: 'Cancel' });
    expect(screen.queryByText('Will cancel at period end')).toBeNull();
    await expectFocus(focusedHeading);
  });

  test('that the server refuses says so and shows the present state', async () => {
    const user = await openWith({ cancel_at_period_end: true });
    site.network.fail('POST', REACTIVATE, 409, { message: 'It has ended.', code: 'conflict' });
    await screen.findByRole('button', { name: 'Reactivate' });
    const ended = createSubscription({ status: 'canceled' });
    site.network.intercept('GET', `${PATH}/user/${user.id}`, () => Response.json({ subscriptions: [ended] }));
    await site.press('Reactivate');
    await findToast('Failed to reactivate subscription');
    await screen.findByRole('heading', { name: 'Your Creator subscription has ended' });
  });

  test('without a response says so and can be repeated', async () => {
    await openWith({ cancel_at_period_end: true });
    const restore = site.network.disconnect('POST', REACTIVATE);
    await site.press('Reactivate');
    await findToast('Failed to reactivate subscription');
    restore();
    respond(REACTIVATE, 'Subscription reactivated successfully');
    await site.press('Reactivate');
    await screen.findByRole('button', { name: 'Cancel' });
  });
});

test('a scheduled change is cancelled by keeping the plan', async () => {
  const user = await openWith(PENDING_DOWNGRADE);
  const restore = site.network.fail('POST', KEEP, 500);
  await site.press('Keep Pro');
  await findToast('Couldn’t cancel the change. Try again.');
  restore();
  respond(KEEP, 'You keep Pro', { plan_name: 'Pro' });
  await site.press('Keep Pro');
  await findToast('You keep Pro');
  expect(listBodies(site, KEEP)[1]).toEqual({ userId: user.id });
  await waitFor(() => expect(screen.queryByText(/^Changes to/)).toBeNull());
});

describe('the card', () => {
  test('is changed on the provider’s page, whose address is made on the press', async () => {
    await openWith();
    site.network.intercept('POST', PORTAL, () => Response.json({ url: 'https://pay.example/portal' }));
    const method = await screen.findByRole('region', { name: 'Payment method' });
    expect(listBodies(site, PORTAL)).toEqual([]);
    await site.user.click(within(method).getByRole('button', { name: 'Change card' }));
    await waitFor(() => expect(site.navigations).toEqual(['https://pay.example/portal']));
    expect(listBodies(site, PORTAL)).toEqual([{ flow: 'payment_method' }]);
  });

  test('Name, address and tax number are changed on the provider’s page', async () => {
    await openWith();
    site.network.intercept('POST', PORTAL, () => Response.json({ url: 'https://pay.example/portal' }));
    const section = await screen.findByRole('region', { name: 'Billing details' });
    expect(section.textContent).toContain('Earlier ones stay as they are.');
    await site.user.click(within(section).getByRole('button', { name: 'Change billing details' }));
    await waitFor(() => expect(site.navigations).toEqual(['https://pay.example/portal']));
    expect(listBodies(site, PORTAL)).toEqual([{ flow: 'overview' }]);
  });

  test.each([
    ['the server’s reason', 503, { message: 'Payments aren’t available right now.', code: 'unavailable' }],
    ['Couldn’t open the payment page. Try again.', 502, {}],
  ])('that can’t be changed right now: %s', async (words, status, body) => {
    await openWith();
    site.network.fail('POST', PORTAL, status, body);
    await site.press('Change card');
    await findToast('message' in body ? body.message : words);
    expect(site.navigations).toEqual([]);
  });
});
