import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_PUBLICATION_CATEGORIES } from '#api/domain/publication-states.ts';
import { PendingReviewsIsland } from '#src/features/openshelf/pending/PendingReviews.island.tsx';
import { createPublication, createPublications, storeSameText } from '../../support/app/publications.ts';
import { createUser } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createOpenshelfSite, type OpenshelfSite } from '../../support/islands/openshelf-site.ts';

const PENDING = '/api/admin/openshelf/reviews/pending';
const CATEGORIES = '/api/v1/publish/openshelf/categories';
let site: OpenshelfSite;

beforeEach(async () => {
  site = await createOpenshelfSite();
});

const open = (query = '') => site.open(<PendingReviewsIsland />, `/admin/openshelf/reviews${query}`);
const listTitles = () => [...document.querySelectorAll('[data-publication] h2')].map(({ textContent }) => textContent);
const findCard = async (title: string) =>
  within((await screen.findByRole('link', { name: title })).closest('li') as HTMLElement);
const listQueries = () =>
  site.network.calls
    .filter(({ method, path }) => method === 'GET' && path.startsWith(`${PENDING}?`))
    .map(({ path }) => path.slice(PENDING.length + 1));
const getCount = () => document.querySelector('[data-screen-count]')?.textContent;

describe('the cards', () => {
  test('show all that a quick decision needs', async () => {
    const tom = await createUser(site, { firstName: 'Tom', lastName: 'Whitaker' });
    const id = await createPublication(site, {
      claimedBy: tom.id,
      claimedUntil: site.clock.now() + 60_000,
      title: 'Remedies from a Hedgerow',
      authorName: 'Imogen Hart',
      categoryId: 1,
      subcategoryId: 9,
      description: 'What grew along one lane.',
      submittedAt: Date.parse('2026-11-20T01:00:00.000Z'),
      queuedAt: Date.parse('2026-11-18T10:05:00.000Z'),
      aiDecision: 'needs_review',
      aiConfidence: 0.64,
      aiComments: 'Two passages have no source.',
      versionNumber: 2,
      excludedReviewerId: 99,
      htmlUrl: 'https://texts.example.com/1.html',
      // The database may hold what an earlier version of the server let through.
      pdfUrl: 'javascript:alert(1)',
      epubUrl: 'https://texts.example.com/1.epub',
    });
    open();
    const card = await findCard('Remedies from a Hedgerow');
    card.getByText('Imogen Hart. Fiction, Mystery');
    card.getByText('What grew along one lane.');
    expect(card.getByText(/submitted/).textContent).toBe('Waiting 4 days, submitted 20 Nov 2026');
    card.getByText('Appeal');
    card.getByText('v2');
    card.getByText('Tom Whitaker is reviewing this');
    expect(card.getByText(/AI needs review 64%/).className).toBe('badge badge-yellow');
    expect(card.getByText('AI Review Comments').parentElement?.textContent).toBe(
      'AI Review Comments Two passages have no source.',
    );
    const links = card.getAllByRole('link', { name: /opens in a new tab$/ }) as HTMLAnchorElement[];
    expect(links.map(({ textContent, href, target, rel }) => [textContent, href, target, rel.split(' ')[0]])).toEqual([
      ['HTML', 'https://texts.example.com/1.html', '_blank', 'noopener'],
      ['EPUB', 'https://texts.example.com/1.epub', '_blank', 'noopener'],
    ]);
    card.getByRole('button', { name: /^Quick Approve/ });
    card.getByRole('button', { name: /^Quick Reject/ });
    expect(card.getByRole('link', { name: /^Detailed Review/ }).getAttribute('href')).toBe(
      `/admin/openshelf/reviews/${id}`,
    );
    expect(getCount()).toBe('1 publication awaiting review');
    expect(screen.queryByRole('combobox', { name: 'Choose Action' })).toBeNull();
    await expectAccessible();
  });

  test('an approval of the AI is green; what is not there leaves no gap', async () => {
    await createPublication(site, { title: 'Tides', aiDecision: 'approved', aiConfidence: 0.96 });
    await createPublication(site, { title: 'Plain' });
    open();
    const card = await findCard('Tides');
    expect(card.getByText(/AI approved 96%/).className).toBe('badge badge-green');
    const plain = await findCard('Plain');
    for (const text of [/^AI/, 'AI Review Comments', /^v\d/, /reviewing/]) expect(plain.queryByText(text)).toBeNull();
    expect(plain.queryAllByRole('link', { name: /opens in a new tab$/ })).toEqual([]);
  });

  test('the reviewer who has it open is not named to themselves, nor after the reservation has ended', async () => {
    const until = site.clock.now() + 60_000;
    await createPublication(site, { title: 'Mine', claimedBy: site.reviewer.id, claimedUntil: until });
    await createPublication(site, { title: 'Over', claimedBy: site.reviewer.id + 1, claimedUntil: site.clock.now() });
    open();
    await findCard('Over');
    expect(screen.queryByText(/is reviewing this/)).toBeNull();
  });
});

