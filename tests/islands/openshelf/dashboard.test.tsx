import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { OpenshelfDashboardIsland } from '#src/features/openshelf/dashboard/OpenshelfDashboard.island.tsx';
import { openshelfWebhooks } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createPublication, recordHistory } from '../../support/app/publications.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createOpenshelfSite, type OpenshelfSite } from '../../support/islands/openshelf-site.ts';

const SUMMARY = '/api/admin/openshelf/dashboard';
const PENDING = '/api/admin/openshelf/reviews/pending';
let site: OpenshelfSite;

beforeEach(async () => {
  site = await createOpenshelfSite();
});

const open = () => site.open(<OpenshelfDashboardIsland />, '/admin/openshelf');
const failWebhook = (publicationId: number) =>
  write(site.db, [
    site.db.orm.insert(openshelfWebhooks).values({
      eventId: `event-${publicationId}`,
      type: 'publication.approved',
      publicationId,
      payload: '{}',
      status: 'failed',
      attempts: 12,
      nextAttemptAt: 0,
      createdAt: 0,
    }),
  ]);

describe('the dashboard', () => {
  test('shows the summary, each figure with its screen', async () => {
    const id = await createPublication(site, { status: 'PUBLISHED', shelfVersion: 1 });
    await createPublication(site, { queuedAt: Date.parse('2026-11-18T10:05:00.000Z') });
    await createPublication(site, { status: 'DRAFT' });
    await recordHistory(site, [
      { publicationId: id, move: 'approve', fromStatus: 'ADMIN_REVIEWING' },
      { publicationId: id, move: 'approve', fromStatus: 'ADMIN_REVIEWING' },
      { publicationId: id, move: 'reject', fromStatus: 'ADMIN_REVIEWING', toStatus: 'REJECTED' },
    ]);
    open();
    const cards = within(await screen.findByRole('list', { name: 'Summary' })).getAllByRole('listitem');
    expect(cards.map((card) => [card.textContent, within(card).getByRole('link').getAttribute('href')])).toEqual([
      ['3 Total publications', '/admin/openshelf/publications'],
      ['1 Pending reviewOldest: 4 days ago', '/admin/openshelf/reviews'],
      ['1 Published', '/admin/openshelf/publications?status=PUBLISHED'],
      ['67% Approval rateOf all decisions by reviewers', '/admin/openshelf/stats'],
    ]);
    expect(screen.queryByRole('alert')).toBeNull();
    await expectAccessible();
  });

  test('lists the five that have waited longest', async () => {
    const now = site.clock.now();
    for (const [at, title] of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].entries()) {
      const submittedAt = title === 'Two' ? null : Date.parse('2026-11-20T01:00:00.000Z');
      await createPublication(site, {
        title,
        submittedAt,
        queuedAt: now - (9 - at) * 3_600_000,
        subcategoryId: 9,
        aiDecision: 'approved',
        aiConfidence: 0.9,
      });
    }
    open();
    const pending = within(await screen.findByRole('region', { name: /^Pending reviews/ }));
    expect(pending.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 3))).toEqual([
      ...['One', 'Two', 'Thr', 'Fou', 'Fiv'],
    ]);
    const [one, two] = pending.getAllByRole('listitem');
    expect(one?.textContent).toBe(
      'OneImogen Hart. Fiction, MysteryAI approved 90%Waiting 9 hoursSubmitted 20 Nov 2026',
    );
    expect(two?.textContent).toBe('TwoImogen Hart. Fiction, MysteryAI approved 90%Waiting 8 hours');
    expect(pending.getByRole('link', { name: 'One' }).getAttribute('href')).toMatch(
      /^\/admin\/openshelf\/reviews\/\d+$/,
    );
    expect(pending.getByRole('link', { name: 'Review all 6' }).getAttribute('href')).toBe('/admin/openshelf/reviews');
    expect(site.network.calls.map(({ path }) => path)).toContain(`${PENDING}?limit=5`);
  });

  test('says that nothing waits', async () => {
    await createPublication(site, { status: 'DRAFT' });
    open();
    await screen.findByText('No publications await review.');
    await expectAccessible();
  });

  test('links to all screens', async () => {
    open();
    const links = within(await screen.findByRole('navigation', { name: 'Go to' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Review Queue', '/admin/openshelf/reviews'],
      ['Publications', '/admin/openshelf/publications'],
      ['Statistics', '/admin/openshelf/stats'],
      ['Rejection reasons', '/admin/openshelf/reasons'],
      ['Webhooks', '/admin/openshelf/webhooks'],
      ['Public shelf', '/openshelf'],
    ]);
  });

  test('a fresh install says how the publishing service is connected', async () => {
    open();
    await screen.findByRole('heading', { name: 'No publications yet' });
    expect([...document.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
      ...['OPENSHELF_SERVICE_KEY', 'OPENSHELF_WEBHOOK_URL'],
    ]);
    expect(screen.queryByRole('list', { name: 'Summary' })).toBeNull();
    await expectAccessible();
  });

  test('decisions that did not reach the service lead to their log', async () => {
    await failWebhook(await createPublication(site, { status: 'APPROVED' }));
    open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('1 decision didn’t reach the publishing service.');
    expect(within(alert).getByRole('link').getAttribute('href')).toBe('/admin/openshelf/webhooks?status=failed');
    await failWebhook(await createPublication(site, { status: 'APPROVED' }));
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('2 decisions didn’t reach');
    await expectAccessible();
  });
});

describe('an incomplete answer of the server', () => {
  test.each([
    ['without a summary', { data: {} }],
    ['with an empty summary', { data: { summary: {} } }],
    ['with a summary of null', { data: { summary: null } }],
  ])('%s shows 0 for what is missing', async (_name, answer) => {
    site.network.intercept('GET', SUMMARY, () => Response.json(answer));
    open();
    await screen.findByRole('heading', { name: 'No publications yet' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('with one figure alone shows 0 for the others', async () => {
    site.network.intercept('GET', SUMMARY, () => Response.json({ data: { summary: { total_publications: 3 } } }));
    open();
    const cards = within(await screen.findByRole('list', { name: 'Summary' })).getAllByRole('listitem');
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      ...['3 Total publications', '0 Pending review', '0 Published', '0% Approval rateOf all decisions by reviewers'],
    ]);
  });

  test.each([
    ['without pending publications', { data: {} }],
    ['without anything', {}],
  ])('%s shows that none await review', async (_name, answer) => {
    await createPublication(site);
    site.network.intercept('GET', `${PENDING}?limit=5`, () => Response.json(answer));
    open();
    await screen.findByText('No publications await review.');
    screen.getByRole('list', { name: 'Summary' });
  });
});

describe('other states', () => {
  test('loading', async () => {
    site.network.hold('GET', SUMMARY);
    open();
    expect((await screen.findByRole('status')).textContent).toBe('Loading...');
  });

  test.each([
    [SUMMARY, 'Failed to fetch dashboard stats: Something broke.'],
    [PENDING, 'Failed to fetch pending reviews: Something broke.'],
  ])('an error of %s says what failed, and Retry loads again', async (path, message) => {
    const restore = site.network.fail('GET', path, 500, { message: 'Something broke.' });
    open();
    await screen.findByRole('heading', { name: 'Error Loading Dashboard' });
    screen.getByText(message);
    await expectAccessible();
    restore();
    await site.press('Retry');
    await screen.findByRole('heading', { name: 'No publications yet' });
  });
});
