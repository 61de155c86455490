import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { OpenshelfWebhookJson, webhooksResponse } from '#api/features/openshelf/webhooks/webhooks.contract.ts';
import { WebhooksIsland } from '#src/features/openshelf/webhooks/Webhooks.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

const PATH = '/api/admin/openshelf/webhooks';
const NOW = '2026-11-22T10:05:00.000Z';
let site: IslandSite;
let answer: z.infer<typeof webhooksResponse>['data'];

const createWebhook = (values: Partial<OpenshelfWebhookJson> = {}): OpenshelfWebhookJson => ({
  id: 1,
  event_id: 'evt-1',
  type: 'publication.approved',
  publication_id: 7,
  publication_title: 'Tides of the Hokianga',
  status: 'delivered',
  attempts: 1,
  next_attempt_at: null,
  last_status_code: 200,
  last_error: null,
  payload: '{"id":"evt-1"}',
  created_at: '2026-11-22T10:00:00.000Z',
  delivered_at: '2026-11-22T10:01:00.000Z',
  ...values,
});
const failed = createWebhook({
  id: 2,
  event_id: 'evt-2',
  type: 'publication.rejected',
  status: 'failed',
  attempts: 12,
  last_status_code: 503,
  last_error: 'Down for maintenance',
  delivered_at: null,
});
const queued = createWebhook({
  id: 3,
  event_id: 'evt-3',
  type: 'publication.changes_requested',
  status: 'queued',
  attempts: 2,
  next_attempt_at: '2026-11-22T10:09:00.000Z',
  delivered_at: null,
  last_status_code: null,
  last_error: 'No response within 10 seconds.',
  publication_id: 8,
  publication_title: 'Statistics for Nurses',
});

const show = (...webhooks: OpenshelfWebhookJson[]) => {
  const count = (status: OpenshelfWebhookJson['status']) => webhooks.filter((each) => each.status === status).length;
  answer = {
    webhooks,
    pagination: { page: 1, limit: 20, total: webhooks.length, totalPages: Math.ceil(webhooks.length / 20) },
    counts: { queued: count('queued'), delivered: count('delivered'), failed: count('failed') },
    webhook_url: 'https://publishing.example/hooks',
  };
};

async function start(options = {}) {
  site = await createIslandSite(options);
  site.clock.set(NOW);
  await site.signIn('admin');
  show();
  site.network.intercept('GET', PATH, () => Response.json({ data: answer }));
}
beforeEach(() => start());

const open = (query = '') => site.open(<WebhooksIsland />, `/admin/openshelf/webhooks${query}`);
const row = (id: number) => document.querySelector(`[data-row="${id}"]`) as HTMLElement;
const getPaths = () => site.network.calls.map(({ path }) => path).filter((path) => path.startsWith(PATH));

describe('the log of webhooks', () => {
  test('says that there are none yet, and where they will be sent', async () => {
    open();
    await screen.findByRole('heading', { name: 'No webhooks yet' });
    screen.getByText('https://publishing.example/hooks');
    await expectAccessible();
  });

  test('says which settings it needs when no address is set', async () => {
    show(createWebhook({ status: 'queued', attempts: 0, next_attempt_at: NOW, delivered_at: null }));
    answer.webhook_url = null;
    open();
    await screen.findByRole('heading', { name: 'No address for webhooks' });
    screen.getByText('OPENSHELF_WEBHOOK_URL');
    screen.getByText('OPENSHELF_SERVICE_KEY');
    within(row(1)).getByText('Waiting to be sent');
    await expectAccessible();
  });

  test('says why it cannot be loaded', async () => {
    site.network.fail('GET', PATH, 500, { message: 'Something broke.' });
    open();
    await screen.findByRole('heading', { name: 'Couldn’t load the webhooks' });
    screen.getByText('Something broke.');
  });

  test('names each webhook, its publication, its attempts and the last answer; failed ones stand out', async () => {
    const waiting = { status: 'queued', attempts: 0, next_attempt_at: '2026-11-22T10:05:08.000Z' } as const;
    const unsent = createWebhook({ ...waiting, id: 5, last_status_code: null, delivered_at: null });
    show(failed, queued, createWebhook(), createWebhook({ id: 4, attempts: 3 }), unsent);
    open();
    await screen.findByText('Publication rejected');
    const texts = [...document.querySelectorAll('[data-row]')].map((each) =>
      [...each.querySelectorAll('.row-title, .text-cell, .status-cell > *')].map(({ textContent }) => textContent),
    );
    expect(texts).toEqual([
      ['Publication rejected', 'Tides of the Hokianga', 'Failed', '12 attempts', 'Answered 503: Down for maintenance'],
      [
        ...['Changes requested', 'Statistics for Nurses', 'Queued', '2 attempts, next in 4 minutes'],
        'No response within 10 seconds.',
      ],
      ['Publication approved', 'Tides of the Hokianga', 'Delivered', '4 minutes ago'],
      ['Publication approved', 'Tides of the Hokianga', 'Delivered', '3 attempts, 4 minutes ago'],
      ['Publication approved', 'Tides of the Hokianga', 'Queued', 'Goes out in a moment'],
    ]);
    expect(row(2).className).toBe('is-failed');
    expect(row(3).className).toBe('');
    expect(screen.getByRole('link', { name: 'Statistics for Nurses' }).getAttribute('href')).toBe(
      '/admin/openshelf/reviews/8',
    );
    const views = within(screen.getByRole('navigation', { name: 'Webhooks by status' })).getAllByRole('link');
    expect(views.map(({ textContent }) => textContent)).toEqual(['All5', 'Queued2', 'Delivered2', 'Failed1']);
    await expectAccessible();
  });

  test('is narrowed by status and by publication, both in the address', async () => {
    show(failed, queued);
    open();
    await screen.findByText('Publication rejected');
    await site.user.click(screen.getByRole('link', { name: /^Failed/ }));
    expect(window.location.search).toBe('?status=failed');
    await waitFor(() => expect(getPaths().at(-1)).toBe(`${PATH}?page=1&limit=20&status=failed`));
    await site.chooseAction('Changes requested, Statistics for Nurses', 'Show webhooks of this publication');
    expect(window.location.search).toBe('?publication=8');
    await waitFor(() => expect(getPaths().at(-1)).toBe(`${PATH}?page=1&limit=20&publication=8`));
    screen.getByText('Publication: Statistics for Nurses');
    // The counts are those of all publications.
    expect(screen.getByRole('link', { name: 'All' }).textContent).toBe('All');
    await expectAccessible();
    await site.press('Show all publications');
    expect(window.location.search).toBe('');
  });

  test.each([
    ['?status=failed', 'No webhooks here', 'Every webhook was delivered or will be tried again.'],
    ['?status=queued', 'No webhooks here', 'Nothing is waiting to be sent.'],
    ['?status=delivered', 'No webhooks here', 'Nothing has been delivered yet.'],
    ['?publication=7', 'No webhooks found', 'This publication has no webhooks.'],
    ['?publication=7&status=failed', 'No webhooks found', 'No webhook of this publication has this status.'],
  ])('says that none matches %s, and clears the filters', async (query, title, message) => {
    open(query);
    await screen.findByRole('heading', { name: title });
    screen.getByText(message);
    await site.press('Clear filters');
    await screen.findByRole('heading', { name: 'No webhooks yet' });
    expect(window.location.search).toBe('');
  });
});

