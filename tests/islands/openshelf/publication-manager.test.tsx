import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { publicationStatuses } from '#api/domain/publication-states.ts';
import { PublicationManagerIsland } from '#src/features/openshelf/publications/PublicationManager.island.tsx';
import { createPublication, createPublications } from '../../support/app/publications.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { expectFocus, findDialog, findToast } from '../../support/islands/island-site.tsx';
import { createOpenshelfSite, type OpenshelfSite } from '../../support/islands/openshelf-site.ts';

const PUBLICATIONS = '/api/admin/openshelf/publications';
const REVIEWS = '/api/admin/openshelf/reviews';
let site: OpenshelfSite;

beforeEach(async () => {
  site = await createOpenshelfSite();
});

const open = (query = '') => site.open(<PublicationManagerIsland />, `/admin/openshelf/publications${query}`);
const findRow = async (title: string) =>
  within((await screen.findByRole('link', { name: title })).closest('tr') as HTMLElement);
const listTitles = () => [...document.querySelectorAll('tbody .row-title')].map(({ textContent }) => textContent);
const listQueries = () =>
  site.network.calls
    .filter(({ method, path }) => method === 'GET' && path.startsWith(`${PUBLICATIONS}?`))
    .map(({ path }) => path.slice(PUBLICATIONS.length + 1));
const listButtons = (row: Awaited<ReturnType<typeof findRow>>) =>
  row.queryAllByRole('button').map(({ textContent }) => textContent);

describe('the table', () => {
  test('shows the columns of the specification', async () => {
    const id = await createPublication(site, {
      title: 'Remedies from a Hedgerow',
      authorName: 'Imogen Hart',
      subcategoryId: 9,
      description: `${'a'.repeat(99)}🌿 and more`,
      submittedAt: Date.parse('2026-11-20T01:00:00.000Z'),
      excludedReviewerId: 99,
    });
    await createPublication(site, { title: 'Draft', status: 'DRAFT', categoryId: 2, description: 'Short.' });
    open();
    const row = await findRow('Remedies from a Hedgerow');
    const getCells = (within: typeof row) => within.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['Publication', 'Author', 'Category', 'Status', 'Submitted', 'Actions'],
    ]);
    expect(getCells(row)).toEqual([
      `Remedies from a HedgerowImogen Hart${'a'.repeat(99)}🌿...`,
      ...['Imogen Hart', 'FictionMystery', 'ADMIN REVIEWINGAppeal', '20 Nov 2026', 'ApproveRejectView Details'],
    ]);
    expect(row.getByRole('link', { name: /^View Details/ }).getAttribute('href')).toBe(
      `/admin/openshelf/reviews/${id}`,
    );
    expect(getCells(await findRow('Draft'))).toEqual([
      ...['DraftImogen HartShort.', 'Imogen Hart', 'Non-Fiction', 'DRAFT', '–', 'View Details'],
    ]);
    expect(document.querySelector('[data-screen-count]')?.textContent).toBe('2');
    await expectAccessible();
  });

  test('every status has its badge; decisions are offered for ADMIN_REVIEWING only', async () => {
    for (const status of publicationStatuses) await createPublication(site, { title: `A ${status}`, status });
    open();
    for (const status of publicationStatuses) {
      const row = await findRow(`A ${status}`);
      row.getByText(status.replace('_', ' '), { selector: '.badge' });
      row.getByRole('link', { name: /^View Details/ });
      expect(listButtons(row)).toEqual(status === 'ADMIN_REVIEWING' ? ['Approve', 'Reject'] : []);
    }
    await expectAccessible();
  });

  test('a rejection that asks for changes says so', async () => {
    await createPublication(site, { title: 'Tides', status: 'REJECTED', areChangesRequested: true });
    open();
    (await findRow('Tides')).getByText('Changes requested');
  });
});

