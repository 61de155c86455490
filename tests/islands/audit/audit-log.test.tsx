import { joinWaitingList } from '../../support/app/waiting-list.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { auditActions } from '#api/domain/enums.ts';
import { auditAreas, listAreaActions } from '#api/domain/audit-areas.ts';
import { type AuditEntry, insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { write } from '#db/write.ts';
import { formatAction, writeSentence } from '#src/features/audit/audit-actions.ts';
import { AuditLogIsland } from '#src/features/audit/AuditLog.island.tsx';
import { createUser } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

const LIST = '/api/admin/audit';
const EXPORT = '/api/admin/audit/export.csv';

let site: IslandSite;
let admin: UserRow;
beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-22T10:00:00.000Z');
  admin = await site.signIn('admin');
});

const open = (query = '') => site.open(<AuditLogIsland />, `/admin/audit${query}`);
const record = (...entries: Partial<AuditEntry>[]) =>
  write(
    site.db,
    entries.map((entry, index) =>
      insertAuditStatement(site.db, {
        action: 'product.changed',
        actorId: admin.id,
        subject: 'product:4',
        at: Date.parse('2026-11-22T09:00:00Z') + index * 60_000,
        ...entry,
      }),
    ),
  );
const listSentences = () => [...document.querySelectorAll('.audit-sentence')].map(({ textContent }) => textContent);
const expectSentences = (expected: string[]) => waitFor(() => expect(listSentences()).toEqual(expected));
const countRequests = (path: string) => site.network.calls.filter((call) => call.path.startsWith(path)).length;

