import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  type BillingSite,
  createBillingSite,
  createEvent,
  createEventPage,
} from '../../support/islands/billing-site.tsx';
import { findDialog, findToast } from '../../support/islands/island-site.tsx';

let site: BillingSite;
beforeEach(async () => {
  site = await createBillingSite();
});

const EVENTS = '/api/admin/billing/events';
const failed = createEvent({
  id: 'evt_2',
  type: 'customer.subscription.updated',
  object_id: 'sub_1',
  status: 'failed',
  attempts: 3,
  last_error: 'Stripe didn’t answer.',
  next_attempt_at: '2026-11-22T10:09:00.000Z',
  applied_at: null,
});
const row = (id: string) => within(document.querySelector(`[data-row="${id}"]`) as HTMLElement);
const getPaths = (prefix: string) =>
  site.network.calls.map(({ path }) => path).filter((path) => path.startsWith(prefix));

describe('the state of payments', () => {
  test('is not configured: says what to set, and offers nothing that needs Stripe', async () => {
    Object.assign(site.answers.status, { is_configured: false });
    site.answers.events = createEventPage(failed);
    await site.openBilling('?view=events');
    await screen.findByRole('heading', { name: 'Stripe is not configured' });
    screen.getByText('STRIPE_SECRET_KEY');
    await screen.findByText('Subscription updated');
    expect(screen.queryByRole('button', { name: 'Replay all failed' })).toBeNull();
    await expectAccessible();
  });

  test('is the sandbox: says so, with a link to it', async () => {
    Object.assign(site.answers.status, { is_sandbox: true, sandbox_url: 'http://localhost:4322/' });
    await site.openBilling('?view=events');
    await screen.findByText(/^Payment sandbox: no real money moves on this site\./);
    expect(screen.getByRole('link', { name: 'Open the sandbox' }).getAttribute('href')).toBe('http://localhost:4322/');
  });

  test('cannot be loaded: says so, and tries again', async () => {
    const restore = site.network.fail('GET', '/api/admin/billing/status', 500, { message: 'Something broke.' });
    await site.openBilling('?view=events');
    await screen.findByText('Something broke.');
    await expectAccessible();
    restore();
    await site.press('Retry');
    await waitFor(() => expect(screen.queryByText('Something broke.')).toBeNull());
  });
});

test('each view has its address, and Back returns', async () => {
  Object.assign(site.answers.status, { past_due: 2 });
  await site.openBilling('?view=events');
  const tabs = within(screen.getByRole('navigation', { name: 'Billing' }));
  await tabs.findByText('2');
  for (const [name, address] of [
    ['Revenue', '?view=revenue'],
    [/^Past due/, '?view=past-due'],
    ['Reconciliation', '?view=reconciliation'],
    ['Events', '?view=events'],
    ['Stripe check', '?view=stripe-check'],
    ['Needs attention', ''],
  ] as const) {
    await site.user.click(tabs.getByRole('link', { name }));
    expect(window.location.search).toBe(address);
    expect(tabs.getByRole('link', { name }).getAttribute('aria-current')).toBe('page');
  }
});

describe('the list of events', () => {
  test('says that there are none yet', async () => {
    await site.openBilling('?view=events');
    await screen.findByRole('heading', { name: 'No events yet' });
    await expectAccessible();
  });

  test('says why it cannot be loaded', async () => {
    site.network.fail('GET', EVENTS, 500, { message: 'Something broke.' });
    await site.openBilling('?view=events');
    await screen.findByRole('heading', { name: 'Couldn’t load the events' });
  });

  test('names each event in words and in those of Stripe, with its user and its state', async () => {
    site.answers.events = createEventPage(
      createEvent({ attempts: 2 }),
      failed,
      createEvent({ id: 'evt_3', type: 'checkout.session.completed', status: 'received', attempts: 0 }),
      createEvent({ id: 'evt_4', type: 'payment_intent.succeeded', status: 'ignored', user_email: null }),
      createEvent({ id: 'evt_5', type: 'customer.subscription.created' }),
    );
    await site.openBilling('?view=events');
    await screen.findByText('Invoice paid');
    const texts = [...document.querySelectorAll('[data-row]')].map((each) =>
      [...each.querySelectorAll('.row-title, code, .badge, .status-cell .row-note, .failure')].map(
        ({ textContent }) => textContent,
      ),
    );
    expect(texts).toEqual([
      ['Invoice paid', 'invoice.paid', 'Processed', '2 attempts'],
      [
        ...['Subscription updated', 'customer.subscription.updated', 'Failed'],
        ...['3 attempts, next in 4 minutes', 'Stripe didn’t answer.'],
      ],
      ['Checkout completed', 'checkout.session.completed', 'Waiting'],
      ['Payment attempt succeeded', 'payment_intent.succeeded', 'Ignored'],
      ['Subscription created', 'customer.subscription.created', 'Processed'],
    ]);
    row('evt_1').getByText('mere@example.com');
    row('evt_4').getByText('No user');
    row('evt_1').getByText('5 minutes ago');
    const views = within(screen.getByRole('navigation', { name: 'Events by status' })).getAllByRole('link');
    expect(views.map(({ textContent }) => textContent)).toEqual([
      ...['All5', 'Failed1', 'Waiting1', 'Processed2', 'Ignored1'],
    ]);
    await expectAccessible();
  });

  test('is narrowed by status and search, both in the address', async () => {
    site.answers.events = createEventPage(failed);
    await site.openBilling('?view=events');
    await screen.findByText('Subscription updated');
    await site.user.click(screen.getByRole('link', { name: /^Failed/ }));
    await site.user.type(screen.getByRole('searchbox', { name: 'Search events' }), 'sub_1{Enter}');
    expect(window.location.search).toBe('?view=events&search=sub_1&status=failed');
    await waitFor(() => expect(getPaths(EVENTS).at(-1)).toBe(`${EVENTS}?page=1&limit=20&search=sub_1&status=failed`));
  });

  test.each([
    ['?view=events&search=tea', 'No events found', 'No event matches ‘tea’.'],
    ['?status=failed', 'No events here', 'Everything Stripe sent has been applied.'],
    ['?status=received', 'No events here', 'No event has this status.'],
  ])('says that none matches %s, and clears the filters', async (query, title, message) => {
    await site.openBilling(query);
    await screen.findByRole('heading', { name: title });
    screen.getByText(message);
    await expectAccessible();
    await site.press('Clear filters');
    await screen.findByRole('heading', { name: 'No events yet' });
    expect(window.location.search).toBe('?view=events');
  });
});

