import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { listEmails, listEntries } from '../../support/app/waiting-list.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { expectFocus, findDialog, findFailure, findToast } from '../../support/islands/island-site.tsx';
import {
  createWaitingListSite,
  findName,
  getBulkBar,
  getNames,
  LIST,
  type WaitingListSite,
} from '../../support/islands/waiting-list-site.tsx';

let site: WaitingListSite;
beforeEach(async () => {
  site = await createWaitingListSite();
});

const INVITE = `${LIST}/invite`;
const select = async (...names: string[]) => {
  for (const name of names) await site.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
};
const selectAll = async (total: number) => {
  await site.user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0] as HTMLElement);
  await site.press(`Select all ${total} people`);
};
const pressInBar = (name: string) => site.user.click(within(getBulkBar()).getByRole('button', { name }));
const confirm = async (title: string, name: string) => {
  const { dialog, getByRole } = await findDialog(title);
  const text = dialog.textContent ?? '';
  await site.user.click(getByRole('button', { name }));
  return text;
};
const getStatuses = async () => (await listEntries(site)).map(({ status }) => status);
const getInvitations = async () => (await listEmails(site)).filter(({ kind }) => kind === 'waiting-list-invited');
const getResult = () => document.querySelector('.bulk-result')?.textContent;

test.each(['Invite', 'Reject'])('%s without a selection says what is missing', async (name) => {
  await site.addPeople(1);
  site.openManager();
  await findName('Person 01');
  await site.press(name);
  await findToast('Please select entries to perform this action');
  expect(document.querySelector('.toast-warning')).not.toBeNull();
  await expectAccessible();
});

test('invites the selected after a confirmation, and takes it back by Undo', async () => {
  await site.addPeople(3);
  site.openManager();
  await select('Person 03', 'Person 01');
  await pressInBar('Invite');
  await findDialog();
  await expectAccessible();
  const text = await confirm('Are you sure you want to invite 2 user(s)?', 'Invite 2');
  expect(text).toContain(
    'Person 03 and Person 01 each get one email with a personal link that works for 14 days. You can undo this for 30 seconds.',
  );
  await findToast(/^2 people were invited\./);
  expect(screen.getByText('The emails leave when the time to undo is up.')).toBeTruthy();
  await waitFor(() => expect(getNames()).toEqual(['Person 02']));
  await expectFocus(() => screen.getByRole('link', { name: 'Person 02' }));
  expect(await getStatuses()).toEqual(['invited', 'pending', 'invited']);
  expect(await getInvitations()).toHaveLength(2);
  await site.press('Undo');
  await findToast('2 entries are pending again.');
  await waitFor(() => expect(getNames()).toHaveLength(3));
  expect(await getStatuses()).toEqual(['pending', 'pending', 'pending']);
  expect(await getInvitations()).toEqual([]);
});

test('an Undo that comes too late says so', async () => {
  await site.addPeople(1);
  site.openManager();
  await select('Person 01');
  await pressInBar('Invite');
  await confirm('Are you sure you want to invite 1 user(s)?', 'Invite 1');
  await findToast(/^1 person was invited\./);
  await site.execute('UPDATE undo_actions SET undo_until = 0');
  await site.press('Undo');
  await findToast('It’s too late to undo this.');
  expect(await getStatuses()).toEqual(['invited']);
});

test('rejects the selected without an email', async () => {
  await site.addPeople(5);
  site.openManager();
  await findName('Person 05');
  await site.user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0] as HTMLElement);
  await pressInBar('Reject');
  const text = await confirm('Are you sure you want to reject 5 user(s)?', 'Reject 5');
  expect(text).toContain(
    'Person 05, Person 04, Person 03 and 2 more leave the list and get no email. You can undo this for 30 seconds.',
  );
  await findToast(/^5 people were rejected\./);
  await screen.findByRole('heading', { name: 'Nobody is waiting' });
  await expectFocus(() => screen.getByRole('searchbox', { name: 'Search people' }));
  expect(await getInvitations()).toEqual([]);
});

