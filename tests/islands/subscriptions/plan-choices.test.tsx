import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlanJson, SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import '#src/features/subscriptions/checkout/plan-choices.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, findToast, type IslandSite } from '../../support/islands/island-site.tsx';
import { createSubscription, listBodies, PATH, PENDING_DOWNGRADE, PLANS } from './fixtures.ts';

const CHECKOUT = `${PATH}/create-checkout-session`;
const SESSION = { sessionId: 'cs_test_1', url: 'https://pay.example/checkout' };
const signInUrl = (plan: string) => `/login?callbackUrl=%2Fgenmate%2Fpricing%3Fplan%3D${plan}%23pricing&subscribe=1`;

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

const PRICES: Readonly<Record<string, number>> = { Creator: 10, Pro: 30, Studio: 120 };

const SEATS = '<plan-seats><label>Seats <input type="number" value="1" data-seats></label></plan-seats>';

/** The markup that PlanChoices.astro and PlanLink.astro render, as far as the script reads it. */
function open(path = '/genmate/pricing', bySeats = '') {
  history.replaceState(null, '', path);
  const links = Object.keys(PRICES).map(
    (plan) =>
      `<li><a class="button button-primary" data-plan="${plan}" data-interval="month" data-price="${PRICES[plan]}" data-currency="USD" data-trial-days="0" data-names='["${plan.toLowerCase()}_key","Old ${plan}"]' href="${signInUrl(plan)}">Choose ${plan}</a>${plan === bySeats ? SEATS : ''}<p data-trial-terms></p></li>`,
  );
  // Connected as a whole: the script runs when the page is complete.
  const main = document.createElement('main');
  const prices = JSON.stringify(PRICES);
  main.innerHTML = `<plan-choices data-product-id="4" data-prices='${prices}'><ul>${links.join('')}</ul>
    <p data-sandbox hidden>Payment sandbox: no real money moves on this site.</p></plan-choices>`;
  document.body.replaceChildren(main);
}

type Opened = { subscription?: SubscriptionJson | null; plans?: PlanJson[]; path?: string; hasJustSignedIn?: boolean };
async function openSignedIn({ subscription = null, plans = PLANS, path, hasJustSignedIn = true }: Opened = {}) {
  const user = await site.signIn();
  if (!hasJustSignedIn) localStorage.setItem('lastSignInAt', String(Date.now() - 5 * 60_000));
  site.network.intercept('GET', `${PATH}/plans`, () => Response.json(plans));
  site.network.intercept('GET', `${PATH}/user/${user.id}/product/4`, () => Response.json({ subscription }));
  open(path);
  return user;
}
const startCheckout = () => site.network.intercept('POST', CHECKOUT, () => Response.json(SESSION));
const findButton = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const listLabels = () => [...document.querySelectorAll('li')].map((item) => item.textContent);

describe('who has just signed in for a plan', () => {
  test('goes on to its checkout, once', async () => {
    startCheckout();
    await openSignedIn({ path: '/genmate/pricing?plan=Pro#pricing' });
    await waitFor(() => expect(site.navigations).toEqual([SESSION.url]));
    expect(window.location.search + window.location.hash).toBe('#pricing');
  });

  test.each(['Old Pro', 'old pro', 'PRO', 'pro_key'])('goes on to it from a link that calls it %s', async (name) => {
    startCheckout();
    await openSignedIn({ path: `/genmate/pricing?plan=${encodeURIComponent(name)}` });
    await waitFor(() => expect(site.navigations).toEqual([SESSION.url]));
  });

  test('and has it already is led to the subscription', async () => {
    await openSignedIn({ subscription: createSubscription(), path: '/genmate/pricing?plan=Pro' });
    await waitFor(() => expect(site.navigations).toEqual(['/subscriptions?change=Pro']));
    expect(listBodies(site, CHECKOUT)).toEqual([]);
  });
});