test('while an event waits, the list is loaded again', async () => {
  site = await createBillingSite({ hasFakeTimers: true });
  site.answers.events = createEventPage(createEvent({ status: 'received', attempts: 0 }));
  await site.openBilling('?view=events');
  await screen.findByText('Waiting', { selector: '.badge' });
  site.answers.events = createEventPage(createEvent());
  act(() => site.clock.advance(5_000));
  await screen.findByText('Processed', { selector: '.badge' });
});

describe('a replay', () => {
  beforeEach(() => {
    site.answers.events = createEventPage(failed);
    site.answers.status.failed_events = 1;
  });
  const name = 'Subscription updated, evt_2';

  test('of one event is in its menu', async () => {
    await site.openBilling('?view=events');
    site.network.intercept('POST', `${EVENTS}/evt_2/replay`, () => {
      site.answers.events = createEventPage({ ...failed, status: 'received' });
      return Response.json({ message: 'The event is being applied again.', replayed: 1 });
    });
    await site.chooseAction(name, 'Replay');
    await findToast('The event is being applied again.');
    await row('evt_2').findByText('Waiting');
  });

  test('of all failed ones is the button of the screen', async () => {
    await site.openBilling('?view=events');
    const button = await screen.findByRole('button', { name: 'Replay all failed' });
    expect(button.closest('[data-screen-action]')).not.toBeNull();
    await expectAccessible();
    const release = site.network.hold('POST', `${EVENTS}/replay-failed`);
    await site.user.click(button);
    await screen.findByRole('button', { name: 'Replaying...' });
    site.network.intercept('POST', `${EVENTS}/replay-failed`, () => Response.json({}));
    release();
    await screen.findByRole('button', { name: 'Replay all failed' });
  });

  test('that is refused says why', async () => {
    await site.openBilling('?view=events');
    site.network.fail('POST', `${EVENTS}/replay-failed`, 503, { message: 'Stripe is not configured.' });
    await site.press('Replay all failed');
    await findToast('Stripe is not configured.');
  });

  test('is not offered when nothing failed', async () => {
    site.answers.events = createEventPage(createEvent());
    await site.openBilling('?view=events');
    await screen.findByText('Invoice paid');
    expect(screen.queryByRole('button', { name: 'Replay all failed' })).toBeNull();
  });
});

describe('the details of an event', () => {
  const detail = { ...failed, payload: '{"id":"evt_2","data":{"object":{"id":"sub_1"}}}' };
  beforeEach(() => {
    site.answers.events = createEventPage(failed);
  });

  test('are in a dialog with an address, with what Stripe sent', async () => {
    site.network.intercept('GET', `${EVENTS}/evt_2`, () => Response.json(detail));
    await site.openBilling('?view=events');
    await site.chooseAction('Subscription updated, evt_2', 'Show details');
    const { dialog, findByRole, getByRole } = await findDialog('Event');
    const payload = await findByRole('region', { name: 'What Stripe sent' });
    expect(payload.textContent).toBe(JSON.stringify(JSON.parse(detail.payload), null, 2));
    expect(window.location.search).toBe('?view=events&event=evt_2');
    expect([...dialog.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
      ...['What happened', 'Type', 'Event', 'Object', 'User', 'Status', 'At Stripe', 'Received', 'Processed'],
    ]);
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Close' }));
    expect(window.location.search).toBe('?view=events');
  });

  test('open by the name of the event, and replay it', async () => {
    site.network.intercept('GET', `${EVENTS}/evt_2`, () => Response.json(detail));
    site.network.intercept('POST', `${EVENTS}/evt_2/replay`, () =>
      Response.json({ message: 'The event is being applied again.', replayed: 1 }),
    );
    await site.openBilling('?view=events');
    await site.user.click(await screen.findByRole('link', { name: 'Subscription updated' }));
    const { findByRole } = await findDialog('Event');
    await site.user.click(await findByRole('button', { name: 'Replay' }));
    await findToast('The event is being applied again.');
  });

  test('say why they cannot be loaded', async () => {
    site.network.fail('GET', `${EVENTS}/evt_9`, 404, { message: 'Event not found' });
    await site.openBilling('?event=evt_9');
    const { findByText } = await findDialog('Event');
    await findByText('Event not found');
    await expectAccessible();
  });

  test('what is not JSON is shown as it is', async () => {
    site.network.intercept('GET', `${EVENTS}/evt_2`, () => Response.json({ ...detail, payload: 'not JSON' }));
    await site.openBilling('?event=evt_2');
    await screen.findByText('not JSON');
  });

  test('lead to the other events of the same object', async () => {
    await site.openBilling('?status=failed');
    await site.chooseAction('Subscription updated, evt_2', 'Show events of the same object');
    expect(window.location.search).toBe('?view=events&search=sub_1');
  });
});
