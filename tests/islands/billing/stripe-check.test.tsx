import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { type StripeCheckName, type StripeCheckState, stripeCheckNames } from '#api/domain/stripe-report.ts';
import type { StripeCheckReport } from '#src/features/billing/billing-api.ts';
import { type BillingSite, createBillingSite } from '../../support/islands/billing-site.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';

const PATH = '/api/admin/billing/stripe-check';
const AT = '2026-11-22T10:04:00.000Z';

type Line = StripeCheckReport['lines'][number];

const createLine = (name: StripeCheckName, state: StripeCheckState = 'ok', values: Partial<Line> = {}): Line => ({
  name,
  state,
  text: `About ${name}.`,
  details: [],
  remedy: null,
  at: null,
  ...values,
});

const createReport = (changes: Partial<Record<StripeCheckName, Line>> = {}): StripeCheckReport => ({
  mode: 'live',
  lines: stripeCheckNames.map((name) => changes[name] ?? createLine(name)),
  started_at: AT,
  finished_at: AT,
});

const EVENTS = createLine('events', 'error', {
  text: '2 of 33 events aren’t sent to this site.',
  details: ['charge.dispute.created', 'invoice.finalized'],
  remedy: 'Add them here, or in Stripe.',
});
const CLOCK = createLine('clock', 'warning', { text: '40 seconds fast.' });

let site: BillingSite;
beforeEach(async () => {
  site = await createBillingSite();
});

function answer(...reports: (StripeCheckReport | null)[]) {
  const next = () => Response.json({ report: reports.length > 1 ? reports.shift() : reports[0] });
  site.network.intercept('POST', PATH, next);
  site.network.intercept('GET', PATH, next);
}

const openCheck = () => site.openBilling('?view=stripe-check');
const listTitles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

describe('the Stripe check', () => {
  test('runs when it is opened and shows each line as soon as it is known', async () => {
    answer({ ...createReport(), lines: [createLine('key'), createLine('mode')], finished_at: null }, createReport());
    await openCheck();
    await screen.findByRole('heading', { name: 'Checking 2 of 10' });
    await screen.findByRole('heading', { name: 'Nothing is wrong' });
    expect(screen.getAllByRole('img', { name: 'Right' })).toHaveLength(10);
    screen.getByText('Live mode');
    await expectAccessible();
  });

  test('shows what needs someone first, with what exactly and how to put it right', async () => {
    answer(createReport({ events: EVENTS, clock: CLOCK }));
    await openCheck();
    await screen.findByRole('heading', { name: '2 things need attention' });
    expect(listTitles().slice(0, 3)).toEqual(['Webhook events', 'Clock', 'Secret key']);
    screen.getByText('charge.dispute.created');
    screen.getByText('Add them here, or in Stripe.');
    await expectAccessible();
  });

  test('adds the missing events at Stripe by one button', async () => {
    answer(createReport({ events: EVENTS }), createReport());
    site.network.intercept('POST', `${PATH}/events`, () => Response.json({ report: createReport() }));
    await openCheck();
    await site.user.click(await screen.findByRole('button', { name: 'Add 2 events' }));
    await screen.findByRole('heading', { name: 'Nothing is wrong' });
    expect(screen.queryByRole('button', { name: 'Add 2 events' })).toBeNull();
  });

  test('says that payments fail when the key is refused, and why the rest is not checked', async () => {
    const key = createLine('key', 'error', { text: 'Stripe refuses the key.' });
    answer(
      createReport({ key, prices: createLine('prices', 'skipped', { text: 'Not checked: needs a key that works.' }) }),
    );
    await openCheck();
    await screen.findByText('Payments fail');
    screen.getByText('Not checked: needs a key that works.');
    screen.getByRole('img', { name: 'Not checked' });
  });

  test('checks again on demand', async () => {
    answer(createReport({ clock: CLOCK }), createReport());
    await openCheck();
    await screen.findByRole('heading', { name: '1 thing needs attention' });
    await site.user.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByRole('heading', { name: 'Nothing is wrong' });
    const posts = site.network.calls.filter(({ method, path }) => method === 'POST' && path === PATH);
    expect(posts).toHaveLength(2);
  });

  test('says what it is for while Stripe is not set up', async () => {
    answer(null);
    await openCheck();
    await screen.findByRole('heading', { name: 'Nothing to check yet' });
  });

  test('can be loaded again after a failure', async () => {
    site.network.intercept('POST', PATH, () => new Response(null, { status: 500 }));
    site.network.intercept('GET', PATH, () => Response.json({ report: createReport() }));
    await openCheck();
    await screen.findByText('Couldn’t load the Stripe check');
    await site.user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('heading', { name: 'Nothing is wrong' });
  });
});

describe('the first tab of billing', () => {
  test('shows what needs someone, the worst first, and not the events of Stripe', async () => {
    site.answers.status = {
      ...site.answers.status,
      failed_events: 3,
      past_due: 1,
      open_disputes: 2,
      dispute_due_at: '2026-11-28T10:00:00.000Z',
      failed_refunds: 1,
      stripe_check: [
        { title: 'Prices', state: 'error', text: '3 of 4 prices match.' },
        { title: 'Clock', state: 'warning', text: '40 seconds fast.' },
      ],
    };
    await site.openBilling();
    await screen.findByRole('heading', { name: '6 things need attention' });
    expect(listTitles()).toEqual([
      'Stripe check: Prices',
      '2 disputes wait for your answer',
      '1 refund didn’t go through',
      '3 payment events failed',
      '1 person is past due',
      'Stripe check: Clock',
    ]);
    screen.getByText('Answer the first by 28 November 2026 in the Stripe dashboard. Without an answer they are lost.');
    const tabs = within(screen.getByRole('navigation', { name: 'Billing' }));
    expect(tabs.getByRole('link', { name: /^Needs attention/ }).getAttribute('aria-current')).toBe('page');
    const link = screen.getByRole('link', { name: 'View: 3 payment events failed' });
    expect(link.getAttribute('href')).toBe('/admin/billing?view=events&status=failed');
    expect(site.network.calls.some(({ path }) => path.startsWith('/api/admin/billing/events'))).toBe(false);
    await expectAccessible();
  });

  test('gives the navigation the number of all that needs someone, without warnings of the check', async () => {
    const counts: unknown[] = [];
    const listen = (event: Event) => counts.push((event as CustomEvent).detail);
    document.addEventListener('navigation-counts', listen);
    Object.assign(site.answers.status, {
      failed_events: 3,
      past_due: 1,
      open_disputes: 2,
      failed_refunds: 4,
      stripe_check: [
        { title: 'Prices', state: 'error', text: '3 of 4 prices match.' },
        { title: 'Clock', state: 'warning', text: '40 seconds fast.' },
      ],
    });
    await site.openBilling();
    await waitFor(() => expect(counts).toContainEqual({ billing_problems: 11 }));
    document.removeEventListener('navigation-counts', listen);
  });

  test('says so when nothing needs anyone', async () => {
    await site.openBilling();
    await waitFor(() => screen.getByRole('heading', { name: 'Nothing needs attention' }));
  });
});
