import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PublishJson, SiteStateJson } from '#api/features/publishes/publishes.contract.ts';
import { PublishesIsland } from '#src/features/publishes/Publishes.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createEventStream, type EventStream } from '../../support/islands/event-stream.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

const EVENTS = '/api/publishes/events';
const SITE: SiteStateJson = { current_release: 7, pinned_release: null, waiting_for_space: false };

let site: IslandSite;
let events: EventStream;
beforeEach(async () => {
  site = await createIslandSite();
  events = createEventStream();
  site.network.intercept('GET', EVENTS, events.respond);
  await site.signIn('admin');
});

const createPublish = (changes: Partial<PublishJson>): PublishJson => ({
  id: 1,
  kind: 'blog',
  subject_id: 1,
  reason: 'New post: A kettle',
  is_system: false,
  status: 'live',
  release_id: 7,
  paths: ['/blogs/a-kettle'],
  paths_total: 1,
  removed_total: 0,
  failed_path: null,
  error: null,
  user: null,
  created_at: new Date().toISOString(),
  started_at: null,
  finished_at: new Date().toISOString(),
  milliseconds: 42,
  ...changes,
});
async function open(state: Partial<SiteStateJson> = {}, ...publishes: Partial<PublishJson>[]) {
  site.open(<PublishesIsland />);
  await waitFor(() => expect(events.isOpen()).toBe(true));
  await act(async () => {
    for (const changes of publishes) events.send('publish', createPublish(changes));
    events.send('site', { ...SITE, ...state });
  });
  await screen.findByText('Visitors see release 7.');
}
const status = () => document.querySelector('.now-state')?.textContent;
const getView = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Publishes by status' })).getByRole('link', { name });
const row = (id: number) => within(document.querySelector(`[data-publish="${id}"]`) as HTMLElement);

describe('the current state', () => {
  test('is loaded first', async () => {
    site.open(<PublishesIsland />);
    await screen.findByText('Connecting...');
  });

  test.each([
    [{}, [], 'Up to date. Everything published is live.'],
    [{}, [{ status: 'queued' }], '1 change in the queue.'],
    [{}, [{ status: 'rendering' }], 'Publishing 1 change...'],
    [{}, [{ status: 'failed' }], 'The last publish failed. Visitors still see the previous version.'],
    [{ pinned_release: 3 }, [], 'Publishing is paused. Nothing goes live until you resume.'],
    [
      { waiting_for_space: true },
      [],
      'The server’s disk is full. Changes will go live by themselves when there is space again.',
    ],
  ] as const)('is described by a sentence: %j %j', async (state, publishes, words) => {
    await open(state, ...publishes);
    expect(status()).toBe(words);
  });

  test('is marked as out of date while the connection is lost, and recovers by itself', async () => {
    await open();
    act(() => events.close());
    await waitFor(() => expect(status()).toBe('Connection lost. This may be out of date. Reconnecting...'));
    await waitFor(() => expect(events.isOpen()).toBe(true));
    await act(async () => events.send('site', SITE));
    await waitFor(() => expect(status()).toBe('Up to date. Everything published is live.'));
  });
});