describe('the audit log', () => {
  test('says that nothing was done yet', async () => {
    open();
    await screen.findByRole('heading', { name: 'Nothing here yet' });
    screen.getByText('Everything that admins do is listed here.');
    await expectAccessible();
  });

  test('says why it cannot be loaded', async () => {
    site.network.fail('GET', LIST, 500, { message: 'Something broke.' });
    open();
    await screen.findByRole('heading', { name: 'Failed to fetch the audit log' });
  });

  test('says who did what to what, newest first, with a link to it', async () => {
    const aroha = await createUser(site, { firstName: 'Aroha', lastName: 'Ngata' });
    await record(
      { action: 'user.role_changed', subject: `user:${aroha.id}`, before: { role: 'user' }, after: { role: 'admin' } },
      { action: 'waiting_list.rejected', subject: 'waiting-list', detail: { ids: [1, 2, 3] } },
      { action: 'blog.deleted', subject: 'blog:99', before: { title: 'Gone for good' } },
      { action: 'user.deleted', actorId: 4711, subject: 'user:4711' },
      { action: 'subscription.started', actorId: null, subject: 'subscription:sub_1' },
      { action: 'publish.rebuilt', subject: 'site' },
    );
    open();
    await expectSentences([
      'Mere Tane rebuilt all pages',
      'Subscription sub_1 started',
      'Deleted user 4711 deleted their own account',
      'Mere Tane deleted the post Gone for good',
      'Mere Tane rejected 3 people on the waiting list',
      'Mere Tane changed the role of Aroha Ngata',
    ]);
    expect(screen.getByRole('link', { name: 'Aroha Ngata' }).getAttribute('href')).toBe(`/admin/users/${aroha.id}`);
    expect(screen.queryByRole('link', { name: 'Gone for good' })).toBeNull();
    expect(document.querySelector('[data-row="1"] .audit-values')?.textContent).toBe('RoleUser became Admin');
    screen.getByText('55 minutes ago');
    expect(document.querySelector('[data-screen-count]')?.textContent).toBe('6');
    expect(screen.getByRole('status').textContent).toBe('1–6 of 6 entries');
    await expectAccessible();
  });

  test('names the people of a bulk action', async () => {
    await joinWaitingList(site, { email: 'ada@example.com' });
    await record({ action: 'waiting_list.rejected', subject: 'waiting-list', detail: { ids: [1] } });
    open();
    await screen.findByText('ada@example.com');
  });

  test('tells in words what an export held', async () => {
    const aroha = await createUser(site, { firstName: 'Aroha', lastName: 'Ngata' });
    const filters = { role: 'user', isBlacklisted: 'true', sortBy: 'email', sortOrder: 'ASC', searched: true };
    await record(
      { action: 'export.users', subject: 'users', detail: { rows: 1, ...filters } },
      { action: 'export.users', subject: 'users', detail: { rows: 2, ids: [aroha.id, 4711] } },
      {
        action: 'export.audit_log',
        subject: 'audit-log',
        detail: {
          rows: 9,
          area: 'exports',
          action: 'export.user',
          actorId: aroha.id,
          from: Date.parse('2026-11-21T11:00Z'),
        },
      },
      { action: 'export.waiting_list', subject: 'waiting-list', detail: { rows: 1, productId: 4, delivery: 'failed' } },
    );
    open();
    await waitFor(() => expect(listSentences()).toHaveLength(4));
    const facts = (entry: number) =>
      [...document.querySelectorAll(`[data-row="${entry}"] .audit-values > div`)].map((row) =>
        [...row.children].map(({ textContent }) => textContent).join(': '),
      );
    expect(facts(1)).toEqual(['Role: User', 'Blacklisted: Yes', 'With a search: Yes']);
    expect(facts(2)).toEqual(['Users: Aroha Ngata, Deleted user 4711']);
    expect(facts(3)).toEqual([
      ...['Area: Exports', 'Action: Exported the data of one person', 'By: Aroha Ngata'],
      expect.stringMatching(/^From: 22 Nov 2026/),
    ]);
    expect(facts(4)).toEqual(['Product: GenMate', 'Invitation email: Not delivered']);
  });

  test('says in words what was blacklisted with a user', async () => {
    const detail = { cancel_subscriptions: true, scope: 'base_address' };
    await record({ action: 'user.blacklisted', subject: 'user:99', detail });
    open();
    await screen.findByText('Every form of the address');
    expect(document.querySelector('.audit-values')?.textContent).toBe(
      'Cancel subscriptionsYesScopeEvery form of the address',
    );
  });

  test('shows what changed, from what to what', async () => {
    await record({
      before: { name: 'Gen', published_at: null, category_ids: [] },
      after: { name: 'GenMate', published_at: '2026-11-24T00:00:00.000Z', category_ids: [1, 2] },
      detail: { ids: Array.from({ length: 22 }, (_, at) => at + 1) },
    });
    open();
    const summary = await screen.findByText('Name, publish date, categories, entries');
    expect((summary.parentElement as HTMLDetailsElement).open).toBe(false);
    await site.user.click(summary);
    expect((summary.parentElement as HTMLDetailsElement).open).toBe(true);
    const facts = [...document.querySelectorAll('.audit-values > div')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(facts).toEqual([
      ['Name', 'Gen became GenMate'],
      ['Publish date', expect.stringMatching(/^None became 24 Nov 2026/)],
      ['Categories', 'None became 1, 2'],
      ['Entries', '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 2 more'],
    ]);
    await expectAccessible();
  });
});

describe('the words', () => {
  const subject = { key: 'a:1', type: 'a', id: '1', label: null, is_deleted: false };
  const entry = { id: 1, at: '', actor: null, api_key: null, subject, before: null, after: null, detail: null };
  const [one, none] = [entry, { ...entry, subject: { ...subject, id: null }, detail: { ids: [1] } }];

  test.each(auditActions)('of %s are a sentence and a filter', (action) => {
    for (const sample of [one, none]) {
      expect(writeSentence({ ...sample, action })).toMatch(/^(\{actor\} [a-z]|[A-Z]).*[a-z}]$/);
    }
    expect(formatAction(action)).toMatch(/^[A-Z][\w -]*[a-z]$/);
  });

  test('tell a publish from a change', () => {
    const change = { ...one, action: 'blog.changed' as const, before: { status: 'draft' } };
    expect(writeSentence({ ...change, after: { status: 'published' } })).toBe('{actor} published the post {subject}');
    expect(writeSentence({ ...change, after: { status: 'archived' } })).toBe('{actor} changed the post {subject}');
  });

  test.each([
    ['blacklisted', '{subject} tried to sign in while blacklisted'],
    ['in_deletion', '{subject} tried to sign in while being deleted'],
  ])('of a refused sign-in say why: %s', (reason, sentence) => {
    expect(writeSentence({ ...one, action: 'auth.failed', detail: { reason } })).toBe(sentence);
  });

  test.each([
    ['cancel_now', '{actor} ended subscription {subject} straight away'],
    ['reactivate', '{actor} reactivated subscription {subject}'],
    [undefined, '{actor} changed subscription {subject} for its user'],
  ])('of a change for a user say which: %s', (act, sentence) => {
    expect(writeSentence({ ...one, action: 'billing.subscription_changed', detail: { act } })).toBe(sentence);
  });

  test('of a refund that was asked for name the amount', () => {
    const detail = { user: 1, cents: 400, currency: 'usd', reason: 'other' };
    expect(writeSentence({ ...one, action: 'payment.refund_requested', detail })).toBe(
      '{actor} asked Stripe to refund US$4.00 of invoice {subject}',
    );
  });

  test('tell all actions of an area apart', () => {
    for (const area of auditAreas) {
      const labels = listAreaActions(area).map(formatAction);
      expect(labels).toEqual([...new Set(labels)]);
    }
  });
});

