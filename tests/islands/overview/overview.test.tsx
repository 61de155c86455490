import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OverviewJson } from '#api/features/overview/overview.contract.ts';
import { OverviewIsland } from '#src/features/overview/Overview.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

const COMPANY = { isCompanyRenamed: true };
const SETUP = {
  site_url: 'https://example.com',
  is_domain_set: true,
  is_mail_set: true,
  payments: 'stripe' as const,
  has_post: true,
};
const FIGURES = {
  published_posts: { count: 1, previous: 0 },
  new_users: { count: 1137, previous: 31 },
  waiting_list_entries: { count: 23, previous: 40 },
};
const post = (values: Partial<OverviewJson['in_progress'][number]>) => ({
  id: 1,
  slug: 'tea',
  title: 'Tea',
  author_name: 'Aroha Ngata',
  state: 'draft' as const,
  published_at: null,
  updated_at: new Date(Date.now() - 5 * 60_000).toISOString(),
  cover_url: null,
  main_category_id: null,
  ...values,
});

const NO_BILLING: OverviewJson['billing'] = {
  failed_events: 0,
  last_error: null,
  past_due: 0,
  stripe_problems: [],
  open_disputes: 0,
  dispute_due_at: null,
  failed_refunds: 0,
};

/** Opens the start page with this overview in place of the server's. */
async function open(values: Partial<OverviewJson> = {}): Promise<void> {
  const overview: OverviewJson = {
    server_problems: [],
    failed_publishes: [],
    failed_schedules: [],
    unsent_emails: { count: 0, since: null, last_error: null },
    waiting: [],
    billing: NO_BILLING,
    purchase_rehearsal: null,
    openshelf: { pending_reviews: 0, oldest_queued_at: null, failed_webhooks: 0 },
    first_run: null,
    in_review: [],
    changes_asked: [],
    in_progress: [],
    recently_published: [],
    own_posts: null,
    figures: FIGURES,
    setup: SETUP,
    site: { current_release: 214, pinned_release: null, waiting_for_space: false },
    ...values,
  };
  site.network.intercept('GET', '/api/overview', () => Response.json(overview));
  site.open(<OverviewIsland company={COMPANY} />, '/admin');
  await screen.findByRole('heading', { name: /^Needs your attention/ });
}
const getSection = (name: RegExp) => within(screen.getByRole('region', { name }));

test('shows that it loads', async () => {
  site.network.hold('GET', '/api/overview');
  site.open(<OverviewIsland company={COMPANY} />, '/admin');
  await waitFor(() => expect(document.querySelector('.skeletons')).not.toBeNull());
  await expectAccessible();
});

test('a list that fails to load shows an error, and Retry loads again', async () => {
  const restore = site.network.fail('GET', '/api/overview');
  site.open(<OverviewIsland company={COMPANY} />, '/admin');
  await screen.findByRole('heading', { name: 'Couldn’t load the start page' });
  await expectAccessible();
  restore();
  await site.press('Retry');
  await screen.findByRole('heading', { name: /^Needs your attention/ });
});

test('a site where nothing waits says so', async () => {
  await open();
  screen.getByText('You’re all caught up.');
  expect(screen.getByRole('link', { name: 'Write a post' }).getAttribute('href')).toBe('/add-blog');
  screen.getByText('No posts yet.');
  screen.getByText('All changes are live.');
  expect(screen.queryByRole('link', { name: 'All posts' })).toBeNull();
  await expectAccessible();
});

test('a full disk is told in place of ‘All changes are live’', async () => {
  await open({ site: { current_release: 214, pinned_release: null, waiting_for_space: true } });
  screen.getByText('The server’s disk is full. Nothing can be saved or go live until there’s space.');
  expect(screen.queryByText('All changes are live.')).toBeNull();
});

test('the figures of the last 30 days are compared with the 30 days before', async () => {
  await open();
  const figures = getSection(/^Last 30 days/).getAllByRole('listitem');
  expect(figures.map(({ textContent }) => textContent)).toEqual([
    '1 post published0 in the 30 days before',
    '1,137 new users31 in the 30 days before',
    '23 joined a waiting list40 in the 30 days before',
  ]);
  await open({ figures: { ...FIGURES, waiting_list_entries: null } });
  expect(getSection(/^Last 30 days/).getAllByRole('listitem')).toHaveLength(2);
});