describe('a user without a plan', () => {
  test('buys with one press: the button says Processing... and is disabled until the checkout opens', async () => {
    const user = await openSignedIn();
    const gate = Promise.withResolvers<void>();
    site.network.intercept('POST', CHECKOUT, async () => {
      await gate.promise;
      return Response.json(SESSION);
    });
    const button = await findButton('Choose Pro');
    await site.user.dblClick(button);
    await waitFor(() => expect(button.textContent).toBe('Processing...'));
    expect(button.disabled).toBe(true);
    expect((await findButton('Choose Creator')).disabled).toBe(true);
    await expectAccessible();
    gate.resolve();
    await waitFor(() => expect(site.navigations).toEqual([SESSION.url]));
    const body = { planName: 'Pro', priceId: 'price_Pro', userId: user.id, productName: 'GenMate' };
    await waitFor(() => expect(listBodies(site, CHECKOUT)).toEqual([body]));
  });

  test.each([true, false])('sees whether this is the payment sandbox: %s', async (isSandbox) => {
    await openSignedIn({ plans: PLANS.map((plan) => ({ ...plan, is_sandbox: isSandbox })) });
    const note = screen.getByText('Payment sandbox: no real money moves on this site.');
    await waitFor(() => expect(site.network.calls).toHaveLength(2));
    await waitFor(() => expect(note.hidden).toBe(!isSandbox));
  });

  test('is at the plan that the address names, without buying it', async () => {
    await openSignedIn({ path: '/genmate/pricing?plan=Studio#pricing', hasJustSignedIn: false });
    await expectFocus(() => screen.getByRole('button', { name: 'Choose Studio' }));
    expect(site.navigations).toEqual([]);
  });

  test('whose earlier subscription has ended can buy again', async () => {
    await openSignedIn({ subscription: createSubscription({ status: 'canceled' }) });
    startCheckout();
    await site.user.click(await findButton('Choose Creator'));
    await waitFor(() => expect(site.navigations).toEqual([SESSION.url]));
  });
});

describe('a plan that is sold by the month and by the year', () => {
  /** Pro alone, as PlanCards.astro renders it: a link for each of its prices, and how many seats. */
  function openBoth(path = '/genmate/pricing') {
    history.replaceState(null, '', path);
    const links = ['month', 'year'].map(
      (interval) =>
        `<a class="button button-primary" data-plan="Pro" data-interval="${interval}" href="/login">Choose by the ${interval}</a>`,
    );
    const main = document.createElement('main');
    main.innerHTML = `<plan-choices data-product-id="4" data-prices='{"Pro":30}'><ul><li>
      <label>Seats <input type="number" value="3" data-seats></label>${links.join('')}</li></ul></plan-choices>`;
    document.body.replaceChildren(main);
  }
  const BOTH = PLANS.map((plan) => ({
    ...plan,
    sells_seats: true,
    prices: [
      { interval: 'month' as const, price: 30, priceId: 'price_month', obstacle: null },
      { interval: 'year' as const, price: 300, priceId: 'price_year', obstacle: null },
    ],
  }));
  const openAs = async (subscription: SubscriptionJson | null, path?: string) => {
    const user = await openSignedIn({ plans: BOTH, subscription, hasJustSignedIn: false });
    openBoth(path);
    return user;
  };

  test('is bought by the interval that was pressed, for the seats that were asked for', async () => {
    startCheckout();
    const user = await openAs(null);
    await site.user.click(await findButton('Choose by the year'));
    await waitFor(() => expect(site.navigations).toEqual([SESSION.url]));
    const body = { planName: 'Pro', priceId: 'price_year', userId: user.id, productName: 'GenMate', quantity: 3 };
    expect(listBodies(site, CHECKOUT)).toEqual([body]);
  });

  test('has the focus at the interval that the address names', async () => {
    await openAs(null, '/genmate/pricing?plan=Pro&interval=year');
    await expectFocus(() => screen.getByRole('button', { name: 'Choose by the year' }));
  });

  test('leads who has it by the month to the change to a year', async () => {
    await openAs(createSubscription({ plan_name: 'Pro' }));
    await findButton('Current plan');
    const link = await screen.findByRole('link', { name: 'Pay by the year' });
    expect(link.getAttribute('href')).toBe('/subscriptions?change=Pro&interval=year');
  });
});

