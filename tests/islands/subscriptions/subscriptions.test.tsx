import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { getPlans } from '#api/domain/catalogue.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { sellOtherwise } from '../../support/app/catalogue.ts';
import { SubscriptionsIsland } from '#src/features/subscriptions/Subscriptions.island.tsx';
import { paths } from '#src/lib/paths.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';
import {
  CARD,
  createBilling,
  createInvoice,
  createSubscription,
  PAST_DUE,
  PATH,
  PENDING_DOWNGRADE,
  signInWith,
  TAXMATE,
} from './fixtures.ts';
import { demoPaths } from '../../support/site/demo-paths.ts';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

const open = (path: string = paths.subscriptions) => site.open(<SubscriptionsIsland />, path);
const findCard = (name = 'Creator') => screen.findByRole('article', { name });
const getFact = (term: string) => screen.getByText(term).parentElement?.textContent;

async function openWith(values: Partial<SubscriptionJson>, billing = createBilling()) {
  await signInWith(site, [createSubscription(values)], billing);
  open();
}

describe('the plan', () => {
  test('shows status, period, next payment, and allowance, and offers a change and Cancel', async () => {
    await openWith({});
    const card = within(await findCard());
    card.getByRole('heading', { name: 'Creator', level: 2 });
    expect(card.getByText('active').className).toContain('badge-green');
    card.getByText('US$10');
    expect(getFact('Current period')).toBe('Current period14 November to 14 December 2026');
    expect(getFact('Next payment')).toBe('Next paymentUS$10.00 on 14 December 2026');
    expect(getFact('Generations per month')).toBe('Generations per month10');
    expect(getFact('Words per generation')).toBe('Words per generation100,000');
    const change = card.getByRole('link', { name: /^Change plan/ });
    expect([change.getAttribute('href'), change.getAttribute('target')]).toEqual(['/genmate/pricing', '_blank']);
    card.getByRole('button', { name: 'Cancel' });
    expect(card.queryByRole('button', { name: 'Reactivate' })).toBeNull();
    await expectAccessible();
  });

  test('that is cancelled says so and offers Reactivate instead', async () => {
    await openWith({ cancel_at_period_end: true });
    const card = within(await findCard());
    card.getByText('Will cancel at period end');
    expect(getFact('Next payment')).toBe('Next paymentSubscription ending');
    card.getByRole('button', { name: 'Reactivate' });
    expect(card.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(card.queryByRole('link', { name: /Change plan/ })).toBeNull();
    await expectAccessible();
  });

  test.each(['past_due', 'unpaid', 'paused'] as const)('with the status %s has a red badge', async (status) => {
    await openWith({ status });
    const card = within(await findCard());
    expect(card.getByText(status.replace('_', ' ')).className).toContain('badge-red');
    expect(getFact('Next payment')).toBe('Next paymentNo upcoming payment');
  });

  test('with a scheduled change names the next plan, its day and its price', async () => {
    await openWith(PENDING_DOWNGRADE);
    const card = within(await findCard('Pro'));
    card.getByRole('heading', { name: 'Changes to Creator on 14 December 2026' });
    card.getByText('You keep Pro until then.');
    card.getByRole('button', { name: 'Keep Pro' });
    expect(getFact('Next payment')).toBe('Next paymentUS$10.00 on 14 December 2026');
    await expectAccessible();
  });

  test('with an upgrade that waits for its payment links to where it is paid', async () => {
    await openWith({ unpaid_upgrade_url: 'https://pay.example/confirm' });
    const card = within(await findCard());
    card.getByRole('heading', { name: 'Your upgrade is waiting for its payment' });
    expect(card.getByRole('link', { name: /^Pay now/ }).getAttribute('href')).toBe('https://pay.example/confirm');
    await expectAccessible();
  });

  test('at an earlier price, for three people, with a coupon and in another currency shows all of it', async () => {
    await openWith({
      price: {
        unit_amount: 799,
        currency: 'eur',
        quantity: 3,
        interval: 'year',
        interval_count: 1,
        discounts: [{ name: 'Friends', percent_off: 15, amount_off: null, ends_at: null, is_once: false }],
      },
      next_payment: { amount: 2037, currency: 'eur' },
    });
    const card = within(await findCard());
    expect(card.getByText('15% off').closest('.plan-price')?.textContent).toBe('3 × €7.99 per year15% off');
    expect(getFact('Next payment')).toBe('Next payment€20.37 on 14 December 2026');
  });

  test('whose discount or credit ends names the amount after it and from when', async () => {
    const coming_payments = [
      { at: '2026-12-14T02:00:00.000Z', amount: 0, repeats: true },
      { at: '2027-02-14T02:00:00.000Z', amount: 500, repeats: false },
      { at: '2027-03-14T02:00:00.000Z', amount: 1000, repeats: true },
    ];
    await openWith({ next_payment: { amount: 0, currency: 'usd' }, coming_payments });
    await findCard();
    expect(getFact('Next payment')).toBe(
      'Next paymentUS$0.00 every month from 14 December 2026, then US$5.00 on 14 February 2027, then US$10.00 every month from 14 March 2027',
    );
  });

  test('whose amount holds for one payment says the next by the interval of a change that is booked', async () => {
    const at = '2026-12-14T02:00:00.000Z';
    const coming_payments = [
      { at, amount: 740, repeats: false },
      { at: '2027-12-14T02:00:00.000Z', amount: 74_000, repeats: true },
    ];
    const pending = { plan_name: 'Creator', interval: 'year', quantity: 1, at };
    await openWith({ next_payment: { amount: 740, currency: 'usd' }, coming_payments, pending });
    await findCard();
    expect(getFact('Next payment')).toBe(
      'Next paymentUS$7.40 on 14 December 2026, then US$740.00 every year from 14 December 2027',
    );
  });

  test('A plan card says nothing of a coupon that has ended', async () => {
    const price = createSubscription().price;
    const ends_at = '2026-11-20T02:00:00.000Z';
    const ended = { name: 'Launch', percent_off: 50, amount_off: null, ends_at, is_once: false };
    site.clock.set('2026-11-22T02:00:00.000Z');
    await openWith({ price: price && { ...price, discounts: [ended, { ...ended, percent_off: 15, ends_at: null }] } });
    const card = await findCard();
    expect(card.querySelector('.plan-price')?.textContent).toBe('US$10 per month15% off');
  });

  test('whose price was not read yet is shown without a price', async () => {
    await openWith({ plan_name: 'Author', price: null, next_payment: null });
    await findCard('Author');
    expect(getFact('Next payment')).toBe('Next payment14 December 2026');
  });
});

describe('products', () => {
  test('only GenMate is offered until TaxMate is owned', async () => {
    await openWith({});
    const selector = await screen.findByRole('combobox', { name: 'Product' });
    expect(
      within(selector)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['GenMate']);
  });

  test('two subscriptions are both shown, each under its product', async () => {
    await signInWith(site, [createSubscription(), createSubscription(TAXMATE)]);
    open();
    const genmate = within(await findCard('GenMate Creator'));
    const taxmate = within(await findCard('TaxMate'));
    genmate.getByRole('button', { name: 'Cancel' });
    taxmate.getByText('Records of income and expenses, with receipts');
    expect(taxmate.queryByRole('link', { name: /Change plan/ })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Product' }).textContent).toBe('All productsTaxMateGenMate');
    await expectAccessible();
  });

  test('one product is chosen in the selector and stays in the address', async () => {
    await signInWith(site, [createSubscription(), createSubscription(TAXMATE)]);
    open();
    await findCard('TaxMate');
    await site.user.selectOptions(screen.getByRole('combobox', { name: 'Product' }), 'TaxMate');
    expect(window.location.search).toBe('?product=TaxMate');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    await site.user.selectOptions(screen.getByRole('combobox', { name: 'Product' }), 'All products');
    await findCard('GenMate Creator');
    expect(window.location.search).toBe('');
  });

  test('a subscription to a product that was archived is still shown', async () => {
    sellOtherwise({ products: { TaxMate: { isArchived: true } } });
    await signInWith(site, [createSubscription(TAXMATE)]);
    open();
    within(await findCard('TaxMate')).getByRole('button', { name: 'Cancel' });
  });

  test('a trial whose first payment alone has a discount names both amounts with their days', async () => {
    const at = '2026-12-14T02:00:00.000Z';
    const coming_payments = [
      { at, amount: 500, repeats: false },
      { at: '2027-01-14T02:00:00.000Z', amount: 1000, repeats: true },
    ];
    const next_payment = { amount: 500, currency: 'usd' };
    await openWith({ status: 'trialing', trial_end: at, next_payment, coming_payments });
    await findCard();
    expect(getFact('Trial')).toBe(
      'TrialYour trial ends on 14 December 2026. You pay US$5.00 on 14 December 2026, then US$10.00 every month from 14 January 2027',
    );
  });

  test('a trial says when it ends, what follows and when the first payment is', async () => {
    await openWith({ status: 'trialing', trial_end: '2026-12-14T02:00:00.000Z' });
    const card = within(await findCard());
    expect(card.getByText('free trial').className).toContain('badge-green');
    expect(getFact('Trial')).toBe('TrialYour trial ends on 14 December 2026; then US$10.00 every month');
    expect(getFact('Next payment')).toBe('Next paymentUS$10.00 on 14 December 2026');
  });

  test('a live subscription stands above one that has ended', async () => {
    const ended = createSubscription({ status: 'canceled', current_period_end: '2026-10-14T02:00:00.000Z' });
    await signInWith(site, [ended, createSubscription(TAXMATE)]);
    open();
    const card = await findCard('TaxMate');
    const heading = screen.getByRole('heading', { name: 'Your GenMate Creator subscription has ended' });
    expect(card.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

describe('without a subscription', () => {
  test('the free plan and the way to the plans are shown', async () => {
    await signInWith(site, []);
    open();
    await screen.findByRole('heading', { name: 'You don’t have a subscription' });
    screen.getByText('Starter is free: Generations per month: 3, Words per generation: 10,000.');
    const link = screen.getByRole('link', { name: 'See the GenMate plans' });
    expect(link.getAttribute('href')).toBe(demoPaths.genmatePricing);
    await expectAccessible();
  });

  test('a product with another name and page of prices is offered by these', async () => {
    sellOtherwise({
      products: { GenMate: { name: 'Skriva', pricesAddress: '/skriva/priser' } },
      plans: { Starter: { planName: 'Fri', limits: [{ key: 'volumes', name: 'Volumes', number: 5, unit: 'GB' }] } },
    });
    await signInWith(site, []);
    open();
    const link = await screen.findByRole('link', { name: 'See the Skriva plans' });
    expect(link.getAttribute('href')).toBe('/skriva/priser');
    screen.getByText('Fri is free: Volumes: 5 GB.');
  });

  test('a free plan without limits and features is only said to be free', async () => {
    sellOtherwise({ plans: { Starter: { limits: [], features: [] } } });
    await signInWith(site, []);
    open();
    await screen.findByText('Starter is free.');
  });

  test('where nothing is sold yet, nothing is offered and there is no product to choose', async () => {
    sellOtherwise({ plans: Object.fromEntries(getPlans().map(({ planName }) => [planName, null])) });
    await signInWith(site, []);
    open();
    await screen.findByText('There are no plans to choose from yet.');
    expect(screen.queryByRole('link', { name: /Subscribe|plans/ })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Product' })).toBeNull();
  });

  test('where no plan is free, the products that are sold can be chosen', async () => {
    sellOtherwise({ plans: { Starter: null } });
    await signInWith(site, []);
    open();
    await screen.findByRole('link', { name: 'See the GenMate plans' });
    expect(screen.getByRole('combobox', { name: 'Product' }).textContent).toBe('All productsTaxMateGenMate');
    screen.getByRole('heading', { name: 'You don’t have a subscription to TaxMate' });
  });

  test('one that ended is named, with its invoices', async () => {
    const ended = createSubscription({ status: 'canceled', current_period_end: '2026-10-14T02:00:00.000Z' });
    const earlier = createSubscription({
      id: 2,
      plan_name: 'Pro',
      status: 'canceled',
      current_period_end: '2026-05-14T02:00:00.000Z',
    });
    await signInWith(site, [earlier, ended], createBilling({ invoices: [createInvoice()] }));
    open();
    await screen.findByRole('heading', { name: 'Your Creator subscription has ended' });
    screen.getByText(/^It ended on 14 October 2026\./);
    screen.getByRole('link', { name: 'See the GenMate plans' });
    await screen.findByRole('heading', { name: 'Invoices' });
  });

  test.each([
    ['before its period', '2026-10-10T02:00:00.000Z', '10 October 2026'],
    ['with its period', '2026-10-14T02:00:00.000Z', '14 October 2026'],
    ['after its period', '2026-10-20T02:00:00.000Z', '20 October 2026'],
    ['on a day that has begun in the company’s zone only', '2026-10-10T11:30:00.000Z', '11 October 2026'],
  ])('one that ended %s says the day on which it ended', async (_when, ended_at, day) => {
    const current_period_end = '2026-10-14T02:00:00.000Z';
    await signInWith(site, [createSubscription({ status: 'canceled', current_period_end, ended_at })]);
    open();
    await screen.findByText((text) => text.startsWith(`It ended on ${day}. `));
  });

  test('a visitor is asked to sign in, and nothing is loaded', async () => {
    open('/subscriptions?change=Pro');
    await screen.findByRole('heading', { name: 'Sign in to manage your subscriptions' });
    const link = screen.getByRole('link', { name: 'Sign In' });
    expect(link.getAttribute('href')).toBe('/login?callbackUrl=%2Fsubscriptions%3Fchange%3DPro');
    expect(site.network.calls).toEqual([]);
    await expectAccessible();
  });
});

describe('payments', () => {
  test('the card, the invoices and their states are listed, newest first', async () => {
    const invoices = [
      createInvoice({ id: 'in_0', status: 'draft', created_at: '2026-12-14T02:00:00.000Z' }),
      createInvoice({
        id: 'in_2',
        created_at: '2026-04-14T02:00:00.000Z',
        total: 3000,
        is_refunded: true,
        plan_name: 'Pro',
      }),
      createInvoice(),
      createInvoice({ id: 'in_3', created_at: '2026-03-14T02:00:00.000Z', status: 'open', receipt_url: null }),
      createInvoice({ id: 'in_4', created_at: '2026-02-14T02:00:00.000Z', total: -500, receipt_url: null }),
    ];
    await openWith({}, createBilling({ invoices, is_sandbox: true }));
    const section = within(await screen.findByRole('region', { name: 'Invoices' }));
    expect(section.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '14 November 2026Creator · MW-2026-1184PaidUS$10.00InvoiceReceipt',
      '14 April 2026Pro · MW-2026-1184RefundedUS$30.00InvoiceReceipt',
      '14 March 2026Creator · MW-2026-1184DueUS$10.00Invoice',
      '14 February 2026Creator · MW-2026-1184Credited−US$5.00Invoice',
    ]);
    const receipt = section.getByRole('link', { name: 'Receipt of 14 November 2026 (opens a new tab)' });
    expect(receipt.getAttribute('href')).toBe('https://pay.example/receipt');
    const method = screen.getByRole('region', { name: 'Payment method' });
    expect(method.textContent).toContain('Visa ending 4242Expires 08/2029');
    screen.getByText('Payment sandbox: no real money moves on this site.');
    await expectAccessible();
  });

  test('A credit is named on the page and in the dialog that cancels, and says what becomes of it', async () => {
    await openWith({}, createBilling({ credits: [{ amount: 2_000, currency: 'usd' }] }));
    const section = await screen.findByRole('region', { name: 'Credit' });
    expect(section.textContent).toContain(
      'You have a credit of US$20.00. It’s taken off your next payments in the same currency.',
    );
    await site.press('Cancel');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain(
      'You have a credit of US$20.00. It stays with your account, and is taken off your next purchase in the same currency.',
    );
  });

  test('a long list begins with twelve invoices', async () => {
    const invoices = Array.from({ length: 14 }, (_, at) => createInvoice({ id: `in_${at}` }));
    await openWith({}, createBilling({ invoices }));
    const section = within(await screen.findByRole('region', { name: 'Invoices' }));
    expect(section.getAllByRole('listitem')).toHaveLength(12);
    await site.press('Show all 14 invoices');
    expect(section.getAllByRole('listitem')).toHaveLength(14);
  });

  test('says that the card could not be loaded, and not that there is none, while Stripe is away', async () => {
    await openWith({}, createBilling({ card: null, is_card_unknown: true }));
    await screen.findByText('Couldn’t load your card.');
    expect(screen.queryByText('No card is saved.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add a card' })).toBeNull();
    screen.getByRole('button', { name: 'Retry' });
  });

  test('a card that has expired, and none, are said', async () => {
    await openWith({}, createBilling({ card: { ...CARD, exp_year: 2025 } }));
    await screen.findByText('Expired 08/2025');
    expect(screen.queryByText(/Payment sandbox/)).toBeNull();
    await openWith({}, createBilling({ card: null }));
    await screen.findByText('No card is saved.');
    screen.getByRole('button', { name: 'Add a card' });
  });

  test('a payment that failed stands above everything, with the card and the payment', async () => {
    await openWith({ status: 'past_due' }, createBilling({ past_due: PAST_DUE }));
    const banner = await screen.findByRole('alert');
    expect(banner.textContent).toContain('Your last payment didn’t go through');
    expect(banner.textContent).toContain(
      'US$10.00 for Creator on 14 November 2026. We’ll try again on 26 November 2026.',
    );
    expect(banner.compareDocumentPosition(await findCard())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    within(banner).getByRole('button', { name: 'Change card' });
    const pay = within(banner).getByRole('link', { name: /^Pay now/ });
    expect(pay.getAttribute('href')).toBe('https://pay.example/pay');
    await expectAccessible();
  });

  test('after the last attempt it says that the plan ends', async () => {
    await openWith({ status: 'past_due' }, createBilling({ past_due: { ...PAST_DUE, next_attempt_at: null } }));
    await screen.findByText(/We won’t try again, and Creator ends soon unless you pay\./);
  });

  test('a payment that was made in another tab is seen when this one is shown again', async () => {
    const user = await signInWith(
      site,
      [createSubscription({ status: 'past_due' })],
      createBilling({ past_due: PAST_DUE }),
    );
    open();
    await screen.findByRole('alert');
    site.network.intercept('GET', `${PATH}/user/${user.id}`, () =>
      Response.json({ subscriptions: [createSubscription()] }),
    );
    site.network.intercept('GET', `${PATH}/user/${user.id}/billing`, () => Response.json(createBilling()));
    document.dispatchEvent(new Event('visibilitychange'));
    await screen.findByText('active');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('loading', () => {
  test('shows the shape of the screen', async () => {
    const user = await signInWith(site, []);
    const proceed = site.network.hold('GET', `${PATH}/user/${user.id}`);
    open();
    expect((await screen.findByRole('status')).textContent).toBe('Loading...');
    await waitFor(() => expect(document.querySelector('.plan-card .skeleton')).not.toBeNull());
    await expectAccessible();
    proceed();
  });

  test('that fails says so and tries again', async () => {
    const user = await signInWith(site, [createSubscription()]);
    const restore = site.network.fail('GET', `${PATH}/user/${user.id}`);
    open();
    await screen.findByText('Failed to load subscriptions');
    await expectAccessible();
    restore();
    await site.press('Retry');
    await findCard();
  });

  test('of the invoices that fails leaves the plan', async () => {
    const user = await signInWith(site, [createSubscription()], createBilling({ invoices: [createInvoice()] }));
    const restore = site.network.disconnect('GET', `${PATH}/user/${user.id}/billing`);
    open();
    await findCard();
    await screen.findByText('Couldn’t load your payment method and invoices.');
    restore();
    await site.press('Retry');
    await screen.findByRole('heading', { name: 'Invoices' });
  });

  test.each([
    ['the server answers so', true],
    ['the billing details say so', false],
  ])('says that Stripe is not configured when %s', async (_, isRefused) => {
    const user = await signInWith(site, [], createBilling({ is_configured: false, card: null }));
    const message = 'Stripe is not configured on this server.';
    if (isRefused) site.network.fail('GET', `${PATH}/user/${user.id}`, 503, { message, code: 'unavailable' });
    open();
    await screen.findByText(/^Stripe is not configured/);
    expect(screen.queryByText('Failed to load subscriptions')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Payment method' })).toBeNull();
    await expectAccessible();
  });
});
