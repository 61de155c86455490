import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import '#src/features/subscriptions/checkout/checkout-welcome.ts';
import { createIslandSite, expectFocus, type IslandSite } from '../../support/islands/island-site.tsx';
import { HANG_MS } from '../../support/vitest/hang.ts';
import { createSubscription, PATH, TAXMATE } from './fixtures.ts';

const SESSION_ID = 'cs_test_a1B2c3D4';
const STATUS = `${PATH}/checkout/${SESSION_ID}`;

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite({ hasFakeTimers: true });
});

/** The markup of src/pages/subscription/success.astro, as far as the script reads it. */
function open(sessionId = SESSION_ID) {
  history.replaceState(null, '', `/subscription/success?session_id=${encodeURIComponent(sessionId)}`);
  document.body.innerHTML = `<main><checkout-welcome><h1 tabindex="-1">Your subscription</h1>
    <p role="status">Processing your subscription...</p><p class="slow" hidden>This is taking longer than usual.</p>
    <div data-outcome="active" data-heading="Thank you for subscribing">
      <div data-product="GenMate">GenMate steps<p data-start="paid">Check your email for the receipt</p>
        <p data-start="trial" hidden>It says when your trial ends</p><p data-start="free" hidden>Open GenMate</p></div><div data-product="TaxMate" hidden>TaxMate steps</div></div>
    <div data-outcome="failed" data-heading="The payment didn’t go through" hidden>
      <a data-again href="/genmate/pricing">Try again</a></div>
    <div data-outcome="signed-out" data-heading="Sign in to see your subscription" hidden>
      <a data-sign-in href="/login">Sign In</a></div>
    <div data-outcome="unknown" data-heading="We couldn’t find this payment" hidden></div>
    <p class="session" hidden><code></code></p></checkout-welcome></main>`;
}
const respond = (status: string, subscription: object | null = null, isCharged = true) =>
  site.network.intercept('GET', STATUS, () => Response.json({ status, subscription, is_charged: isCharged }));
/** Lets the time of the page pass until its heading says so. */
const findHeading = (name: string) =>
  expect
    .poll(
      () => {
        site.clock.advance(500);
        return screen.getByRole('heading').textContent;
      },
      { interval: 10, timeout: HANG_MS },
    )
    .toBe(name);
const isReady = () => document.querySelector<HTMLElement>('checkout-welcome')?.dataset.ready !== undefined;
const getShown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-outcome]')]
    .filter((each) => !each.hidden)
    .map(({ dataset }) => dataset.outcome);
const isSlowShown = () => document.querySelector<HTMLElement>('.slow')?.hidden === false;
const countRequests = () => site.network.calls.filter(({ path }) => path === STATUS).length;

describe('a paid checkout', () => {
  beforeEach(() => site.signIn());

  test('is processing for at least two seconds, then welcomes to the plan with the session id', async () => {
    respond('active', createSubscription());
    open();
    await waitFor(() => expect(countRequests()).toBe(1));
    site.clock.advance(1_900);
    expect(isReady()).toBe(false);
    site.clock.advance(100);
    await findHeading('Welcome to GenMate Creator');
    expect(getShown()).toEqual(['active']);
    await expectFocus(() => screen.getByRole('heading'));
    expect(document.querySelector('code')?.textContent).toBe(SESSION_ID);
  });

  test.each([
    ['a payment', 'active', true, 'paid'],
    ['a trial', 'trialing', false, 'trial'],
    ['nothing to pay', 'active', false, 'free'],
  ])(
    'A receipt is promised only where one is sent: of a subscription that began with %s',
    async (_, status, isCharged, start) => {
      respond('active', { ...createSubscription(), status }, isCharged);
      open();
      await findHeading('Welcome to GenMate Creator');
      const shown = [...document.querySelectorAll<HTMLElement>('[data-start]')].filter(({ hidden }) => !hidden);
      expect(shown.map(({ dataset }) => dataset.start)).toEqual([start]);
    },
  );

  test('of TaxMate shows the next steps of TaxMate', async () => {
    respond('active', createSubscription(TAXMATE));
    open();
    await findHeading('Welcome to TaxMate');
    const hidden = [...document.querySelectorAll<HTMLElement>('[data-product]')].map((each) => each.hidden);
    expect(hidden).toEqual([true, false]);
  });

  test('is asked about until it is known; after 30 seconds a sentence says that it may take a minute', async () => {
    respond('processing');
    open();
    await waitFor(() => expect(countRequests()).toBe(1));
    site.clock.advance(29_000);
    expect(isSlowShown()).toBe(false);
    site.clock.advance(1_000);
    expect(isSlowShown()).toBe(true);
    respond('active', createSubscription());
    await findHeading('Welcome to GenMate Creator');
    expect(countRequests()).toBeGreaterThan(1);
  });

  test.each([
    ['without a response', () => site.network.disconnect('GET', STATUS)],
    ['after an error of the server', () => site.network.fail('GET', STATUS, 503)],
  ])('is asked about again %s', async (_, breakNetwork) => {
    const restore = breakNetwork();
    open();
    await waitFor(() => expect(countRequests()).toBe(1));
    restore();
    respond('active', createSubscription());
    await findHeading('Welcome to GenMate Creator');
  });

  test('that has failed leads back to the plan that was chosen', async () => {
    sessionStorage.setItem('startedPlan', '"Studio"');
    respond('failed');
    open();
    await findHeading('The payment didn’t go through');
    expect(getShown()).toEqual(['failed']);
    const again = screen.getByText('Try again').getAttribute('href');
    expect(again).toBe('/genmate/pricing?plan=Studio');
  });

  test.each([403, 404])('that is not this user’s (%i) is not found', async (status) => {
    site.network.fail('GET', STATUS, status);
    open();
    await findHeading('We couldn’t find this payment');
    expect(getShown()).toEqual(['unknown']);
  });

  test('in an ended session asks to sign in', async () => {
    site.network.fail('GET', STATUS, 401);
    open();
    await findHeading('Sign in to see your subscription');
  });
});

test('without a session the page asks to sign in and comes back with the session id', async () => {
  open();
  await findHeading('Sign in to see your subscription');
  const callbackUrl = encodeURIComponent(`/subscription/success?session_id=${SESSION_ID}`);
  expect(screen.getByText('Sign In').getAttribute('href')).toBe(`/login?callbackUrl=${callbackUrl}`);
  expect(document.querySelector('code')?.textContent).toBe(SESSION_ID);
  expect(site.network.calls).toEqual([]);
});

test.each(['', '<img src=x onerror=alert(1)>', 'cs_test_a1<b>b</b>', 'cs_test_', '../../x'])(
  'the session id ‘%s’ is neither shown nor asked about',
  async (sessionId) => {
    await site.signIn();
    open(sessionId);
    await findHeading('We couldn’t find this payment');
    expect(document.querySelector<HTMLElement>('.session')?.hidden).toBe(true);
    expect(site.network.calls.filter(({ path }) => path.startsWith(PATH))).toEqual([]);
  },
);
