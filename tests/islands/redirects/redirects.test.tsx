import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { NavigationIsland } from '#src/features/site-navigation/Navigation.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

const PATH = '/api/admin/redirects';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  site.deps.site.hasPath = (path) => ['/', '/about', '/prices', '/team'].includes(path);
  await site.signIn('admin');
});

const openRedirects = (query = '') => site.open(<NavigationIsland />, `/admin/navigation?view=redirects${query}`);
const add = (from: string, to: string, status = 301) => site.call('POST', PATH, { from, to, status });
const readRows = () =>
  [...document.querySelectorAll('.redirect-table tbody tr')].map((row) =>
    [...row.querySelectorAll('td:nth-child(2), td:nth-child(3)')].map(({ textContent }) => textContent),
  );
const waitForRows = (rows: (string | null)[][]) => waitFor(() => expect(readRows()).toEqual(rows));

describe('the list of redirects', () => {
  test('says that there are none yet, and what one does', async () => {
    openRedirects();
    await screen.findByRole('heading', { name: 'No redirects yet' });
    screen.getByText(/^A redirect sends visitors from an old address to a new one\./);
    await expectAccessible();
  });

  test('says why it can’t be loaded', async () => {
    site.network.fail('GET', PATH, 500, { message: 'Something broke.' });
    openRedirects();
    await screen.findByRole('heading', { name: 'Failed to fetch redirects' });
  });

  test('shows where each leads, in letters, and what is wrong with it', async () => {
    await add('/blåbær', '/about');
    await add('/old', '/team');
    await add('/prizes', '/prices');
    await add('/start', '/team');
    site.deps.site.hasPath = (path) => ['/about', '/prices', '/old'].includes(path);
    site.deps.site.findRedirect = (path) => (path === '/prices' ? '/about' : null);
    openRedirects('&sort=from');
    await waitForRows([
      ['/blåbær', '/about'],
      ['/old', '/teamWaiting There’s a page at /old. This takes over when the page is gone.'],
      ['/prizes', '/pricesLeads on to /about, where visitors are sent directly.'],
      ['/start', '/teamLeads nowhere This page no longer exists.'],
    ]);
    await expectAccessible();
  });

  test('is searched, and filtered by kind, all in the address of the page', async () => {
    await add('/old', '/about');
    await add('/older', '/team', 302);
    openRedirects('&kind=temporary');
    await waitForRows([['/older', '/team']]);
    await site.user.type(screen.getByRole('searchbox', { name: 'Search redirects' }), 'nothing{Enter}');
    await screen.findByRole('heading', { name: 'No redirects found' });
    expect(window.location.search).toBe('?view=redirects&search=nothing&kind=temporary');
    await site.press('Clear filters');
    await waitForRows([
      ['/older', '/team'],
      ['/old', '/about'],
    ]);
  });
});