test('while a webhook is to be sent now, the log is loaded again', async () => {
  await start({ hasFakeTimers: true });
  show(createWebhook({ status: 'queued', attempts: 0, next_attempt_at: NOW }));
  open();
  await screen.findByText('Waiting to be sent');
  show(createWebhook());
  act(() => site.clock.advance(5_000));
  await screen.findByText('Delivered', { selector: '.badge' });
});

describe('the details of a webhook', () => {
  test('are in a dialog, with what is sent', async () => {
    show(failed);
    open();
    await site.press('Publication rejected');
    const { dialog, getByRole } = await findDialog('Publication rejected');
    expect(getByRole('region', { name: 'What is sent' }).textContent).toBe('{\n  "id": "evt-1"\n}');
    const names = [...dialog.querySelectorAll('dt')].map(({ textContent }) => textContent);
    expect(names).toEqual([
      ...['Publication', 'Event', 'Event id', 'Status', 'Attempts', 'Last response', 'Created', 'Delivered'],
    ]);
    expect(dialog.querySelector('dd:last-of-type')?.textContent).toBe('Not yet');
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('have the time of the next attempt of one that waits', async () => {
    show(queued);
    open();
    await site.chooseAction('Changes requested, Statistics for Nurses', 'Show details');
    const { dialog } = await findDialog('Changes requested');
    expect(dialog.textContent).toContain('Next attempt');
  });
});

describe('sending again', () => {
  test('asks first, and says what happens', async () => {
    show(failed);
    open();
    site.network.intercept('POST', `${PATH}/2/replay`, () => {
      show({ ...failed, status: 'queued', attempts: 0, next_attempt_at: NOW });
      return Response.json({ message: 'The webhook is being sent again.', data: failed });
    });
    await site.chooseAction('Publication rejected, Tides of the Hokianga', 'Send again');
    const { getByRole, getByText } = await findDialog('Send this webhook again?');
    getByText(/^It goes out now, with the same event id/);
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Send again' }));
    await findToast('The webhook is being sent again.');
    await within(row(2)).findByText('Queued');
  });

  test('is offered in the details, too', async () => {
    show(createWebhook());
    open();
    await site.press('Publication approved');
    await site.press('Send again');
    await findDialog('Send this webhook again?');
  });

  test('that is refused says why, and the dialog stays', async () => {
    show(failed);
    open();
    site.network.fail('POST', `${PATH}/2/replay`, 404, { message: 'Webhook not found' });
    await site.chooseAction('Publication rejected, Tides of the Hokianga', 'Send again');
    const { getByRole, findByText } = await findDialog('Send this webhook again?');
    await site.user.click(getByRole('button', { name: 'Send again' }));
    await findByText('Webhook not found');
  });

  test('without an address waits for one', async () => {
    show(failed);
    answer.webhook_url = null;
    open();
    await site.chooseAction('Publication rejected, Tides of the Hokianga', 'Send again');
    const { getByText } = await findDialog('Send this webhook again?');
    getByText('It is sent once the server has an address for webhooks.');
  });

  test('is not offered for one that was never sent', async () => {
    show(createWebhook({ status: 'queued', attempts: 0, next_attempt_at: NOW, delivered_at: null }));
    open();
    await site.press('Actions for Publication approved, Tides of the Hokianga');
    await screen.findByRole('menuitem', { name: 'Show details' });
    expect(screen.queryByRole('menuitem', { name: 'Send again' })).toBeNull();
  });
});
