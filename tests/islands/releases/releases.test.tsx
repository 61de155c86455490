import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SiteStateJson } from '#api/features/publishes/publishes.contract.ts';
import type { ReleaseDetailsJson, ReleaseJson } from '#api/features/releases/releases.contract.ts';
import { ReleaseList } from '#src/features/releases/ReleaseList.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

const createRelease = (changes: Partial<ReleaseJson>): ReleaseJson => ({
  id: 1,
  kind: 'publish',
  note: 'New post: A kettle',
  user: { id: 1, name: 'Mere Tane' },
  pages_changed: 3,
  pages_total: 120,
  bytes: 2048,
  created_at: new Date().toISOString(),
  is_current: false,
  is_pinned: false,
  ...changes,
});
const SITE: SiteStateJson = { current_release: 3, pinned_release: null, waiting_for_space: false };
const LIST = '/api/releases?page=1&limit=15&source=people';
function open(...releases: Partial<ReleaseJson>[]) {
  const pagination = { page: 1, limit: 15, total: releases.length, totalPages: 1 };
  site.network.intercept('GET', LIST, () => Response.json({ data: releases.map(createRelease), pagination }));
  site.open(<ReleaseList site={SITE} />);
}
const showDetails = (changes: Partial<ReleaseDetailsJson>) =>
  site.network.intercept('GET', '/api/releases/1', () =>
    Response.json({ is_compared: true, changes_total: 0, ...changes }),
  );

test('shows a loading state, then that there is no release yet', async () => {
  const proceed = site.network.hold('GET', '/api/releases');
  site.open(<ReleaseList site={SITE} />);
  await waitFor(() => expect(document.querySelector('.table-skeleton')).not.toBeNull());
  proceed();
  await screen.findByRole('heading', { name: 'No releases yet' });
});

test('a list that fails to load shows the reason and can be retried', async () => {
  const restore = site.network.fail('GET', LIST, 500, { message: 'Something broke.' });
  site.open(<ReleaseList site={SITE} />);
  await screen.findByText('Something broke.');
  await expectAccessible();
  restore();
  await site.press('Retry');
  await screen.findByRole('heading', { name: 'No releases yet' });
});

test('automatic updates are listed on demand', async () => {
  open({});
  site.network.intercept('GET', '/api/releases?page=1&limit=15', () =>
    Response.json({
      data: [createRelease({ id: 2, kind: 'refresh', note: 'Images for shared links', user: null }), createRelease({})],
      pagination: { page: 1, limit: 15, total: 2, totalPages: 1 },
    }),
  );
  await screen.findByText('New post: A kettle');
  expect(screen.queryByText('Images for shared links')).toBeNull();
  await site.user.click(screen.getByRole('link', { name: 'All, with automatic updates' }));
  await screen.findByText('Images for shared links');
  expect(window.location.search).toBe('?releases=all');
  await expectAccessible();
});

test('a release shows its kind, user and size; the current and the pinned one cannot be restored', async () => {
  open({}, { id: 2, is_pinned: true, kind: 'restore' }, { id: 3, is_current: true, kind: 'build', user: null });
  const changes = await screen.findByRole('button', { name: 'Actions for release 1' });
  const row = within(changes.closest('tr') as HTMLElement);
  row.getByText('Publish by Mere Tane');
  row.getByText('3 changed');
  row.getByText('of 120 addresses');
  row.getByText('2 KB');
  screen.getByText('Paused');
  screen.getByText('Live');
  screen.getByText('1–3 of 3 releases');
  const canRestore = async (id: number) => {
    await site.press(`Actions for release ${id}`);
    await screen.findByRole('menuitem', { name: 'Show changes' });
    const found = screen.queryByRole('menuitem', { name: 'Restore...' }) !== null;
    await site.press(`Actions for release ${id}`);
    return found;
  };
  expect([await canRestore(1), await canRestore(2), await canRestore(3)]).toEqual([true, false, false]);
});

test('changes of a release are listed, and further ones are counted', async () => {
  showDetails({ changes: [{ path: '/blogs/a-kettle', change: 'added' }], changes_total: 4 });
  open({});
  await site.chooseAction('release 1', 'Show changes');
  const { findByText, getByText } = await findDialog('Changes in release 1');
  await findByText('/blogs/a-kettle');
  getByText('New');
  getByText('and 3 others');
  await expectAccessible();
});

test('changes that fail to load show an error and can be retried; the oldest release has none', async () => {
  const restore = site.network.fail('GET', '/api/releases/1');
  open({});
  await site.chooseAction('release 1', 'Show changes');
  const { findByText } = await findDialog('Changes in release 1');
  await findByText('Couldn’t load the changes.');
  restore();
  showDetails({ is_compared: false });
  await site.press('Retry');
  await findByText('This is the oldest release we keep, so there’s nothing to compare it with.');
});

test('the restore prompt says what would change and that publishing pauses', async () => {
  showDetails({ restore: { changed: 2, removed: 1 } });
  open({});
  await site.chooseAction('release 1', 'Restore...');
  const { dialog, findByText, getByRole } = await findDialog('Restore release 1?');
  await findByText('2 pages change and 1 page goes away.');
  await expectAccessible();
  expect(dialog.textContent).toContain('Publishing pauses, and new changes wait until you resume.');
  site.network.intercept('POST', '/api/releases/1/restore', () => Response.json({ message: 'Release 1 is back.' }));
  await site.user.click(getByRole('button', { name: 'Restore' }));
  await findToast('Release 1 is back.');
});

test('a restore is possible when its preview fails to load, and shows the reason when it fails', async () => {
  site.network.fail('GET', '/api/releases/1');
  open({});
  await site.chooseAction('release 1', 'Restore...');
  const { findByText, getByRole } = await findDialog('Restore release 1?');
  await findByText('Couldn’t check what would change. You can still restore.');
  site.network.fail('POST', '/api/releases/1/restore', 409, { message: 'Another restore runs.' });
  await site.user.click(getByRole('button', { name: 'Restore' }));
  await findByText('Another restore runs.');
});

test('a release opens in a new tab; a blocked tab or a failed link shows a message', async () => {
  const visited: string[] = [];
  const tab = { opener: window, location: { replace: (url: string) => visited.push(url) }, close: vi.fn() };
  const openTab = vi.spyOn(window, 'open').mockReturnValue(null);
  open({});
  await site.chooseAction('release 1', 'View in a new tab');
  await findToast('Your browser blocked the new tab. Allow pop-ups for this site and try again.');
  openTab.mockReturnValue(tab as unknown as Window);
  const restore = site.network.fail('POST', '/api/releases/1/link', 500, { message: 'Something broke.' });
  await site.chooseAction('release 1', 'View in a new tab');
  await findToast('Something broke.');
  expect(tab.close).toHaveBeenCalledOnce();
  restore();
  site.network.intercept('POST', '/api/releases/1/link', () => Response.json({ url: '/release/token/' }));
  await site.chooseAction('release 1', 'View in a new tab');
  await waitFor(() => expect(visited).toEqual(['/release/token/']));
  expect(tab.opener).toBeNull();
});