test('who writes their own posts alone sees how many they have in each state, each with its list', async () => {
  await site.signIn('author');
  const counts = { all: 1204, draft: 2, in_review: 1, scheduled: 0, published: 1200 };
  await open({ own_posts: counts, in_progress: [post({})], setup: null });
  const links = getSection(/^All your posts/).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['2 Drafts', '/blog-manager?status=draft'],
    ['1 In review', '/blog-manager?status=in_review'],
    ['0 Scheduled', '/blog-manager?status=scheduled'],
    ['1,200 Published', '/blog-manager?status=published'],
  ]);
  expect(getSection(/^Your posts/).getByRole('link', { name: 'All 1,204' })).toBeTruthy();
  await expectAccessible();
});

test('says that publishing is paused', async () => {
  await open({ site: { current_release: 214, pinned_release: 200, waiting_for_space: false } });
  screen.getByText(/^Publishing is paused\. Visitors see an earlier version\./);
});

describe('what needs you', () => {
  test.each([
    ['none', [], 'No one has tried yet whether your plans can be bought', /A rehearsal buys each plan/],
    ['outdated', [], 'What you sell has changed since the last purchase rehearsal', /A rehearsal buys each plan/],
    ['failed', ['Crew can’t be bought.'], 'The purchase rehearsal failed', 'Crew can’t be bought.'],
  ] as const)('An owner is asked to rehearse the purchase of plans: %s', async (state, failures, title, note) => {
    await open({ purchase_rehearsal: { state, failures: [...failures] } });
    const row = within(screen.getByText(title).closest('li') as HTMLElement);
    row.getByText(note);
    expect(row.getByRole('link', { name: `Rehearse: ${title}` })).toHaveProperty('pathname', '/admin/plans/rehearsal');
  });

  test('An owner whose rehearsal has passed is asked for nothing', async () => {
    await open({ purchase_rehearsal: { state: 'passed', failures: [] } });
    screen.getByText('You’re all caught up.');
  });

  test('is listed with its reasons', async () => {
    await open({
      unsent_emails: { count: 2, since: '2026-11-22T09:12:00.000Z', last_error: 'The mail server refused it.' },
      waiting: [
        { product: 'GenMate', count: 1131, oldest_at: '2026-11-20T09:00:00.000Z' },
        { product: 'ChatMate', count: 17, oldest_at: '2026-11-10T09:00:00.000Z' },
      ],
    });
    const section = getSection(/^Needs your attention 2/);
    const emails = section.getByRole('link', { name: 'View: 2 emails couldn’t be sent' });
    expect(emails.getAttribute('href')).toBe('/admin/mail');
    section.getByText(/The mail server refused it\.$/);
    section.getByText(/^GenMate 1,131, ChatMate 17\. The first joined on 10 Nov 2026/);
    const people = section.getByRole('link', { name: 'Invite: 1,148 people are waiting' });
    expect(people.getAttribute('href')).toBe('/waitinglist-manager?status=pending');
    expect([...section.queryAllByRole('link'), ...section.queryAllByRole('button')]).toEqual([emails, people]);
    await expectAccessible();
  });

  test('begins with a proxy that the server does not know, and names no setting', async () => {
    await open({ server_problems: [{ part: 'proxy', since: '2026-11-22T09:12:00.000Z', reason: null }] });
    const section = getSection(/^Needs your attention 1/);
    section.getByText('Visitors can’t be told apart');
    section.getByText(/The README of the server says what to set\./);
    expect(section.queryByText(/TRUSTED_PROXIES/)).toBeNull();
    await expectAccessible();
  });

  test('are a storage and a CDN that fail, each with why and what to do', async () => {
    await open({
      server_problems: [
        { part: 'uploads', since: '2026-11-22T09:12:00.000Z', reason: 'The bucket doesn’t exist.' },
        { part: 'cdn', since: '2026-11-22T09:12:00.000Z', reason: 'It responds with status 500.' },
      ],
    });
    const section = getSection(/^Needs your attention 2/);
    section.getByText('Images and videos can’t be stored or read');
    section.getByText(
      /^Since .*\. Uploads fail .* The bucket doesn’t exist\. Ask .* check the settings of the storage\.$/,
    );
    section.getByText('Visitors may see old pages');
    section.getByText(
      /^Since .*\. The CDN doesn’t take .* It responds with status 500\. We’ll keep trying\. Ask .*\.$/,
    );
    await expectAccessible();
  });

  test('are failed payment events and people past due, each with its screen', async () => {
    await open({
      billing: { ...NO_BILLING, failed_events: 3, last_error: 'Stripe didn’t answer.', past_due: 2 },
    });
    const section = getSection(/^Needs your attention 2/);
    section.getByText('Stripe didn’t answer.');
    section.getByText('Their last payment failed.');
    const links = section
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
    expect(links).toEqual([
      ['View: 3 payment events failed', '/admin/billing?view=events&status=failed'],
      ['View: 2 people are past due', '/admin/billing?view=past-due'],
    ]);
    await expectAccessible();
  });

  test('are disputes with the first day to answer, and refunds that didn’t go through', async () => {
    await open({
      billing: { ...NO_BILLING, open_disputes: 2, dispute_due_at: '2026-11-28T10:00:00.000Z', failed_refunds: 1 },
    });
    const section = getSection(/^Needs your attention 2/);
    section.getByText('Answer the first by 28 November 2026 in the Stripe dashboard. Without an answer they are lost.');
    const links = section
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
    expect(links).toEqual([
      ['View: 2 disputes wait for your answer', '/admin/billing?view=disputes'],
      ['View: 1 refund didn’t go through', '/admin/billing?view=disputes'],
    ]);
    await expectAccessible();
  });

  test('are a plan that is not sold and other results of the Stripe check', async () => {
    const prices = { title: 'Prices', text: '3 of 4 prices match. The others aren’t sold until they do.' };
    await open({ billing: { ...NO_BILLING, stripe_problems: [prices] } });
    screen.getByText(prices.text);
    const link = screen.getByRole('link', { name: 'View: Stripe check: Prices' });
    expect(link.getAttribute('href')).toBe('/admin/billing?view=stripe-check');
  });

  test('are publications that wait for a reviewer, and webhooks that failed', async () => {
    await open({
      openshelf: { pending_reviews: 12, oldest_queued_at: '2026-11-18T20:47:00.000Z', failed_webhooks: 2 },
    });
    const section = getSection(/^Needs your attention 2/);
    section.getByText(/^The oldest has waited since 19 Nov 2026/);
    section.getByText('We’ve stopped trying. Send them again from the webhook log.');
    const links = section
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
    expect(links).toEqual([
      ['View: 2 decisions didn’t reach the publishing service', '/admin/openshelf/webhooks'],
      ['Review: 12 publications are waiting for review', '/admin/openshelf/reviews'],
    ]);
    await expectAccessible();
  });

  test('is one publication and one webhook', async () => {
    await open({
      openshelf: { pending_reviews: 1, oldest_queued_at: '2026-11-18T20:47:00.000Z', failed_webhooks: 1 },
    });
    screen.getByRole('link', { name: 'Review: 1 publication is waiting for review' });
    screen.getByRole('link', { name: 'View: 1 decision didn’t reach the publishing service' });
    screen.getByText('We’ve stopped trying. Send it again from the webhook log.');
  });

  test('is one person past due', async () => {
    await open({ billing: { ...NO_BILLING, past_due: 1 } });
    screen.getByRole('link', { name: 'View: 1 person is past due' });
  });

  test('a failed publish is retried', async () => {
    await open({
      failed_publishes: [{ id: 7, reason: 'Updated post: Tea', error: 'An image is missing.', failed_path: '/' }],
    });
    screen.getByText('Updated post: Tea. An image is missing.');
    const requests = site.network.calls.length;
    const restore = site.network.fail('POST', '/api/publishes/7/retry', 409, { message: 'It is queued already.' });
    await site.press('Retry: Updated post: Tea');
    await findToast('It is queued already.');
    restore();
    site.network.intercept('POST', '/api/publishes/7/retry', () => Response.json({}));
    await site.press('Retry: Updated post: Tea');
    await findToast('Publishing again...');
    const getPaths = () => site.network.calls.slice(requests).map(({ path }) => path);
    await waitFor(() => expect(getPaths()).toContain('/api/overview'));
    expect(getPaths().filter((path) => path !== '/api/overview')).toEqual(Array(2).fill('/api/publishes/7/retry'));
  });
});