describe('a page that was made before the plans changed', () => {
  const NEWS = 'Pro costs US$33 per month now.';
  const withPrice = (change: Partial<PlanJson['prices'][number]>, plan: Partial<PlanJson> = {}) =>
    PLANS.map((each) =>
      each.planName === 'Pro'
        ? { ...each, ...plan, prices: each.prices.map((price) => ({ ...price, ...change })) }
        : each,
    );

  test('says what a plan costs now at its button, and then one press buys it', async () => {
    startCheckout();
    await openSignedIn({ plans: withPrice({ price: 33 }), hasJustSignedIn: false });
    await screen.findByText(NEWS);
    const button = await findButton('Choose Pro');
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(NEWS);
    await expectAccessible();
    await site.user.click(button);
    await waitFor(() => expect(site.navigations).toEqual([SESSION.url]));
  });

  test('stops a press that was made without knowing the new price, and goes on at the next', async () => {
    startCheckout();
    await openSignedIn({ plans: withPrice({ price: 33 }), path: '/genmate/pricing?plan=Pro' });
    await findToast(`${NEWS} Press again to subscribe.`);
    expect(listBodies(site, CHECKOUT)).toEqual([]);
    await site.user.click(await findButton('Choose Pro'));
    await waitFor(() => expect(site.navigations).toEqual([SESSION.url]));
  });

  test.each([
    ['another currency', withPrice({}, { currency: 'EUR' }), 'Pro costs €30 per month now.'],
    ['a trial', withPrice({}, { trial_days: 14 }), 'Pro costs US$30 per month now, with a free trial of 14 days.'],
  ])('says that the plan has %s now', async (_, plans, words) => {
    await openSignedIn({ plans, hasJustSignedIn: false });
    await screen.findByText(words);
  });

  test('says that a plan can’t be bought before anyone presses its button', async () => {
    const words = 'Pro can’t be bought at the moment.';
    await openSignedIn({ plans: withPrice({ obstacle: words }), path: '/genmate/pricing?plan=Pro' });
    await screen.findByText(words);
    expect((await findButton('Choose Pro')).disabled).toBe(true);
    expect((await findButton('Choose Creator')).disabled).toBe(false);
    expect(listBodies(site, CHECKOUT)).toEqual([]);
  });
});

describe('a user with a plan', () => {
  test('sees it as current, and changes to the others', async () => {
    await openSignedIn({ subscription: createSubscription({ plan_name: 'Pro' }) });
    expect((await findButton('Current plan')).disabled).toBe(true);
    const up = screen.getByRole('link', { name: 'Upgrade to Studio' });
    const down = screen.getByRole('link', { name: 'Downgrade to Creator' });
    expect([up.className, down.className]).toEqual(['button button-secondary', 'button button-secondary']);
    expect([up, down].map((link) => link.getAttribute('href'))).toEqual([
      '/subscriptions?change=Studio',
      '/subscriptions?change=Creator',
    ]);
    await expectAccessible();
  });

  test('reads nothing of a free trial, which a change of plan doesn’t begin', async () => {
    await openSignedIn({ subscription: createSubscription(), hasJustSignedIn: false });
    const terms = document.querySelectorAll<HTMLElement>('[data-trial-terms]');
    expect([...terms].map(({ hidden }) => hidden)).toEqual([false, false, false]);
    await findButton('Current plan');
    expect([...terms].map(({ hidden }) => hidden)).toEqual([true, true, true]);
  });

  test('who has several seats reads ‘Upgrade’ or ‘Downgrade’ by what all of the seats cost', async () => {
    const { price } = createSubscription();
    const subscription = createSubscription({ plan_name: 'Creator', price: price && { ...price, quantity: 4 } });
    await openSignedIn({ subscription, hasJustSignedIn: false });
    await screen.findByRole('link', { name: 'Upgrade to Pro' });
    open('/genmate/pricing', 'Creator');
    await screen.findByRole('link', { name: 'Downgrade to Pro' });
    // The dialog of the change asks for the seats.
    expect(document.querySelector('plan-seats')?.hasAttribute('hidden')).toBe(true);
  });

  test('sees the day on which a scheduled plan starts', async () => {
    await openSignedIn({ subscription: createSubscription(PENDING_DOWNGRADE) });
    await findButton('Current plan');
    expect(listLabels()).toEqual(['Starts on 14 December', 'Current plan', 'Upgrade to Studio']);
  });

  test('that is cancelled can reactivate it', async () => {
    await openSignedIn({ subscription: createSubscription({ cancel_at_period_end: true }) });
    const link = await screen.findByRole('link', { name: 'Reactivate' });
    expect(link.getAttribute('href')).toBe('/subscriptions');
  });

  test('that was bought in another tab is led to it instead of a second checkout', async () => {
    const user = await openSignedIn();
    await findButton('Choose Pro');
    site.network.fail('POST', CHECKOUT, 409, { message: 'You already have a GenMate plan.', code: 'conflict' });
    const subscription = createSubscription();
    site.network.intercept('GET', `${PATH}/user/${user.id}/product/4`, () => Response.json({ subscription }));
    await site.user.click(await findButton('Choose Pro'));
    await findToast('You already have a GenMate plan.');
    await screen.findByRole('link', { name: 'Upgrade to Pro' });
  });
});

