import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { joinWaitingList } from '../../support/app/waiting-list.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { expectFocus, findDialog, findFailure, findToast } from '../../support/islands/island-site.tsx';
import {
  createWaitingListSite,
  findName,
  getNames,
  getStats,
  LIST,
  type WaitingListSite,
} from '../../support/islands/waiting-list-site.tsx';

let site: WaitingListSite;
beforeEach(async () => {
  site = await createWaitingListSite();
});

const FAILED = 'Failed to fetch waitinglist entries';
const getListQueries = () =>
  site.network.calls.map(({ path }) => path).filter((path) => path.startsWith(`${LIST}?`) && !path.endsWith('limit=1'));

describe('the list', () => {
  test('shows those who wait, newest first, 20 on a page, with what is known about each', async () => {
    await site.addPeople(21);
    await joinWaitingList(site, {
      email: 'mere@example.com',
      firstName: null,
      lastName: null,
      intent: null,
      productId: 5,
    });
    site.openManager();
    await screen.findByText('1–20 of 22 people');
    expect(getListQueries().at(-1)).toBe(`${LIST}?page=1&limit=20&status=pending&sortBy=created_at&sortOrder=DESC`);
    expect(getNames().slice(0, 3)).toEqual(['mere@example.com', 'Person 21', 'Person 20']);
    const [first, second] = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
    expect(first).toContain('ChatMateNo answerPendingAddress not confirmed22 Nov 2026');
    expect(second).toContain('person21@example.comGenMateBook 21Pending21 Nov 20261 day ago');
    await expectAccessible();
  });

  test('that cannot be loaded says so in its place only, and the filters stay', async () => {
    site.network.fail('GET', LIST, 500, { message: 'Something broke.' });
    site.openManager('?product=4&search=person');
    await screen.findByRole('heading', { name: FAILED });
    await findFailure(FAILED);
    await expectAccessible();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Product' }).value).toBe('4');
  });

  test('is narrowed by product, status and search, in the address', async () => {
    await site.addPeople(2);
    await joinWaitingList(site, { email: 'mere@example.com', firstName: 'Mere', lastName: 'Pohatu', productId: 5 });
    site.openManager('?product=5');
    await findName('Mere Pohatu');
    expect(getNames()).toEqual(['Mere Pohatu']);
    await site.press('Clear the filter Product');
    await findName('Person 01');
    await site.user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'person02');
    await waitFor(() => expect(getNames()).toEqual(['Person 02']));
    expect(window.location.search).toBe('?search=person02');
    await site.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Rejected');
    await screen.findByRole('heading', { name: 'No one found' });
    expect(window.location.search).toBe('?search=person02&status=rejected');
    await expectAccessible();
    await site.press('Clear filters');
    await waitFor(() => expect(getNames()).toHaveLength(3));
    expect(window.location.search).toBe('');
  });

  test('without anyone who waits says so, and shows all on request', async () => {
    await site.addPeople(2);
    await site.execute("UPDATE waiting_list_entries SET status = 'rejected'");
    site.openManager();
    await screen.findByRole('heading', { name: 'Nobody is waiting' });
    await screen.findByText(
      'Everyone on the list has been invited or rejected. New people appear here when they join.',
    );
    await expectAccessible();
    await site.press('Show all 2');
    await findName('Person 01');
    expect(window.location.search).toBe('?status=all');
  });

  test('that nobody has ever joined offers nothing to show', async () => {
    site.openManager();
    await screen.findByRole('heading', { name: 'Nobody is waiting' });
    screen.getByText('New people appear here when they join.');
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });
});