test('posts show their state and lead to the editor, live ones to their page', async () => {
  await open({
    in_progress: [
      post({ id: 1, title: 'Soon', state: 'scheduled', published_at: '2026-11-26T07:30:00.000Z' }),
      post({ id: 2, title: '', author_name: '' }),
      post({ id: 3, title: 'Changed', state: 'changed', cover_url: '/uploads/a.webp' }),
    ],
    recently_published: [post({ id: 4, title: 'Live', state: 'live', slug: 'live' })],
  });
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['All posts', '/blog-manager'],
    ['Soon', '/edit-blog/1'],
    ['Untitled post', '/edit-blog/2'],
    ['Changed', '/edit-blog/3'],
    ['Live', '/blogs/live'],
  ]);
  const covers = [...document.querySelectorAll('.thumb')].map((cover) => cover.getAttribute('src') ?? cover.tagName);
  expect(covers).toEqual(['svg', 'svg', '/uploads/a.webp', 'svg']);
  for (const text of ['Scheduled', 'Draft', 'Unpublished changes']) screen.getByText(text);
  screen.getByText(/^Aroha Ngata\. Goes live 26 Nov 2026/);
  await expectAccessible();
});

test('says that changes are not live while a publish has failed', async () => {
  await open({
    failed_publishes: [{ id: 7, reason: 'Updated post: Tea', error: 'An image is missing.', failed_path: '/' }],
  });
  screen.getByText('Some changes aren’t live.');
});