describe('a checkout that does not start', () => {
  const press = async () => {
    await site.user.click(await findButton('Choose Pro'));
  };

  test.each([
    ['the server gives a reason', 503, { message: 'Stripe is not configured on this server.', code: 'unavailable' }],
    ['the server gives none', 502, {}],
  ])('says so when %s', async (_, status, body) => {
    await openSignedIn();
    site.network.fail('POST', CHECKOUT, status, body);
    await press();
    await findToast('message' in body ? body.message : 'Failed to start subscription process');
    expect((await findButton('Choose Pro')).disabled).toBe(false);
  });

  test('says so without a connection, and starts at the next press', async () => {
    await openSignedIn();
    const restore = site.network.disconnect('POST', CHECKOUT);
    await press();
    await findToast('Failed to start subscription process');
    restore();
    startCheckout();
    await press();
    await waitFor(() => expect(site.navigations).toEqual([SESSION.url]));
  });

  test('because its code can’t be loaded says so, and the next press tries again', async () => {
    vi.doMock('#src/features/subscriptions/checkout/start-checkout.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    await openSignedIn();
    await press();
    await findToast('Failed to load Stripe');
    const button = await findButton('Choose Pro');
    expect([button.disabled, button.textContent]).toEqual([false, 'Choose Pro']);
    expect(listBodies(site, CHECKOUT)).toEqual([]);
    await expectAccessible();
    vi.doUnmock('#src/features/subscriptions/checkout/start-checkout.ts');
    startCheckout();
    await press();
    await waitFor(() => expect(site.navigations).toEqual([SESSION.url]));
  });

  test('because no plans were loaded asks for them again at the press', async () => {
    const user = await site.signIn();
    site.network.fail('GET', `${PATH}/plans`);
    open();
    await findButton('Choose Pro');
    site.network.intercept('GET', `${PATH}/plans`, () => Response.json(PLANS));
    site.network.intercept('GET', `${PATH}/user/${user.id}/product/4`, () => Response.json({ subscription: null }));
    startCheckout();
    await press();
    await waitFor(() => expect(site.navigations).toEqual([SESSION.url]));
  });

  test('because the plans are failing to load at the press asks for them again', async () => {
    const user = await site.signIn();
    const failure = Promise.withResolvers<Response>();
    const end = site.network.intercept('GET', `${PATH}/plans`, () => failure.promise);
    open();
    await waitFor(() => expect(site.network.calls.map(({ path }) => path)).toContain(`${PATH}/plans`));
    end();
    site.network.intercept('GET', `${PATH}/plans`, () => Response.json(PLANS));
    site.network.intercept('GET', `${PATH}/user/${user.id}/product/4`, () => Response.json({ subscription: null }));
    startCheckout();
    await press();
    failure.resolve(Response.json({}, { status: 500 }));
    await waitFor(() => expect(site.navigations).toEqual([SESSION.url]));
  });

  test('because the plan has no price says that Stripe is not configured', async () => {
    const unpriced = PLANS.map((plan) => ({
      ...plan,
      priceId: null,
      prices: plan.prices.map((price) => ({ ...price, priceId: null })),
    }));
    await openSignedIn({ plans: unpriced });
    await press();
    await findToast('Stripe is not configured. You can’t subscribe right now.');
    expect(listBodies(site, CHECKOUT)).toEqual([]);
  });

  test('because the server does not know the plan is reported to its log', async () => {
    await openSignedIn({ plans: PLANS.filter(({ planName }) => planName !== 'Pro') });
    await press();
    await findToast('Reload the page and choose your plan again.');
    await waitFor(() =>
      expect(listBodies(site, '/api/client-errors')).toEqual([
        expect.objectContaining({ message: 'Plan configuration not found for Pro' }),
      ]),
    );
  });

  test('because the session has ended leads to sign-in and back to the plan', async () => {
    await openSignedIn();
    site.network.fail('POST', CHECKOUT, 401, { message: 'Sign in first.', code: 'unauthenticated' });
    await press();
    await waitFor(() => expect(site.navigations[0]).toContain(signInUrl('Pro')));
  });

  test('because the token is gone says that no one is authenticated', async () => {
    await openSignedIn();
    const button = await findButton('Choose Pro');
    localStorage.removeItem('token');
    await site.user.click(button);
    await findToast('User not authenticated');
  });
});

test('a page that the browser shows again as it was left can be used again', async () => {
  await openSignedIn();
  startCheckout();
  const button = await findButton('Choose Pro');
  await site.user.click(button);
  await waitFor(() => expect(site.navigations).toEqual([SESSION.url]));
  expect(button.textContent).toBe('Processing...');
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect([button.textContent, button.disabled]).toEqual(['Choose Pro', false]));
});
