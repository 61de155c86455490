import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChangePreviewJson, SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { SubscriptionsIsland } from '#src/features/subscriptions/Subscriptions.island.tsx';
import { sellOtherwise } from '../../support/app/catalogue.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';
import {
  createBilling,
  createSubscription,
  DOWNGRADE,
  listBodies,
  PAST_DUE,
  PATH,
  signInWith,
  UPGRADE,
} from './fixtures.ts';

const PREVIEW = `${PATH}/change-preview/sub_1`;
const CHANGE = `${PATH}/change/sub_1`;

let site: IslandSite;
const start = async (options = {}) => {
  site = await createIslandSite(options);
};
beforeEach(() => start());

type Opened = { plan?: string; preview?: ChangePreviewJson; values?: Partial<SubscriptionJson>; hasCard?: boolean };
async function openChange({ plan = 'Pro', preview = UPGRADE, values = {}, hasCard = true }: Opened = {}) {
  const billing = createBilling(hasCard ? {} : { card: null });
  const user = await signInWith(site, [createSubscription(values)], billing);
  showPreview(preview);
  site.open(<SubscriptionsIsland />, `/subscriptions?change=${plan}`);
  return user;
}
const showPreview = (preview: ChangePreviewJson) =>
  site.network.intercept('POST', PREVIEW, () => Response.json(preview));
const respond = (message: string, values: Partial<SubscriptionJson>) =>
  site.network.intercept('POST', CHANGE, () => Response.json({ message, subscription: createSubscription(values) }));
const listRows = () => screen.getAllByRole('row').map((row) => row.textContent);

test('a change to a yearly price says that it is paid every year from then on', async () => {
  const preview: ChangePreviewJson = {
    ...UPGRADE,
    interval: 'year',
    next_payment: 30_000,
    next_payment_at: '2027-11-24T02:00:00.000Z',
  };
  await openChange({ preview });
  await findDialog('Change to Pro');
  await screen.findByText('24 November 2027, then every year');
  expect(listRows().at(-1)).toBe('Next payment24 November 2027, then every yearUS$300.00');
});

test('a change whose next payment has a discount or a credit shows the payments after it, each with its day', async () => {
  const coming_payments = [
    { at: '2026-12-14T02:00:00.000Z', amount: 0, repeats: false },
    { at: '2027-01-14T02:00:00.000Z', amount: 1500, repeats: true },
    { at: '2027-03-14T02:00:00.000Z', amount: 3000, repeats: true },
  ];
  await openChange({ preview: { ...UPGRADE, next_payment: 0, coming_payments } });
  await findDialog('Change to Pro');
  await screen.findAllByText('After that');
  expect(listRows().slice(-3)).toEqual([
    'Next payment14 December 2026US$0.00',
    'After thatevery month from 14 January 2027US$15.00',
    'After thatevery month from 14 March 2027US$30.00',
  ]);
});

test('A change whose tax comes on top, and which a credit pays in part, shows a row for each, so that the rows add up to what is due now', async () => {
  await openChange({ preview: { ...UPGRADE, tax_added: 267, due_now: 1100 } });
  await findDialog('Change to Pro');
  await screen.findByRole('button', { name: 'Pay US$11.00' });
  expect(listRows().slice(2, 5)).toEqual(['TaxUS$2.67', 'Your credit−US$5.00', 'Due nowUS$11.00']);
});

test('A change whose prices include tax says how much of what is due now is tax', async () => {
  await openChange({ preview: { ...UPGRADE, tax_included: 222 } });
  await findDialog('Change to Pro');
  await screen.findByRole('button', { name: 'Pay US$13.33' });
  expect(listRows()[2]).toBe('Due nowIncludes US$2.22 taxUS$13.33');
});

test('The choice of plans names of each what not every plan includes', async () => {
  sellOtherwise({
    plans: {
      Creator: { features: ['Exports'] },
      Pro: { features: ['Exports', 'Night shifts'] },
      Studio: { features: ['Exports', 'Study rooms'] },
    },
  });
  await openChange();
  const dialog = await findDialog('Change to Pro');
  expect(dialog.getByRole('radio', { name: /^Pro/ }).closest('label')?.textContent).toContain('Night shifts');
});