test('a card whose text another work has names that, and what was decided on it', async () => {
  const first = await createPublication(site, { title: 'Get Rich by Sunday' });
  const copy = await createPublication(site, { title: 'Get Rich by Monday' });
  await storeSameText(site, [first, copy]);
  const findMark = async () =>
    (await screen.findByRole('link', { name: 'Get Rich by Monday' })).closest('li')?.querySelector('.same-text-mark')
      ?.textContent;
  open();
  expect(await findMark()).toBe('Same text as ‘Get Rich by Sunday’');
  await site.call('POST', `/api/admin/openshelf/reviews/${first}/reject`, { comments: 'Misleading.' });
  cleanup();
  open();
  expect(await findMark()).toBe('Same text as ‘Get Rich by Sunday’, rejected');
  await expectAccessible();
});

describe('other states', () => {
  test('are reached by J and K, and selected by X', async () => {
    await createPublication(site, { title: 'First', queuedAt: site.clock.now() - 2_000 });
    await createPublication(site, { title: 'Second', queuedAt: site.clock.now() - 1_000 });
    open();
    await findCard('Second');
    await site.user.keyboard('jj');
    expect(document.activeElement?.textContent).toBe('Second');
    await site.user.keyboard('x');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Second' }).checked).toBe(true);
    await site.user.keyboard('k');
    expect(document.activeElement?.textContent).toBe('First');
    screen.getByRole('button', { name: /^Keyboard shortcuts/ });
    await expectAccessible();
  });

  test('loading', async () => {
    site.network.hold('GET', PENDING);
    open();
    expect((await screen.findByRole('status')).textContent).toBe('Loading...');
    await expectAccessible();
  });

  test('empty', async () => {
    open();
    await screen.findByRole('heading', { name: 'No Pending Reviews' });
    screen.getByText('All publications have been reviewed. Great job!');
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/admin/openshelf');
    expect(getCount()).toBe('0 publications awaiting review');
    await expectAccessible();
  });

  test('an error says why, keeps the filters, and Retry loads again', async () => {
    await createPublication(site, { title: 'Tides' });
    const restore = site.network.fail('GET', PENDING, 500, { message: 'Something broke.' });
    open('?category=Fiction');
    await screen.findByRole('heading', { name: 'Error Loading Reviews' });
    screen.getByText('Failed to fetch pending reviews: Something broke.');
    await expectAccessible();
    restore();
    await site.press('Retry');
    await findCard('Tides');
    expect(listQueries()).toContain('category=Fiction&sort=oldest&page=1&limit=20');
  });
});

describe('filters, order and pages', () => {
  test('are in the address, and the heading still counts all that await review', async () => {
    await createPublication(site, { title: 'Tides', aiDecision: 'approved' });
    await createPublication(site, { title: 'Numbers', categoryId: 2, aiDecision: 'needs_review' });
    open();
    await findCard('Tides');
    expect(listTitles()).toEqual(['Tides', 'Numbers']);
    await site.user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Shortest waiting');
    await waitFor(() => expect(listTitles()).toEqual(['Numbers', 'Tides']));
    await site.user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Non-Fiction');
    await waitFor(() => expect(listTitles()).toEqual(['Numbers']));
    await waitFor(() => expect(getCount()).toBe('2 publications awaiting review'));
    await site.user.selectOptions(screen.getByRole('combobox', { name: 'AI decision' }), 'AI approved');
    await screen.findByText('No publications awaiting review match your filters.');
    expect(window.location.search).toBe('?category=Non-Fiction&ai_decision=approved&sort=newest');
    await expectAccessible();
    await site.press('Clear filters');
    await waitFor(() => expect(listTitles()).toEqual(['Numbers', 'Tides']));
    expect(window.location.search).toBe('?sort=newest');
  });

  test('the categories are the top-level ones of the service; the seven default ones when that fails', async () => {
    await createPublication(site, { title: 'Tides' });
    const listCategories = () =>
      within(screen.getByRole('combobox', { name: 'Category' }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    const restore = site.network.fail('GET', CATEGORIES);
    open();
    await findCard('Tides');
    expect(listCategories()).toEqual(['All categories', ...DEFAULT_PUBLICATION_CATEGORIES]);
    expect(document.querySelector('.toast')).toBeNull();
    restore();
    const categories = [
      { id: 1, name: 'Essays', parent_id: null },
      { id: 2, name: 'Travel', parent_id: 1 },
    ];
    site.network.intercept('GET', CATEGORIES, () => Response.json({ categories }));
    cleanup();
    open('?category=Gone');
    await waitFor(() => expect(listCategories()).toEqual(['All categories', 'Essays', 'Gone']));
    await screen.findByText('Failed to fetch pending reviews: This category no longer exists. Choose another.');
  });

  test('the pager leads through them', async () => {
    await createPublications(site, 21);
    open();
    await screen.findByText('1–20 of 21 publications');
    await site.user.click(screen.getByRole('link', { name: 'Page 2' }));
    await screen.findByText('21–21 of 21 publications');
    expect(window.location.search).toBe('?page=2');
    // The last of the page is gone: the page before it is shown.
    await site.press(/^Quick Approve/);
    await screen.findByText('1–20 of 20 publications');
    expect(window.location.search).toBe('');
  });
});