describe('the filters', () => {
  beforeEach(() =>
    record(
      { action: 'blog.trashed', subject: 'blog:99', actorId: 4711, at: Date.parse('2026-11-20T12:00:00Z') },
      { action: 'document.deleted', subject: 'document:99', before: { title: 'Steeping' } },
      { action: 'documents.ordered', subject: 'documents' },
    ),
  );
  const ALL = ['Mere Tane reordered documents', 'Mere Tane deleted the document Steeping'];

  test('by area and action are in the address, and Back returns', async () => {
    open();
    await waitFor(() => expect(listSentences()).toHaveLength(3));
    expect(screen.queryByRole('combobox', { name: 'Action' })).toBeNull();
    await site.user.selectOptions(screen.getByRole('combobox', { name: 'Area' }), 'Documents');
    await expectSentences(ALL);
    expect(window.location.search).toBe('?area=documents');
    await site.user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Reordered documents');
    await expectSentences([ALL[0] as string]);
    expect(window.location.search).toBe('?area=documents&action=documents.ordered');
    await expectAccessible();
    window.history.back();
    await expectSentences(ALL);
    await site.press('Clear the filter Area');
    await waitFor(() => expect(listSentences()).toHaveLength(3));
    expect(window.location.search).toBe('');
  });

  test('by person and subject come from the menu of a row', async () => {
    open();
    await site.chooseAction('entry 1', 'Show everything by Deleted user 4711');
    await expectSentences(['Deleted user 4711 moved the post 99 to the trash']);
    expect(window.location.search).toBe('?actor=4711');
    const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: 'By' });
    await waitFor(() => expect(filter.selectedOptions[0]?.textContent).toBe('Deleted user 4711'));
    await site.user.selectOptions(filter, 'Mere Tane');
    await site.chooseAction('entry 2', 'Show everything about Steeping');
    await expectSentences([ALL[1] as string]);
    expect(window.location.search).toBe(`?actor=${admin.id}&subject=document%3A99`);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'About' }).selectedOptions[0]?.textContent).toBe(
      'Steeping',
    );
  });

  test('by a person find any user, who acted or was acted on', async () => {
    const user = await createUser(site, { firstName: 'Henrik', lastName: 'Dahl', email: 'hd@example.com' });
    await record({ action: 'user.role_changed', subject: `user:${user.id}` });
    open();
    await site.press('Person');
    const { dialog, getByRole, findByRole, findByText } = await findDialog('Filter by person');
    await expectAccessible();
    const field = getByRole('searchbox', { name: 'Name, email or user ID' });
    await site.user.type(field, 'nobody');
    await findByText('No one found. Check the spelling, or search for a part of it.');
    const restore = site.network.fail('GET', `${LIST}/people`, 500, { message: 'Something broke.' });
    await site.user.clear(field);
    await site.user.type(field, 'henr');
    await findByText('Something broke.');
    restore();
    await site.press('Retry');
    await site.user.click(await findByRole('button', { name: /Henrik Dahl/ }));
    await expectSentences(['Mere Tane changed the role of Henrik Dahl']);
    expect(dialog.hasAttribute('open')).toBe(false);
    expect(window.location.search).toBe(`?person=${user.id}`);
    await screen.findByRole('button', { name: 'Person: Henrik Dahl' });
    await site.press('Clear the filter Person');
    await waitFor(() => expect(listSentences()).toHaveLength(4));
    expect(window.location.search).toBe('');
  });

  test('by a search are in the address, and say what matches nothing', async () => {
    open();
    await waitFor(() => expect(listSentences()).toHaveLength(3));
    const field = screen.getByRole('searchbox', { name: 'Search by name, email, title or reason' });
    await site.user.type(field, 'Steep');
    await expectSentences([ALL[1] as string]);
    expect(window.location.search).toBe('?search=Steep');
    await site.user.type(field, 'y');
    await screen.findByText('No entry matches ‘Steepy’.');
    await site.press('Clear filters');
    await waitFor(() => expect(listSentences()).toHaveLength(3));
  });

  test('by date are days of the company, wherever the reader is', async () => {
    // 1 am on 21 November in Auckland.
    open('?from=2026-11-21&to=2026-11-21');
    await expectSentences(['Deleted user 4711 moved the post 99 to the trash']);
  });

  test('by date include both days', async () => {
    open('?from=2026-11-20&to=2026-11-21');
    await expectSentences(['Deleted user 4711 moved the post 99 to the trash']);
    await site.press('Clear the filter To');
    await waitFor(() => expect(listSentences()).toHaveLength(3));
    await site.user.clear(screen.getByLabelText('From'));
    await site.user.type(screen.getByLabelText('From'), '2026-11-22');
    await expectSentences(ALL);
    expect(window.location.search).toBe('?from=2026-11-22');
  });

  test('that match nothing say so, and can be cleared', async () => {
    open('?area=billing');
    await screen.findByRole('heading', { name: 'No entries found' });
    await expectAccessible();
    await site.press('Clear filters');
    await waitFor(() => expect(listSentences()).toHaveLength(3));
    expect(window.location.search).toBe('');
  });

  test('of an address that is not understood are left out', async () => {
    open('?area=moon&action=x&actor=0&from=2026-13-45&page=-1');
    await waitFor(() => expect(listSentences()).toHaveLength(3));
    expect(countRequests(`${LIST}?page=1&limit=20`)).toBe(1);
  });
});