describe('an upgrade', () => {
  test('shows the amount to the cent before it is paid, and then the new plan', async () => {
    const user = await openChange();
    const dialog = await findDialog('Change to Pro');
    await dialog.findByRole('button', { name: 'Pay US$13.33' });
    expect(listRows()).toEqual([
      'Pro for the rest of this period24 November to 14 December 2026US$20.00',
      'Unused time on Creator24 November to 14 December 2026−US$6.67',
      'Due nowUS$13.33',
      'Next payment14 December 2026, then every monthUS$30.00',
    ]);
    dialog.getByText('Charged to Visa ending 4242. You get Pro as soon as the payment goes through.');
    expect(listBodies(site, PREVIEW)).toEqual([{ userId: user.id, planName: 'Pro' }]);
    expect(window.location.search).toBe('');
    await expectAccessible();

    respond('You’re on Pro now.', { plan_name: 'Pro' });
    await site.press('Pay US$13.33');
    await findToast('You’re on Pro now.');
    const prorationDate = UPGRADE.proration_date;
    expect(listBodies(site, CHANGE)).toEqual([{ userId: user.id, planName: 'Pro', prorationDate }]);
    await screen.findByRole('article', { name: 'Pro' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('that the bank wants confirmed leads to the page where it is paid', async () => {
    await openChange();
    respond('Confirm the payment to finish the upgrade.', { unpaid_upgrade_url: 'https://pay.example/confirm' });
    await site.press('Pay US$13.33');
    await findToast('Confirm the payment to finish the upgrade.');
    const pay = await screen.findByRole('link', { name: /^Pay now/ });
    expect(pay.getAttribute('href')).toBe('https://pay.example/confirm');
    screen.getByRole('article', { name: 'Creator' });
  });

  test('that the bank declines says so and stays', async () => {
    await openChange();
    const message = 'Your card was declined. Change your card and try again.';
    site.network.fail('POST', CHANGE, 409, { message, code: 'conflict' });
    await site.press('Pay US$13.33');
    const dialog = await findDialog('Change to Pro');
    await dialog.findByText(message);
    await dialog.findByRole('button', { name: 'Pay US$13.33' });
    expect(screen.queryByRole('article', { name: 'Pro' })).toBeNull();
  });

  test('whose offer has expired is worked out again under the reason', async () => {
    await openChange();
    const message = 'The amount has changed. Check it and confirm again.';
    const restore = site.network.fail('POST', CHANGE, 409, { message, code: 'conflict' });
    const pay = await screen.findByRole('button', { name: 'Pay US$13.33' });
    showPreview({ ...UPGRADE, due_now: 1300, proration_date: UPGRADE.proration_date + 900 });
    await site.user.click(pay);
    const dialog = await findDialog('Change to Pro');
    await dialog.findByText(message);
    await dialog.findByRole('button', { name: 'Pay US$13.00' });
    restore();
    respond('You’re on Pro now.', { plan_name: 'Pro' });
    await site.press('Pay US$13.00');
    await screen.findByRole('article', { name: 'Pro' });
    expect(listBodies(site, CHANGE)[1].prorationDate).toBe(UPGRADE.proration_date + 900);
  });

  test('that a credit covers names no amount in the button', async () => {
    const [credit] = UPGRADE.lines;
    await openChange({ preview: { ...UPGRADE, due_now: 0, lines: credit ? [credit] : [] } });
    await screen.findAllByRole('row');
    screen.getByRole('button', { name: 'Change to Pro' });
    expect(listRows()[0]).toContain('Unused time on Creator after 24 Nov 2026');
    expect(screen.queryByText(/^Charged to/)).toBeNull();
  });

  test('A change with a lasting discount and a credit that is left says both, so that the lines add up', async () => {
    const lines = UPGRADE.lines.map((each) =>
      each.amount < 0 ? { ...each, amount: -8910 } : { ...each, amount: 990 },
    );
    await openChange({ preview: { ...UPGRADE, lines, discount: 99, due_now: 0, credit_left: 8910 - 990 + 99 } });
    await screen.findAllByRole('row');
    expect(listRows().slice(2, 5)).toEqual([
      'Discount−US$0.99',
      'Due nowUS$0.00',
      'Left as creditTaken off your next paymentsUS$80.19',
    ]);
    await expectAccessible();
  });

  test('without a known card is charged to the saved one', async () => {
    await openChange({ hasCard: false });
    await screen.findByText(/^Charged to your saved card\./);
  });
});

test('a plan that is set to end can be reactivated in the dialog, which then shows the amount', async () => {
  const values = { cancel_at_period_end: true };
  await signInWith(site, [createSubscription(values)], createBilling());
  const message = 'Your subscription is set to end. Reactivate it before you change your plan.';
  const restore = site.network.fail('POST', PREVIEW, 409, { message, code: 'conflict' });
  site.open(<SubscriptionsIsland />, '/subscriptions?change=Pro');
  const dialog = await findDialog('Change to Pro');
  await dialog.findByText(message);
  expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull();
  restore();
  showPreview(UPGRADE);
  site.network.intercept('POST', `${PATH}/reactivate/sub_1`, () =>
    Response.json({ message: 'Subscription reactivated successfully', subscription: createSubscription() }),
  );
  await site.user.click(dialog.getByRole('button', { name: 'Reactivate' }));
  await findToast('Subscription reactivated successfully');
  await dialog.findByRole('button', { name: 'Pay US$13.33' });
  expect(document.activeElement).toBe(dialog.getByRole('radio', { name: /^Pro/ }));
});

test('a plan that is set to end offers Retry where the amount did not load', async () => {
  await signInWith(site, [createSubscription({ cancel_at_period_end: true })], createBilling());
  site.network.disconnect('POST', PREVIEW);
  site.open(<SubscriptionsIsland />, '/subscriptions?change=Pro');
  const dialog = await findDialog('Change to Pro');
  await dialog.findByRole('button', { name: 'Retry' });
  expect(dialog.queryByRole('button', { name: 'Reactivate' })).toBeNull();
});

test('a downgrade costs nothing now and names its day', async () => {
  await openChange({ plan: 'Creator', preview: DOWNGRADE, values: { plan_name: 'Pro' } });
  const dialog = await findDialog('Change to Creator');
  await dialog.findByText('You keep Pro until 14 December 2026. Creator starts on that day.');
  expect(listRows()).toEqual(['Due nowUS$0.00', 'Next payment14 December 2026, then every monthUS$10.00']);
  respond('Your plan changes on 14 December 2026.', {
    plan_name: 'Pro',
    pending_plan_name: 'Creator',
    pending_at: DOWNGRADE.effective_at,
    pending: { plan_name: 'Creator', interval: 'month', quantity: 1, at: DOWNGRADE.effective_at },
  });
  await site.press('Change on 14 December');
  await screen.findByRole('heading', { name: 'Changes to Creator on 14 December 2026' });
});

test('a change that begins in another year has the year in its button', async () => {
  const preview = { ...DOWNGRADE, effective_at: '2027-11-24T02:00:00.000Z' };
  await openChange({ plan: 'Creator', preview, values: { plan_name: 'Pro' } });
  await screen.findByRole('button', { name: 'Change on 24 November 2027' });
});

test('another plan is chosen in the dialog; the current one can’t be', async () => {
  const user = await openChange();
  const dialog = await findDialog('Change to Pro');
  const current = dialog.getByRole<HTMLInputElement>('radio', { name: /^Creator/ });
  expect(current.disabled).toBe(true);
  showPreview({ ...UPGRADE, plan_name: 'Studio', due_now: 7333 });
  await site.user.click(dialog.getByRole('radio', { name: /^Studio/ }));
  await screen.findByRole('button', { name: 'Pay US$73.33' });
  await findDialog('Change to Studio');
  expect(listBodies(site, PREVIEW)[1]).toEqual({ userId: user.id, planName: 'Studio' });
});

/** Three people at an earlier, yearly price in euros. */
const KEPT: Partial<SubscriptionJson> = {
  price: { unit_amount: 9900, currency: 'eur', quantity: 3, interval: 'year', interval_count: 1, discounts: [] },
};

test('the current plan is shown with what is really paid, and the others for as many people', async () => {
  await openChange({ values: KEPT });
  const dialog = await findDialog('Change to Pro');
  const choices = dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(choices[0]).toMatch(/^CreatorCurrent.*3 × €99 per year$/);
  expect(choices[1]).toMatch(/^Pro.*3 × US\$30$/);
});

test('the current plan is shown without a price while that isn’t known', async () => {
  await openChange({ values: { price: null } });
  const dialog = await findDialog('Change to Pro');
  expect(dialog.getByRole('radio', { name: /^Creator/ }).closest('label')?.textContent).not.toContain('US$');
});

test('an upgrade from a yearly price says when its own period ends', async () => {
  const next_payment_at = '2026-12-24T02:00:00.000Z';
  const lines = UPGRADE.lines.map((each) => ({ ...each, period_end: next_payment_at }));
  await openChange({
    values: { ...KEPT, current_period_end: '2027-06-14T02:00:00.000Z' },
    preview: { ...UPGRADE, lines, next_payment_at },
  });
  await screen.findByRole('button', { name: 'Pay US$13.33' });
  expect(listRows()[0]).toBe('Pro24 November to 24 December 2026US$20.00');
  expect(listRows()[3]).toBe('Next payment24 December 2026, then every monthUS$30.00');
});

test('a change to a yearly price says that it is paid every year', async () => {
  await openChange({ preview: { ...UPGRADE, interval: 'year' } });
  await screen.findByRole('button', { name: 'Pay US$13.33' });
  expect(listRows().at(-1)).toBe('Next payment14 December 2026, then every yearUS$30.00');
});

test('an amount that can’t be worked out says why and is asked for again', async () => {
  const user = await signInWith(site, [createSubscription({ status: 'past_due' })]);
  const message = 'Pay the open invoice before you change plan.';
  const restore = site.network.fail('POST', PREVIEW, 409, { message, code: 'conflict' });
  site.open(<SubscriptionsIsland />, '/subscriptions?change=Pro');
  const dialog = await findDialog('Change to Pro');
  await dialog.findByText(message);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change to Pro' }).disabled).toBe(true);
  await expectAccessible();
  restore();
  showPreview(UPGRADE);
  await site.press('Retry');
  await screen.findByRole('button', { name: 'Pay US$13.33' });
  expect(listBodies(site, PREVIEW).at(-1)).toEqual({ userId: user.id, planName: 'Pro' });
});

test('a change that waits for a payment leads to it, and the chosen plan has the focus', async () => {
  const subscription = createSubscription({ status: 'past_due' });
  await signInWith(site, [subscription], createBilling({ past_due: PAST_DUE }));
  site.network.fail('POST', PREVIEW, 409, { message: 'Your last payment didn’t go through.', code: 'conflict' });
  site.open(<SubscriptionsIsland />, '/subscriptions?change=Studio');
  const dialog = await findDialog('Change to Studio');
  const link = await dialog.findByRole<HTMLAnchorElement>('link', { name: /Pay now/ });
  expect(link.href).toBe(PAST_DUE.pay_url);
  expect(dialog.getByRole('radio', { name: /^Studio/ }).hasAttribute('autofocus')).toBe(true);
  await expectAccessible();
});

test('keeping the plan closes the dialog and changes nothing', async () => {
  await openChange();
  await findDialog('Change to Pro');
  await site.press('Keep Creator');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(listBodies(site, CHANGE)).toEqual([]);
});

test.each(['Creator', 'Starter', 'TaxMate', 'Author'])('no dialog opens for the plan %s', async (plan) => {
  await signInWith(site, [createSubscription()]);
  site.open(<SubscriptionsIsland />, `/subscriptions?change=${plan}&product=GenMate`);
  await screen.findByRole('article', { name: 'Creator' });
  await waitFor(() => expect(window.location.search).toBe('?product=GenMate'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an offer is renewed before it expires', async () => {
  await start({ hasFakeTimers: true });
  await openChange();
  await screen.findByRole('button', { name: 'Pay US$13.33' });
  showPreview({ ...UPGRADE, due_now: 1300 });
  site.clock.advance(14 * 60_000);
  await screen.findByRole('button', { name: 'Pay US$13.00' });
});

test.each(['team', 'TEAM', 'Old team'])(
  'a link with an earlier name of the plan, %s, opens its change',
  async (plan) => {
    sellOtherwise({ plans: { Pro: { earlierNames: ['Old team', 'Team'] } } });
    await openChange({ plan });
    await findDialog('Change to Pro');
  },
);

describe('a plan that is sold by the month and by the year, and by the seat', () => {
  const price = { ...createSubscription({ plan_name: 'Pro' }).price, unit_amount: 3_000, quantity: 2 };
  const values = { plan_name: 'Pro', price } as Partial<SubscriptionJson>;
  const yearly: ChangePreviewJson = { ...UPGRADE, interval: 'year', quantity: 2, next_payment: 60_000 };
  beforeEach(() =>
    sellOtherwise({
      plans: {
        Pro: {
          sellsSeats: true,
          prices: [
            { interval: 'month', amount: 30 },
            { interval: 'year', amount: 300 },
          ],
        },
      },
    }),
  );
  const openCard = async () => {
    const user = await signInWith(site, [createSubscription(values)]);
    showPreview(yearly);
    site.open(<SubscriptionsIsland />, '/subscriptions');
    return user;
  };

  test('is paid by the year from its card, now or with the next payment', async () => {
    const user = await openCard();
    await site.press('Pay by the year');
    const dialog = await findDialog('Change Pro');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Yearly/ }).checked).toBe(true);
    dialog.getByText('US$300 per seat and year, 16% less');
    await dialog.findByRole('button', { name: 'Pay US$13.33' });
    await expectAccessible();
    const later: ChangePreviewJson = { ...yearly, when: 'period_end', direction: 'downgrade', due_now: 0, lines: [] };
    showPreview({ ...later, effective_at: '2026-12-14T02:00:00.000Z' });
    await site.user.click(dialog.getByRole('radio', { name: /^14 December 2026/ }));
    await dialog.findByText('Nothing changes until 14 December 2026. You pay the new price from that day.');
    const terms = { userId: user.id, planName: 'Pro', interval: 'year', quantity: 2 };
    expect(listBodies(site, PREVIEW)).toEqual([terms, { ...terms, when: 'period_end' }]);
    respond('Pro changes on 14 December.', values);
    await site.press('Change on 14 December');
    await findToast('Pro changes on 14 December.');
    expect(listBodies(site, CHANGE)).toEqual([{ ...terms, when: 'period_end', prorationDate: UPGRADE.proration_date }]);
  });

  test('shows what other seats cost, and asks for nothing while nothing changes', async () => {
    const user = await openCard();
    await site.press('Change seats');
    const dialog = await findDialog('Change Pro');
    dialog.getByText('Choose what to change, and you see here what it costs.');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change Pro' }).disabled).toBe(true);
    expect(listBodies(site, PREVIEW)).toEqual([]);
    const seats = dialog.getByLabelText('Seats');
    await site.user.clear(seats);
    dialog.getByText('Enter a whole number from 1 to 1000.');
    await site.user.type(seats, '5');
    await dialog.findByRole('button', { name: 'Pay US$13.33' });
    expect(listBodies(site, PREVIEW)).toEqual([{ userId: user.id, planName: 'Pro', interval: 'month', quantity: 5 }]);
    await expectAccessible();
  });

  test('says that an earlier price ends with the change, where what stays costs another amount today', async () => {
    const { price } = createSubscription(values);
    await signInWith(site, [createSubscription({ ...values, price: price && { ...price, unit_amount: 2_500 } })]);
    site.open(<SubscriptionsIsland />, '/subscriptions');
    await screen.findByRole('heading', { name: 'Pro', level: 2 });
    await site.press('Change seats');
    const dialog = await findDialog('Change Pro');
    dialog.getByText(
      'You pay US$25.00 per seat and month so far. With this change, you pay the price of today: US$30 per seat and month.',
    );
  });

  test('opens at the interval that the address of a pricing page names', async () => {
    await signInWith(site, [createSubscription(values)]);
    showPreview(yearly);
    site.open(<SubscriptionsIsland />, '/subscriptions?change=Pro&interval=year');
    const dialog = await findDialog('Change Pro');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Yearly/ }).checked).toBe(true);
    expect(window.location.search).toBe('');
  });

  test('says on its card what a scheduled change changes', async () => {
    const pending = { plan_name: 'Pro', interval: 'year', quantity: 5, at: '2026-12-14T02:00:00.000Z' };
    const scheduled = { ...values, pending_plan_name: 'Pro', pending_at: pending.at, pending };
    await signInWith(site, [createSubscription(scheduled)]);
    site.open(<SubscriptionsIsland />, '/subscriptions');
    await screen.findByRole('heading', { name: 'Changes to Pro by the year with 5 seats on 14 December 2026' });
    screen.getByText('You keep Pro by the month with 2 seats until then.');
    screen.getByRole('button', { name: 'Keep Pro by the month with 2 seats' });
    expect(screen.queryByRole('button', { name: 'Pay by the year' })).toBeNull();
    screen.getByRole('button', { name: 'Change seats' });
  });

  test('says in the choice of plans that its price is for each seat', async () => {
    await openChange({ preview: yearly });
    const dialog = await findDialog('Change to Pro');
    expect(dialog.getByRole('radio', { name: /^Pro/ }).closest('label')?.textContent).toMatch(/US\$30 per seat$/);
  });
});
