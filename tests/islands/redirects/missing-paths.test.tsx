import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { MissingPathLog } from '#api/features/redirects/missing/log.service.ts';
import { NavigationIsland } from '#src/features/site-navigation/Navigation.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

const PATH = '/api/admin/redirects/missing';

let site: IslandSite;
async function openSite(options = {}) {
  site = await createIslandSite(options);
  site.clock.set('2026-11-22T10:00:00.000Z');
  site.deps.site.hasPath = (path) => ['/', '/logbook', '/prices'].includes(path);
  site.deps.site.listPages = () => ['/', '/logbook', '/prices'];
  await site.signIn('admin');
}
beforeEach(() => openSite());

async function askFor(...paths: string[]): Promise<void> {
  const log = new MissingPathLog({ db: site.db, clock: site.clock, log: site.deps.log });
  for (const path of paths) log.record(path);
  await log.flush();
}
const openRedirects = () => site.open(<NavigationIsland />, '/admin/navigation?view=redirects');
const listRows = () =>
  [...document.querySelectorAll('.missing-paths > li')].map((row) =>
    [...row.querySelectorAll('.address, .row-note, .missing-guess, .missing-acts > .button')].map(
      ({ textContent }) => textContent,
    ),
  );
const findRow = async (path: string) =>
  within((await screen.findByText(path, { selector: '.missing-paths .address' })).closest('li') as HTMLElement);

describe('addresses that were not found', () => {
  test('are one quiet line when there are none', async () => {
    openRedirects();
    await screen.findByText('No address was asked for and not found in the last 30 days.');
    await expectAccessible();
  });

  test('say why they can’t be loaded, and are loaded again', async () => {
    const recover = site.network.fail('GET', PATH, 500, { message: 'Something broke.' });
    openRedirects();
    await screen.findByRole('heading', { name: 'Failed to fetch addresses' });
    recover();
    await site.press('Retry');
    await screen.findByText('No address was asked for and not found in the last 30 days.');
  });

  test('are listed by how often they were asked for, each with a page that is alike', async () => {
    await askFor('/logbok', '/logbok', '/harbour-master');
    openRedirects();
    await screen.findByRole('heading', { name: 'Not found lately 2' });
    expect(listRows()).toEqual([
      ['/logbok', '2 times since 22 Nov 2026, last just now', '/logbook', 'Send there'],
      ['/harbour-master', 'Once, just now', 'No similar page', 'Ignore'],
    ]);
    await expectAccessible();
  });

  test('that robots ask for are hidden until they are shown', async () => {
    await askFor('/wp-login.php', '/.env', '/.env');
    openRedirects();
    await screen.findByText('In the last 30 days only robots asked for addresses that don’t exist.');
    await site.press('Show 2 from robots');
    await screen.findByText('/wp-login.php');
    expect(listRows().map(([path, , guess]) => [path, guess])).toEqual([
      ['/.env', 'No similar page'],
      ['/wp-login.php', 'No similar page'],
    ]);
    await site.press('Hide robots');
    await screen.findByText('In the last 30 days only robots asked for addresses that don’t exist.');
  });

  test('are 30 at most, and say of how many', async () => {
    await askFor(...Array.from({ length: 31 }, (_, n) => `/harbour-${n}`));
    openRedirects();
    await screen.findByText('These 30 were asked for most often, of 31 addresses.');
  });
});

describe('an address that was not found', () => {
  test('is sent to the page that is alike by one press, and taken back in its place', async () => {
    await askFor('/logbok', '/logbok', '/priser');
    openRedirects();
    await site.press('Send /logbok to /logbook');
    const row = await findRow('/logbok');
    await row.findByText('Sent to /logbook');
    await expectFocus(() => row.getByRole('button', { name: 'Undo: /logbok sent to /logbook' }));
    await screen.findByRole('heading', { name: 'Redirects 1' });
    expect(listRows().map(([path]) => path)).toEqual(['/logbok', '/priser']);
    await expectAccessible();
    await site.user.click(row.getByRole('button', { name: /^Undo/ }));
    await findToast('The redirects are as before.');
    await expectFocus(() => screen.getByRole('button', { name: 'Send /logbok to /logbook' }));
    await screen.findByRole('heading', { name: 'No redirects yet' });
  });

  test('is one of all that are sent to the pages that are alike, each with its own Undo', async () => {
    await askFor('/logbok', '/priser', '/harbour-master');
    openRedirects();
    await site.press('Send all 2');
    await screen.findByRole('button', { name: 'Undo: /priser sent to /prices' });
    await screen.findByRole('heading', { name: 'Redirects 2' });
    expect(screen.queryByRole('button', { name: /^Send all/ })).toBeNull();
    await expectFocus(() => screen.getByRole('button', { name: 'Undo: /logbok sent to /logbook' }));
    await site.press('Undo: /logbok sent to /logbook');
    await screen.findByRole('button', { name: 'Send /logbok to /logbook' });
    await screen.findByRole('heading', { name: 'Redirects 1' });
  });

  test('is sent to another address, from its menu', async () => {
    await askFor('/logbok');
    openRedirects();
    await site.chooseAction('/logbok', 'Choose another...');
    const dialog = await findDialog('Add redirect');
    expect((dialog.getByRole('textbox', { name: 'Old address' }) as HTMLInputElement).value).toBe('/logbok');
    await site.user.type(dialog.getByRole('textbox', { name: 'New address' }), '/prices{Enter}');
    await findToast('Redirect added');
    await screen.findByText('No address was asked for and not found in the last 30 days.');
    await site.press('Undo');
    await findRow('/logbok');
  });

  test('is ignored, and listed again by Undo', async () => {
    await askFor('/logbok', '/harbour-master');
    openRedirects();
    await site.press('Ignore /harbour-master');
    const row = await findRow('/harbour-master');
    await row.findByText('Ignored');
    await site.chooseAction('/logbok', 'Ignore');
    await (await findRow('/logbok')).findByText('Ignored');
    await site.user.click(row.getByRole('button', { name: 'Undo: /harbour-master ignored' }));
    await findToast('The address is in the list again.');
    await row.findByText('No similar page');
  });

  test('says why it can’t be sent, and stays', async () => {
    await askFor('/logbok');
    openRedirects();
    await findRow('/logbok');
    site.network.fail('POST', '/api/admin/redirects', 500, { message: 'Something broke.' });
    await site.press('Send /logbok to /logbook');
    await findToast('Something broke.');
    await (await findRow('/logbok')).findByRole('button', { name: 'Send /logbok to /logbook' });
  });
});

test('Undo goes when the time for it is up, and what was done stays', async () => {
  await openSite({ hasFakeTimers: true });
  await askFor('/logbok');
  openRedirects();
  await site.press('Send /logbok to /logbook');
  const row = await findRow('/logbok');
  await row.findByRole('button', { name: /^Undo/ });
  act(() => site.clock.advance(31_000));
  await waitFor(() => expect(row.queryByRole('button', { name: /^Undo/ })).toBeNull());
  row.getByText('Sent to /logbook');
});