describe('the figures', () => {
  const count = (status: string, id: number) =>
    site.execute(`UPDATE waiting_list_entries SET status = '${status}', invited_at = 1 WHERE id = ${id}`);

  test('filter the list', async () => {
    await site.addPeople(4);
    await count('invited', 2);
    await count('rejected', 3);
    site.openManager();
    await waitFor(() => expect(getStats()).toBe('2 Pending, 1 Invited, 1 Rejected, 4 Total'));
    const stats = within(screen.getByRole('navigation', { name: 'Statistics' }));
    for (const [name, address, names] of [
      ['1 Invited', '?status=invited', ['Person 02']],
      ['1 Rejected', '?status=rejected', ['Person 03']],
      ['4 Total', '?status=all', ['Person 04', 'Person 03', 'Person 02', 'Person 01']],
      ['2 Pending', '', ['Person 04', 'Person 01']],
    ] as const) {
      await site.user.click(stats.getByRole('link', { name }));
      await waitFor(() => expect(getNames()).toEqual(names));
      expect(window.location.search).toBe(address);
      expect(stats.getByRole('link', { name }).getAttribute('aria-current')).toBe('true');
    }
  });

  test('show how far people have come, with the share of those before', async () => {
    site.network.intercept('GET', `${LIST}/funnel`, () =>
      Response.json({ joined: 797, confirmed: 731, invited: 612, signed_up: 388, paid: 1 }),
    );
    site.openManager();
    const funnel = await screen.findByRole('region', { name: 'From joining to paying' });
    expect([...funnel.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      '797Joined ',
      '731Confirmed 92% of those who joined',
      '612Invited 77% of those who joined',
      '388Signed up 63% of those who were invited',
      '1Paid under 1% of those who signed up',
    ]);
    await expectAccessible();
  });
});

describe('the keyboard', () => {
  test('moves through the rows, selects, searches and asks; the list of keys is under ?', async () => {
    await site.addPeople(2);
    site.openManager();
    await findName('Person 02');
    await site.user.keyboard('j');
    await expectFocus(() => screen.getByRole('link', { name: 'Person 02' }));
    await site.user.keyboard('jx');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Person 01' }).checked).toBe(true);
    await site.user.keyboard('i');
    await findDialog('Are you sure you want to invite 1 user(s)?');
    await site.press('Cancel');
    await site.user.keyboard('n');
    await findDialog('Invite the next people');
    await site.press('Close');
    await site.user.keyboard('?');
    await findDialog('Keyboard shortcuts');
    screen.getByText('Select or deselect the person');
    screen.getByText('Reject the selected people');
  });
});

describe('the export', () => {
  test('downloads what is filtered, under the name that the server gives', async () => {
    await site.addPeople(1);
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    site.openManager('?product=4&sort=email');
    await findName('Person 01');
    await site.press('Export CSV');
    await findToast('waiting-list-2026-11-22.csv is in your downloads');
    expect(site.network.calls.at(-1)?.path).toBe(
      `${LIST}/export.csv?status=pending&productId=4&sortBy=email&sortOrder=ASC`,
    );
    expect(await files[0]?.text()).toContain('person01@example.com');
  });

  test('of a selection holds the selected people, or all that match', async () => {
    await site.addPeople(21);
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    site.openManager('?sort=email');
    await site.user.click(await screen.findByRole('checkbox', { name: 'Select Person 03' }));
    await site.user.click(screen.getByRole('checkbox', { name: 'Select Person 01' }));
    const findExport = () => site.network.calls.findLast(({ path }) => path.includes('export.csv'))?.path;
    await site.press('Export');
    await findToast('waiting-list-2026-11-22.csv is in your downloads');
    expect(findExport()).toBe(`${LIST}/export.csv?ids=3%2C1&sortBy=email&sortOrder=ASC`);
    await site.user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0] as HTMLElement);
    await site.press('Select all 21 people');
    await site.press('Export');
    await waitFor(() => expect(findExport()).toBe(`${LIST}/export.csv?status=pending&sortBy=email&sortOrder=ASC`));
    // A download that ends after this test would follow its link, and leave the page.
    await waitFor(() => expect(click).toHaveBeenCalledTimes(2));
  });

  test('says why it failed', async () => {
    const restore = site.network.fail('GET', `${LIST}/export.csv`, 500, { message: 'Something broke.' });
    site.openManager();
    await site.press('Export CSV');
    await findToast('Something broke.');
    restore();
    site.network.disconnect('GET', `${LIST}/export.csv`);
    await site.press('Export CSV');
    await findToast('Failed to export the list');
  });
});