test('a rejected person is put back on the list', async () => {
  await site.addPeople(2);
  await site.execute("UPDATE waiting_list_entries SET status = 'rejected' WHERE id = 1");
  site.openManager('?status=rejected');
  await select('Person 01');
  await pressInBar('Put back on the list');
  const text = await confirm('Put 1 person back on the list?', 'Put 1 back');
  expect(text).toContain('Person 01 waits again, in the place of the day they joined. No email is sent.');
  await findToast('1 person is back on the list.');
  expect(await getStatuses()).toEqual(['pending', 'pending']);
});

test('the menu of a row puts back, too; only who was rejected', async () => {
  await site.addPeople(2);
  await site.execute("UPDATE waiting_list_entries SET status = 'rejected' WHERE id = 1");
  site.openManager('?status=rejected');
  await site.chooseAction('Person 01', 'Put back on the list...');
  await confirm('Put 1 person back on the list?', 'Put 1 back');
  await screen.findByRole('heading', { name: 'No one found' });
});

test('names who may not get an invitation before it is sent', async () => {
  await site.addPeople(3);
  await site.execute('UPDATE waiting_list_entries SET confirmed_at = NULL WHERE id > 1');
  await site.execute("INSERT INTO suppressed_addresses VALUES ('person03@example.com', 1, 1)");
  site.openManager();
  await select('Person 03', 'Person 02', 'Person 01');
  await pressInBar('Invite');
  const { findByText } = await findDialog('Are you sure you want to invite 3 user(s)?');
  await findByText(/^person02@example\.com hasn’t been confirmed\. The invitation is sent, but may bounce/);
  await findByText(/^person03@example\.com gets no email because an admin stopped it\. It becomes invited/);
  await expectAccessible();
});

test('says how many who joined earlier stay on the list before people are picked by hand', async () => {
  await site.addPeople(3);
  site.openManager();
  await select('Person 03');
  await pressInBar('Invite');
  const { findByText } = await findDialog('Are you sure you want to invite 1 user(s)?');
  await findByText(
    /^2 people who joined earlier stay on the list\. Our page and email promise invitations in the order/,
  );
  await expectAccessible();
});

test('an invitation says that it checks the addresses', async () => {
  await site.addPeople(2);
  await site.execute('UPDATE waiting_list_entries SET confirmed_at = NULL WHERE id = 2');
  const proceed = site.network.hold('GET', '/api/waitinglist/invitation-warnings');
  site.openManager();
  await select('Person 02');
  await pressInBar('Invite');
  const { findByText, queryByText } = await findDialog('Are you sure you want to invite 1 user(s)?');
  await findByText('Checking the addresses...');
  await expectAccessible();
  proceed();
  await findByText(/^person02@example\.com hasn’t been confirmed\./);
  expect(queryByText('Checking the addresses...')).toBeNull();
});

test('an invitation whose addresses could not be checked says so, and checks them again', async () => {
  await site.addPeople(2);
  await site.execute('UPDATE waiting_list_entries SET confirmed_at = NULL WHERE id = 2');
  const restore = site.network.fail('GET', '/api/waitinglist/invitation-warnings', 500, {
    message: 'Something broke.',
  });
  site.openManager();
  await select('Person 02');
  await pressInBar('Invite');
  const { findByText } = await findDialog('Are you sure you want to invite 1 user(s)?');
  await findByText('Couldn’t check the addresses');
  await findByText('Something broke.');
  await expectAccessible();
  restore();
  await site.press('Retry');
  await findByText(/^person02@example\.com hasn’t been confirmed\./);
});

test('one person is invited from the menu of the row', async () => {
  await site.addPeople(2);
  site.openManager();
  await site.chooseAction('Person 01', 'Invite...');
  await confirm('Are you sure you want to invite 1 user(s)?', 'Invite 1');
  await findToast(/^1 person was invited\./);
  expect(await getStatuses()).toEqual(['invited', 'pending']);
});