describe('a redirect', () => {
  test('is added by N, and taken back by Undo', async () => {
    openRedirects();
    await screen.findByRole('heading', { name: 'No redirects yet' });
    await site.user.keyboard('n');
    const dialog = await findDialog('Add redirect');
    const old = dialog.getByRole('textbox', { name: 'Old address' });
    expect(old.hasAttribute('autofocus')).toBe(true);
    await site.user.type(old, '/old');
    await site.user.type(dialog.getByRole('textbox', { name: 'New address' }), '/about');
    await site.user.selectOptions(dialog.getByRole('combobox', { name: 'Kind' }), 'Temporary');
    dialog.getByText('Search engines keep the old address.');
    await expectAccessible();
    await site.user.click(dialog.getByRole('button', { name: 'Add redirect' }));
    await findToast('Redirect added');
    await waitForRows([['/old', '/about']]);
    await site.press('Undo');
    await screen.findByRole('heading', { name: 'No redirects yet' });
  });

  test('that the server refuses keeps what was typed, with the sentence at its field', async () => {
    openRedirects();
    await screen.findByRole('heading', { name: 'No redirects yet' });
    await site.user.keyboard('n');
    const dialog = await findDialog('Add redirect');
    await site.user.type(dialog.getByRole('textbox', { name: 'Old address' }), '/team');
    await site.user.click(dialog.getByRole('button', { name: 'Add redirect' }));
    await dialog.findByText('Enter the new address.');
    await site.user.type(dialog.getByRole('textbox', { name: 'New address' }), '/about');
    await site.user.click(dialog.getByRole('button', { name: 'Add redirect' }));
    await dialog.findByText('There is a page at /team, which a redirect would hide.');
    const old = dialog.getByRole('textbox', { name: 'Old address' });
    expect([document.activeElement, (old as HTMLInputElement).value]).toEqual([old, '/team']);
    await site.user.keyboard('{Escape}');
    dialog.getByText('Your changes aren’t saved.');
  });

  test('is changed from its menu', async () => {
    await add('/old', '/about');
    openRedirects();
    await site.chooseAction('/old', 'Edit');
    const dialog = await findDialog('Edit redirect');
    const field = dialog.getByRole('textbox', { name: 'New address' });
    expect(field.hasAttribute('autofocus')).toBe(true);
    await site.user.clear(field);
    await site.user.type(field, '/prices#year{Enter}');
    await findToast('Redirect updated');
    await waitForRows([['/old', '/prices#year']]);
  });

  test('is deleted after a question that names it, and put back by Undo', async () => {
    await add('/old', '/about');
    openRedirects();
    await site.chooseAction('/old', 'Delete...');
    const dialog = await findDialog('Delete this redirect?');
    expect(dialog.dialog.textContent).toContain('Visitors of /old will no longer be sent to /about.');
    await site.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await findToast('Redirect deleted');
    await screen.findByRole('heading', { name: 'No redirects yet' });
    await site.press('Undo');
    await waitForRows([['/old', '/about']]);
  });

  test('is one of several that are selected and deleted together', async () => {
    for (const from of ['/a', '/b', '/c']) await add(from, '/about');
    openRedirects('&sort=from');
    await site.user.click(await screen.findByRole('checkbox', { name: 'Select /a' }));
    await site.user.click(screen.getByRole('checkbox', { name: 'Select /b' }));
    await site.press('Delete...');
    await site.user.click((await findDialog('Delete 2 redirects?')).getByRole('button', { name: 'Delete' }));
    await findToast('2 redirects deleted');
    await waitForRows([['/c', '/about']]);
  });
});

describe('an import of redirects', () => {
  const chooseFile = async (csv: string) => {
    const dialog = await findDialog('Import redirects');
    await site.user.upload(dialog.getByLabelText('CSV file'), new File([csv], 'old-site.csv', { type: 'text/csv' }));
    return dialog;
  };
  const readFacts = () => [...document.querySelectorAll('.import-facts li')].map(({ textContent }) => textContent);

  test('is tried first, and says what each line does before anything changes', async () => {
    await add('/stays', '/about');
    await add('/changes', '/about');
    openRedirects();
    await site.press('Import CSV...');
    (await findDialog('Import redirects')).getByText(/^Each line of the CSV file has an old address/);
    await expectAccessible();
    const dialog = await chooseFile('/new,/about\n/stays,/about\n/changes,/team\n/a,/about\n/b,/b\nold,/about');
    await dialog.findByText('old-site.csv');
    dialog.getByText('6 lines');
    expect(readFacts()).toEqual([
      '2 are new',
      '1 leads elsewhere today and will change',
      '1 exists already and stays as it is',
      '1 would loop (line 5) and is left out',
      '1 can’t be used and is left out',
    ]);
    expect(
      within(dialog.dialog)
        .getAllByRole('listitem')
        .slice(-2)
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Line 5: This would loop: /b → /b.',
      'Line 6: The old address has to be on this site and begin with a slash, such as /old-page.',
    ]);
    await expectAccessible();
    expect(readRows()).toHaveLength(2);
    await site.press('Import 3');
    await findToast('3 redirects imported');
    await waitFor(() => expect(readRows()).toHaveLength(4));
    await site.press('Undo');
    await waitFor(() => expect(readRows()).toHaveLength(2));
  });

  test('of a file that can’t be used says why, and takes another one', async () => {
    openRedirects();
    await site.press('Import CSV...');
    const dialog = await chooseFile('');
    await dialog.findByText('This file has no redirects. Each line needs the old address and the new one.');
    await chooseFile('/team,/about');
    await dialog.findByText('This file changes nothing');
    expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull();
    await chooseFile('/old,/about');
    await dialog.findByRole('button', { name: 'Import 1' });
  });
});

test('an editor doesn’t get the screen', async () => {
  await site.signIn('editor');
  openRedirects();
  await waitFor(() => expect(site.navigations).toHaveLength(1));
  expect(document.querySelector('.redirects')).toBeNull();
});