describe('the list', () => {
  test('says that nobody has published anything yet', async () => {
    await open();
    await screen.findByRole('heading', { name: 'No publishes yet' });
  });

  test('shows a live publish with its paths, removed ones last', async () => {
    const paths = ['/blogs', '/blogs/a-kettle'];
    await open({}, { paths, paths_total: 2, removed_total: 1, user: { id: 1, name: 'Mere Tane' } });
    row(1).getByText('Live (took under 0.1 s)');
    row(1).getByText('Mere Tane');
    row(1).getByText('2 addresses, 1 removed');
    await expectAccessible();
    expect(
      row(1)
        .getAllByRole('listitem', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual(['/blogs', '/blogs/a-kettleRemoved']);
  });

  test('shows publishes that changed no page, are queued or are on hold', async () => {
    await open({}, { paths: [], paths_total: 0, is_system: true }, { id: 2, status: 'queued' });
    await site.user.click(getView('All, with automatic updates'));
    row(1).getByText('No pages changed');
    row(1).getByText('No changes needed');
    row(2).getByText('Queued');
    row(2).getByText('Not known yet');
    await act(async () => events.send('site', { ...SITE, pinned_release: 3 }));
    row(2).getByText('Paused');
  });

  test('shows why a publish failed, and retries it', async () => {
    await open(
      {},
      { status: 'failed', error: 'The page cannot be rendered.', failed_path: '/blogs/x', paths_total: 0 },
    );
    row(1).getByText('The page cannot be rendered.');
    row(1).getByText('/blogs/x');
    row(1).getByText('No pages changed');
    await expectAccessible();
    site.network.intercept('POST', '/api/publishes/1/retry', () =>
      Response.json(createPublish({ status: 'queued', finished_at: null, created_at: '2099-01-01T00:00:00.000Z' })),
    );
    await site.press('Retry: New post: A kettle');
    await row(1).findByText('Queued');
  });

  test('shows why a publish cannot be retried', async () => {
    await open({}, { status: 'failed' });
    site.network.fail('POST', '/api/publishes/1/retry', 409, { message: 'It runs already.' });
    await site.press('Retry: New post: A kettle');
    await findToast('It runs already.');
  });

  test('shows what people did, and automatic updates on demand', async () => {
    await open(
      {},
      {},
      { id: 2, reason: 'Updated post: A draft', is_system: true },
      { id: 3, kind: 'schedule', is_system: true },
    );
    expect(document.querySelectorAll('[data-publish]')).toHaveLength(1);
    row(1).getByText('New post: A kettle');
    await site.user.click(getView('All, with automatic updates'));
    expect(document.querySelectorAll('[data-publish]')).toHaveLength(3);
    row(2).getByText('Updated post: A draft');
    await expectAccessible();
  });

  test('filters failed publishes by the address, and says when there are none', async () => {
    await open({}, {}, { id: 2, status: 'failed' });
    await site.user.click(screen.getByRole('link', { name: 'Failed' }));
    expect(window.location.search).toBe('?publishes=failed');
    expect(document.querySelectorAll('[data-publish]')).toHaveLength(1);
    await act(async () => events.send('publish', createPublish({ id: 2, finished_at: '2099-01-01T00:00:00.000Z' })));
    await screen.findByRole('heading', { name: 'No failed publishes' });
    await site.press('Clear filters');
    expect(window.location.search).toBe('');
    expect(document.querySelectorAll('[data-publish]')).toHaveLength(2);
  });

  test('says when earlier publishes cannot be loaded, and tries again', async () => {
    await open({}, {}, { id: 2, status: 'failed' });
    const restore = site.network.fail('GET', '/api/publishes');
    await site.user.click(screen.getByRole('link', { name: 'Failed' }));
    await screen.findByText('Couldn’t load the earlier publishes.');
    expect(document.querySelectorAll('[data-publish]')).toHaveLength(1);
    await expectAccessible();
    restore();
    await site.press('Retry');
    await waitFor(() => expect(screen.queryByText('Couldn’t load the earlier publishes.')).toBeNull());
  });

  test('shows eight publishes, and earlier ones on demand', async () => {
    await open({}, ...Array.from({ length: 10 }, (_, at) => ({ id: at + 1 })));
    expect(document.querySelectorAll('[data-publish]')).toHaveLength(8);
    await site.press('Show older');
    expect(document.querySelectorAll('[data-publish]')).toHaveLength(10);
  });
});

describe('a rebuild', () => {
  test('is queued after a prompt', async () => {
    await open();
    await site.press('Rebuild all pages');
    const { dialog, getByRole } = await findDialog('Rebuild all pages?');
    expect(dialog.textContent).toContain('Visitors see the current site until it’s ready.');
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Rebuild all pages' }));
    await screen.findByRole('row', { name: /Rebuild all pages/ });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Rebuild all pages' }).disabled).toBe(true);
  });

  test('that cannot be queued shows the reason in the prompt', async () => {
    await open();
    site.network.fail('POST', '/api/publishes/rebuild', 500, { message: 'Something broke.' });
    await site.press('Rebuild all pages');
    const { getByRole, findByText } = await findDialog('Rebuild all pages?');
    await site.user.click(getByRole('button', { name: 'Rebuild all pages' }));
    await findByText('Something broke.');
  });
});

test('paused publishing is shown with the waiting changes, and resumes after a prompt', async () => {
  await open({ pinned_release: 3 }, { status: 'queued' });
  screen.getByText('Publishing is paused at release 3.');
  await expectAccessible();
  screen.getByText('Visitors see the site as it was then. 1 change waiting to be published.');
  site.network.intercept('POST', '/api/releases/resume', () => Response.json({ message: 'Publishing resumes.' }));
  await site.press('Resume publishing');
  const { dialog, getByRole } = await findDialog('Resume publishing?');
  expect(dialog.textContent).toContain(
    'Everything published since release 3 goes live, including 1 change waiting now.',
  );
  await site.user.click(getByRole('button', { name: 'Resume' }));
  await findToast('Publishing resumes.');
  await act(async () => events.send('site', SITE));
  expect(screen.queryByText('Publishing is paused at release 3.')).toBeNull();
});