describe('a failure', () => {
  test.each([
    ['Invite', 'invite', 'Failed to invite users'],
    ['Reject', 'reject', 'Failed to reject users'],
  ])('of %s shows the server’s message in the dialog only, else that it failed', async (label, action, failure) => {
    await site.addPeople(1);
    site.openManager();
    await select('Person 01');
    const restore = site.network.fail('POST', `${LIST}/${action}`, 500, { message: 'The database is busy.' });
    await pressInBar(label);
    await confirm(`Are you sure you want to ${action} 1 user(s)?`, `${label} 1`);
    await findFailure('The database is busy.');
    restore();
    site.network.disconnect('POST', `${LIST}/${action}`);
    await site.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: `${label} 1` }));
    await findFailure(failure);
    expect(await getStatuses()).toEqual(['pending']);
  });
});

describe('all that match', () => {
  const TOTAL = 22;
  const respond = (updated: number, next: object | null, id: string) =>
    Response.json({
      message: `${updated} invited`,
      updated,
      skipped: 0,
      next,
      undo: { id, until: '2026-11-22T10:00:30.000Z' },
    });

  test('are invited by their filter', async () => {
    await site.addPeople(TOTAL);
    site.openManager('?product=4');
    await screen.findByText('1–20 of 22 people');
    await selectAll(TOTAL);
    await pressInBar('Invite');
    const text = await confirm('Are you sure you want to invite 22 user(s)?', 'Invite 22');
    expect(text).toContain('Person 22, Person 21, Person 20 and 19 more each get one email');
    await findToast(/^22 people were invited\./);
    expect(site.getBodies(INVITE)).toEqual([{ filter: { status: 'pending', productId: 4 }, total: TOTAL }]);
    expect(new Set(await getStatuses())).toEqual(new Set(['invited']));
  });

  test('run in parts with progress; a run can be stopped and continued, and undone as a whole', async () => {
    await site.addPeople(TOTAL);
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const parts = [
      respond(10, { after_id: 10, last_id: 22 }, 'one'),
      respond(6, { after_id: 16, last_id: 22 }, 'two'),
      respond(6, null, 'three'),
    ];
    site.network.intercept('POST', INVITE, async () => {
      const at = site.getBodies(INVITE).length - 1;
      await gates[at - 1]?.promise;
      return parts[at] as Response;
    });
    site.openManager();
    await screen.findByText('1–20 of 22 people');
    await selectAll(TOTAL);
    await pressInBar('Invite');
    await confirm('Are you sure you want to invite 22 user(s)?', 'Invite 22');
    await screen.findByText('Inviting... 10 of 22 people');
    await expectAccessible();
    await site.press('Stop');
    gates[0]?.resolve();
    await screen.findByText('Stopped. 6 people are left.');
    expect(getResult()).toContain('16 invited.');
    await expectAccessible();
    gates[1]?.resolve();
    await site.press('Continue');
    await findToast('22 invited');
    expect(site.getBodies(INVITE).slice(1)).toEqual([
      { filter: { status: 'pending' }, next: { after_id: 10, last_id: 22 } },
      { filter: { status: 'pending' }, next: { after_id: 16, last_id: 22 } },
    ]);
    site.network.intercept('POST', '/api/admin/undo', () =>
      Response.json({
        message: '12 entries are pending again. 10 entries could no longer be changed.',
        restored: 12,
        skipped: [],
        left: 10,
      }),
    );
    await site.user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) as HTMLElement);
    await findToast('12 entries are pending again. 10 entries could no longer be changed.');
    expect(site.getBodies('/api/admin/undo')).toEqual([{ ids: ['one', 'two', 'three'] }]);
  });

  test('of more than 500 are rejected in parts, which the question says', async () => {
    await site.execute(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
      INSERT INTO waiting_list_entries (public_id, product_id, email, created_at)
      SELECT 'many-' || n, 5, 'many' || n || '@example.com', n FROM numbers`);
    site.openManager();
    await screen.findByText('1–20 of 1,200 people');
    await site.user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0] as HTMLElement);
    await site.press('Select all 1,200 people');
    await pressInBar('Reject');
    const text = await confirm('Are you sure you want to reject 1,200 user(s)?', 'Reject 1,200');
    expect(text).toContain('This is done 500 people at a time. You can undo each 500 for 30 seconds.');
    await waitFor(() => expect(site.getBodies(`${LIST}/reject`)).toHaveLength(3));
    await screen.findByRole('heading', { name: 'Nobody is waiting' });
    expect(new Set(await getStatuses())).toEqual(new Set(['rejected']));
  });

  test('that fail midway say what is left, and continue there', async () => {
    await site.addPeople(TOTAL);
    const restore = site.network.intercept('POST', INVITE, () =>
      site.getBodies(INVITE).length === 1
        ? respond(10, { after_id: 10, last_id: 22 }, 'one')
        : Response.json({}, { status: 500 }),
    );
    site.openManager();
    await screen.findByText('1–20 of 22 people');
    await selectAll(TOTAL);
    await pressInBar('Invite');
    await confirm('Are you sure you want to invite 22 user(s)?', 'Invite 22');
    await screen.findByText('Failed to invite users. 12 people are left.');
    restore();
    await site.press('Continue');
    await findToast('22 invited');
  });
});

describe('invitations that were not delivered', () => {
  beforeEach(async () => {
    await site.addPeople(3);
    await site.call('POST', INVITE, { ids: [1, 2, 3] });
    await site.failInvitations('id <> (SELECT max(id) FROM outbox)');
  });

  test('are counted, shown with the reason and sent again, all at once', async () => {
    site.openManager();
    await site.user.click(await screen.findByRole('link', { name: '2 Not delivered' }));
    expect(window.location.search).toBe('?status=all&delivery=failed');
    await findName('Person 02');
    expect(getNames()).toEqual(['Person 02', 'Person 01']);
    expect(screen.getAllByText('Invitation not delivered')).toHaveLength(2);
    expect(screen.getAllByText('The address doesn’t exist (550).')).toHaveLength(2);
    await expectAccessible();
    await select('Person 02', 'Person 01');
    await pressInBar('Send again');
    await confirm('Send 2 invitations again?', 'Send 2 again');
    await findToast('We’re sending 2 invitations again.');
    await screen.findByRole('heading', { name: 'No one found' });
    await screen.findByRole('link', { name: '0 Not delivered' });
  });

  test('are sent again to all that match, where all of these are invited', async () => {
    await site.addPeople(25);
    // Users of other tests have addresses like these people; nobody with an account gets an invitation.
    await site.execute("UPDATE waiting_list_entries SET email = 'entry' || id || '@example.com'");
    const ids = (await listEntries(site)).slice(0, 22).map(({ id }) => id);
    await site.call('POST', INVITE, { ids });
    await site.failInvitations();
    site.openManager('?status=all');
    await screen.findByText('1–20 of 25 people');
    await selectAll(25);
    expect(within(getBulkBar()).queryByRole('button', { name: 'Send again' })).toBeNull();
    await site.press('Clear selection');
    await site.user.click(await screen.findByRole('link', { name: '22 Not delivered' }));
    await screen.findByText('1–20 of 22 people');
    await selectAll(22);
    await pressInBar('Send again');
    await confirm('Send 22 invitations again?', 'Send 22 again');
    await screen.findByRole('heading', { name: 'No one found' });
    expect(site.getBodies(`${LIST}/resend`)).toEqual([{ filter: { delivery: 'failed' }, total: 22 }]);
  });

  test('are sent again one by one; a refusal names the reason and can be tried again', async () => {
    await site.execute("INSERT INTO suppressed_addresses VALUES ('person01@example.com', 1, 1)");
    site.openManager('?delivery=failed&status=all');
    await site.chooseAction('Person 01', 'Send again...');
    await confirm('Send the invitation again?', 'Send 1 again');
    await waitFor(() =>
      expect(getResult()).toContain('person01@example.com: This address gets no email because an admin stopped it.'),
    );
    await site.execute('DELETE FROM suppressed_addresses');
    await site.press('Try again');
    await findToast('We’re sending 1 invitation again.');
  });
});