describe('decisions', () => {
  test('Approve shows at once and can be undone', async () => {
    const id = await createPublication(site, { title: 'Tides' });
    open();
    const answer = site.network.hold('POST', `${REVIEWS}/${id}/approve`);
    await site.press('Approve Tides');
    const row = await findRow('Tides');
    row.getByText('APPROVED');
    expect(listButtons(row)).toEqual([]);
    await expectFocus(() => row.getByRole('link', { name: /^View Details/ }));
    answer();
    await findToast('Publication approved successfully');
    await site.press(/^Undo/);
    await waitFor(() => expect(listButtons(row)).toEqual(['Approve', 'Reject']));
    row.getByText('ADMIN REVIEWING');
    expect(site.listPosts()[0]).toEqual([`${REVIEWS}/${id}/approve`, {}]);
  });

  test('Reject sends its comment', async () => {
    const id = await createPublication(site, { title: 'Tides' });
    open();
    await site.press('Reject Tides');
    await site.user.click((await findDialog('Reject Tides?')).getByRole('button', { name: 'Reject Publication' }));
    await findToast('Publication rejected successfully');
    (await findRow('Tides')).getByText('REJECTED');
    expect(site.listPosts()).toEqual([
      [`${REVIEWS}/${id}/reject`, { comments: 'Admin action from publications manager' }],
    ]);
  });

  test('a refusal says why, and the row is as it was', async () => {
    const id = await createPublication(site, { title: 'Tides' });
    open();
    site.network.fail('POST', `${REVIEWS}/${id}/reject`, 409, { message: 'Tom Whitaker approved this 20 s ago.' });
    await site.press('Reject Tides');
    await site.user.click((await findDialog('Reject Tides?')).getByRole('button', { name: 'Reject Publication' }));
    const dialog = await findDialog('Tides');
    dialog.getByText('Failed to reject publication: Tom Whitaker approved this 20 s ago.');
    await expectAccessible();
    await site.user.click(dialog.getByRole('button', { name: 'OK' }));
    expect(listButtons(await findRow('Tides'))).toEqual(['Approve', 'Reject']);
  });
});

describe('filters, search and pages', () => {
  test('the status filter offers those of the specification', async () => {
    open();
    const options = within(await screen.findByRole('combobox', { name: 'Status' })).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      ...['All statuses', 'DRAFT', 'SUBMITTED', 'AI REVIEWING', 'AI APPROVED', 'ADMIN REVIEWING', 'PUBLISHED'],
      'REJECTED',
    ]);
  });

  test('are in the address, and lead to the first page', async () => {
    await createPublications(site, 21);
    await createPublication(site, {
      title: 'Numbers',
      categoryId: 2,
      status: 'REJECTED',
      authorName: 'Arjun Mehta',
    });
    open('?page=2');
    await screen.findByText('21–22 of 22 publications');
    await site.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'REJECTED');
    await waitFor(() => expect(listTitles()).toEqual(['Numbers']));
    await site.user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Non-Fiction');
    await site.user.type(screen.getByPlaceholderText('Search by title, author, or description...'), 'mehta{Enter}');
    await waitFor(() =>
      expect(listQueries().at(-1)).toBe('page=1&limit=20&search=mehta&status=REJECTED&category=Non-Fiction'),
    );
    expect(window.location.search).toBe('?search=mehta&status=REJECTED&category=Non-Fiction');
    await waitFor(() => expect(listTitles()).toEqual(['Numbers']));
    await expectAccessible();
  });

  test('a link may name a status that the filter does not offer', async () => {
    await createPublication(site, { title: 'Gone', status: 'WITHDRAWN' });
    await createPublication(site, { title: 'Tides' });
    open('?status=WITHDRAWN&page=x');
    await findRow('Gone');
    expect(listTitles()).toEqual(['Gone']);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('WITHDRAWN');
  });
});

describe('other states', () => {
  test('nothing matches', async () => {
    await createPublication(site, { title: 'Tides' });
    open('?search=nothing');
    await screen.findByText('No publications found matching your criteria.');
    await expectAccessible();
    await site.press('Clear filters');
    await findRow('Tides');
    expect(window.location.search).toBe('');
  });

  test('an error says why', async () => {
    site.network.fail('GET', PUBLICATIONS, 500, { message: 'Something broke.' });
    open();
    await screen.findByRole('heading', { name: 'Error Loading Publications' });
    screen.getByText('Failed to fetch publications: Something broke.');
  });
});