describe('set-up', () => {
  const fresh = { ...SETUP, is_mail_set: false, has_post: false };
  const getHeadings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  const getSetUp = () => screen.getByRole('region', { name: 'Set-up' });

  test('is open above everything on a new site, and says what is left', async () => {
    await open({ setup: fresh });
    const setUp = getSetUp();
    expect(setUp.querySelector('details')?.open).toBe(true);
    within(setUp).getByText('4 of 6 done. Next: Email');
    expect([...setUp.querySelectorAll('.row-title')].map(({ textContent }) => textContent)).toEqual([
      'Email',
      'First post',
    ]);
    within(setUp).getByText('Done: Your name, Company name and logo, Payments, Domain');
    expect(within(setUp).getByRole('link', { name: 'Write' }).getAttribute('href')).toBe('/add-blog');
    const attention = screen.getByRole('region', { name: /^Needs your attention/ });
    expect(setUp.compareDocumentPosition(attention)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await expectAccessible();
  });

  test('is one line below the posts of a writer once the site has a post', async () => {
    await open({ setup: { ...SETUP, is_domain_set: false } });
    expect(getHeadings()).toEqual([
      'Needs your attention ',
      'Drafts and scheduled',
      'Recently published',
      'Last 30 days',
    ]);
    expect(getSetUp().querySelector('details')?.open).toBe(false);
    const published = screen.getByRole('region', { name: 'Recently published' });
    expect(published.compareDocumentPosition(getSetUp())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    within(getSetUp()).getByText('5 of 6 done. Next: Domain');
  });

  test.each(['sandbox', 'none'] as const)('names no setting of the server: %s', async (payments) => {
    await open({ setup: { ...fresh, is_domain_set: false, payments } });
    expect(getSetUp().textContent).not.toMatch(/[A-Z]+_[A-Z]+|\.ts\b/);
    within(getSetUp()).getByText(/until a Stripe account is connected\.$/);
  });

  test('can be hidden, and stays so in this browser', async () => {
    await open({ setup: fresh });
    await site.press('Hide set-up');
    expect(screen.queryByRole('region', { name: 'Set-up' })).toBeNull();
    await open({ setup: fresh });
    expect(screen.queryByRole('region', { name: 'Set-up' })).toBeNull();
  });

  test('is gone when all is done', async () => {
    await open();
    expect(screen.queryByRole('region', { name: 'Set-up' })).toBeNull();
  });

  test('asks an admin without a name for one', async () => {
    await site.db.client.execute('UPDATE users SET first_name = NULL');
    await open();
    expect(screen.getByRole('link', { name: 'Add name' }).getAttribute('href')).toBe('/profile');
  });
});

describe('another role', () => {
  const nothing = {
    figures: { published_posts: null, new_users: null, waiting_list_entries: null },
    setup: null,
    site: null,
  };
  const listHeadings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);

  test('moderator sees what waits for a review, and no posts, figures or set-up', async () => {
    await site.signIn('moderator');
    await open({ ...nothing, openshelf: { pending_reviews: 2, oldest_queued_at: null, failed_webhooks: 0 } });
    await screen.findByText('2 publications are waiting for review');
    expect(listHeadings()).toEqual(['Needs your attention 1']);
    expect(document.body.textContent).not.toContain('live');
    await expectAccessible();
  });

  test('editor sees posts and that publishing is paused, without a link to the versions', async () => {
    await site.signIn('editor');
    const figures = { ...FIGURES, new_users: null, waiting_list_entries: null };
    await open({ ...nothing, figures, site: { current_release: 5, pinned_release: 4, waiting_for_space: false } });
    await screen.findByText(/Publishing is paused/);
    expect(screen.queryByRole('link', { name: 'View versions' })).toBeNull();
    expect(listHeadings()).toEqual([
      'Needs your attention ',
      'Drafts and scheduled',
      'Recently published',
      'Last 30 days',
    ]);
    expect(document.body.textContent).not.toContain('Set-up');
  });
});