test('a long log says that it lists only the newest', async () => {
  await record({});
  site.network.intercept('GET', LIST, async (request) => {
    const body = await (await site.app.fetch(request)).json();
    return Response.json({
      ...body,
      has_more: true,
      pagination: { ...body.pagination, total: 10_000, totalPages: 500 },
    });
  });
  open();
  await screen.findByText('These are the newest 10,000. Choose dates to see older entries, or export them all.');
  expect(document.querySelector('[data-screen-count]')?.textContent).toBe('10,000+');
});

describe('Export CSV', () => {
  beforeEach(() => record({}));

  test('saves what is filtered', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:log');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    open('?area=products');
    await expectSentences(['Mere Tane changed the product GenMate']);
    await site.press('Export CSV');
    await findToast('audit-log-2026-11-22.csv is in your downloads');
    expect(click).toHaveBeenCalledOnce();
    expect(countRequests(`${EXPORT}?area=products`)).toBe(1);
  });

  test('that fails says why', async () => {
    const restore = site.network.fail('GET', EXPORT, 500, { message: 'Something broke.' });
    open();
    await site.press('Export CSV');
    await findToast('Something broke.');
    restore();
    site.network.disconnect('GET', EXPORT);
    await site.press('Export CSV');
    await findToast('Failed to export the audit log');
  });
});

test('is closed to those who may not read it', async () => {
  await site.signIn('user');
  open();
  await waitFor(() => expect(site.navigations).toHaveLength(1));
  expect(countRequests(LIST)).toBe(0);
});

test('the menu of a row works by keyboard alone', async () => {
  await record({});
  open();
  const menu = await screen.findByRole('button', { name: 'Actions for entry 1' });
  menu.focus();
  await site.user.keyboard('{Enter}');
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    ...['Show everything by Mere Tane', 'Show everything about GenMate', 'Open GenMate'],
  ]);
  await site.user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(window.location.search).toBe('?subject=product%3A4'));
  within(screen.getByRole('table')).getByText('GenMate');
});
