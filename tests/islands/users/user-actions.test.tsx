import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { privateDataNames } from '#api/domain/private-data.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { UserDetailIsland } from '#src/features/users/detail/UserDetail.island.tsx';
import { UserManagerIsland } from '#src/features/users/manager/UserManager.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';
import { createSubscription, createUserDetail } from '../../support/islands/user-fixtures.ts';

const USER = '/api/admin/users/412';
const REASON = 'Please provide a reason for blacklisting';
let site: IslandSite;
let user: UserDetailJson;

beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-22T10:05:00.000Z');
  await site.signIn('admin');
  user = createUserDetail();
  site.network.intercept('GET', USER, () => Response.json({ data: { user } }));
  site.network.intercept('GET', `${USER}/notes`, () => Response.json({ data: { notes: [] } }));
});

async function open() {
  site.open(<UserDetailIsland />, '/admin/users/412');
  await screen.findByRole('navigation', { name: 'Henrik Dahl' });
}
/** Answers an action with the user as it is afterwards. */
const answer = (method: string, path: string, message: string, change: Partial<UserDetailJson>, undo: object | null) =>
  site.network.intercept(method, `${USER}${path}`, () => {
    Object.assign(user, change);
    return Response.json({ message, data: { user: { ...user } }, undo });
  });
const findCall = (method: string, path: string) =>
  site.network.calls.findLast((call) => call.method === method && call.path === path);
const blacklisted: Partial<UserDetailJson> = {
  is_blacklisted: true,
  blacklisted_reason: 'Spam',
  blacklisted_until: null,
  blacklisting: { created_at: '2026-11-22T10:05:00.000Z', actor: { id: 1, name: 'Aroha Ngata' }, cancellation: null },
};
const showKeys = () =>
  site.network.intercept('GET', `${USER}/api-keys`, () =>
    Response.json({
      data: {
        keys: [
          { id: 2, name: 'Old script', scopes: ['content'] },
          { id: 3, name: 'The app', scopes: ['entitlements'] },
        ],
      },
    }),
  );
const UNDO = { id: 'undo-1', until: '2026-11-22T10:05:30.000Z' };

describe('blacklisting', () => {
  test('asks for the reason and says what will happen', async () => {
    user.subscriptions = [createSubscription(), createSubscription({ id: 2, status: 'canceled' })];
    await open();
    await site.press('Blacklist...');
    const { dialog, getByLabelText, getByRole } = await findDialog('Blacklist Henrik Dahl?');
    expect(dialog.textContent).toContain('Henrik sees it when signing in');
    expect([...dialog.querySelectorAll('.facts li')].map(({ textContent }) => textContent)).toEqual([
      ...['Signs Henrik out on 2 devices.', '1 subscription ends with the paid period. Nothing more is charged.'],
      'You can undo this for 30 seconds. The email waits until then.',
    ]);
    expect(dialog.querySelector('textarea')?.hasAttribute('autofocus')).toBe(true);
    await expectAccessible();
    await site.user.type(getByLabelText('Reason'), '  ');
    await site.user.click(getByRole('button', { name: 'Blacklist' }));
    expect(dialog.querySelector('.field-error')?.textContent).toBe(REASON);
    await expectFocus(() => getByLabelText('Reason'));
    expect(findCall('POST', `${USER}/blacklist`)).toBeUndefined();
    await expectAccessible();
  });

  test('The dialog lists the API keys of the person, and keeps the ones that are ticked', async () => {
    showKeys();
    answer('POST', '/blacklist', 'User blacklisted successfully', blacklisted, UNDO);
    await open();
    await site.press('Blacklist...');
    const { getByLabelText, getByRole, findByRole } = await findDialog('Blacklist Henrik Dahl?');
    await site.user.click(await findByRole('checkbox', { name: /^Keep ‘The app’/ }));
    await expectAccessible();
    await site.user.type(getByLabelText('Reason'), 'Spam');
    await site.user.click(getByRole('button', { name: 'Blacklist' }));
    await screen.findByText('User blacklisted successfully');
    expect(JSON.parse(findCall('POST', `${USER}/blacklist`)?.body ?? '').keepKeys).toEqual([3]);
  });

  test('The dialog says that all API keys end when they can’t be listed', async () => {
    site.network.fail('GET', `${USER}/api-keys`);
    await open();
    await site.press('Blacklist...');
    const { findByText } = await findDialog('Blacklist Henrik Dahl?');
    await findByText('Couldn’t load the API keys that Henrik made. All of them end with this.');
  });

  test('sends reason and end, shows the notice, and can be undone', async () => {
    answer('POST', '/blacklist', 'User blacklisted successfully', blacklisted, UNDO);
    await open();
    await site.press('Blacklist...');
    const { getByLabelText, getByRole } = await findDialog('Blacklist Henrik Dahl?');
    await site.user.type(getByLabelText('Reason'), 'Spam');
    await site.user.click(getByRole('button', { name: 'Blacklist' }));
    await screen.findByText('User blacklisted successfully');
    screen.getByText('Henrik Dahl was signed out on 2 devices. The email leaves when the time to undo is up.');
    expect(JSON.parse(findCall('POST', `${USER}/blacklist`)?.body ?? '')).toEqual({
      reason: 'Spam',
      blacklistedUntil: null,
      subscriptions: 'keep',
    });
    await expectFocus(() => screen.getByRole('region', { name: 'Blacklisted permanently' }));
    await expectAccessible();
    site.network.intercept('POST', '/api/admin/undo', () => {
      user = createUserDetail();
      return Response.json({ message: 'Blacklist undone.', data: { user }, undo: null });
    });
    await site.press(/^Undo/);
    await findToast('Blacklist undone.');
    await waitFor(() => expect(screen.queryByText('Blacklisted permanently')).toBeNull());
    await screen.findByRole('button', { name: 'Blacklist...' });
  });

  test('The dialog asks what becomes of the subscriptions, and the notice says what is left to do', async () => {
    user.subscriptions = [createSubscription(), createSubscription({ id: 2 })];
    const cancellation = { act: 'now', next_attempt_at: '2026-11-22T10:05:30.000Z', error: null as string | null };
    const blacklisting = { ...blacklisted.blacklisting, cancellation } as UserDetailJson['blacklisting'];
    answer('POST', '/blacklist', 'User blacklisted successfully', { ...blacklisted, blacklisting }, UNDO);
    await open();
    await site.press('Blacklist...');
    const { dialog, getByLabelText, getByRole } = await findDialog('Blacklist Henrik Dahl?');
    const readFact = () => dialog.querySelectorAll('.facts li')[1]?.textContent;
    await site.user.type(getByLabelText('Reason'), 'Spam');
    expect(readFact()).toBe('2 subscriptions end with the paid period. Nothing more is charged.');
    await site.user.click(getByRole('radio', { name: /^On a day/ }));
    expect(readFact()).toBe('2 subscriptions keep running: Henrik pays without being able to sign in.');
    await site.user.selectOptions(getByLabelText('Paid subscriptions'), 'refund');
    expect(readFact()).toBe(
      '2 subscriptions end when the time to undo is up, and the rest of the paid period is refunded.',
    );
    await site.user.selectOptions(getByLabelText('Paid subscriptions'), 'now');
    expect(readFact()).toBe('2 subscriptions end when the time to undo is up. Nothing is refunded.');
    await expectAccessible();
    await site.user.click(getByRole('radio', { name: /^Permanent/ }));
    await site.user.click(getByRole('button', { name: 'Blacklist' }));
    await screen.findByText('The subscriptions end when the time to undo is up.');
    expect(JSON.parse(findCall('POST', `${USER}/blacklist`)?.body ?? '').subscriptions).toBe('now');
    cancellation.error = 'We couldn’t reach Stripe, so the subscriptions aren’t cancelled yet.';
    site.network.intercept('POST', '/api/admin/undo', () =>
      Response.json({ message: 'It’s too late to undo this.', code: 'conflict' }, { status: 409 }),
    );
    await site.press(/^Undo/);
    await screen.findByText(/aren’t cancelled yet/);
    expect(screen.getByRole('region', { name: 'Blacklisted permanently' }).textContent).toMatch(
      /aren’t cancelled yet\. Next try: in a moment\.Remove Blacklist$/,
    );
    await expectAccessible();
  });

  test.each([
    ['2026-12-24', '2026-12-24T10:59:59.000Z'],
    // Winter time, which is an hour behind.
    ['2027-06-01', '2027-06-01T11:59:59.000Z'],
  ])('until %s ends with that day in New Zealand', async (day, until) => {
    answer('POST', '/blacklist', 'User blacklisted successfully', blacklisted, UNDO);
    await open();
    await site.press('Blacklist...');
    const { getByLabelText, getByRole } = await findDialog('Blacklist Henrik Dahl?');
    await site.user.type(getByLabelText('Reason'), 'Spam');
    await site.user.click(getByRole('radio', { name: /^On a day/ }));
    await site.user.click(getByRole('button', { name: 'Blacklist' }));
    await screen.findByText('Choose the last day, today or later.');
    await expectAccessible();
    await site.user.type(getByLabelText('Last day'), day);
    await site.user.click(getByRole('button', { name: 'Blacklist' }));
    await screen.findByText('User blacklisted successfully');
    expect(JSON.parse(findCall('POST', `${USER}/blacklist`)?.body ?? '').blacklistedUntil).toBe(until);
  });

  test('keeps what was typed when it fails, and says why in the dialog or at the field only', async () => {
    site.network.fail('POST', `${USER}/blacklist`, 500);
    await open();
    await site.press('Blacklist...');
    const { dialog, getByLabelText, getByRole } = await findDialog('Blacklist Henrik Dahl?');
    await site.user.type(getByLabelText('Reason'), 'Spam');
    await site.user.click(getByRole('button', { name: 'Blacklist' }));
    await findFailure('Failed to blacklist user', 'Server error: 500');
    expect(dialog.querySelector('textarea')?.value).toBe('Spam');
    const issues = [{ path: 'blacklistedUntil', message: 'Choose an end date in the future.' }];
    site.network.fail('POST', `${USER}/blacklist`, 400, {
      message: 'Check the fields.',
      code: 'validation_failed',
      issues,
    });
    await site.user.click(getByRole('radio', { name: /^On a day/ }));
    await site.user.type(getByLabelText('Last day'), '2026-11-23');
    await site.user.click(getByRole('button', { name: 'Blacklist' }));
    await screen.findByText('Choose an end date in the future.', { selector: '.field-error' });
    expect(document.querySelectorAll('.toast-error, .form-error')).toHaveLength(0);
    // Closing asks first.
    await site.user.click(getByRole('button', { name: 'Close' }));
    await screen.findByText('Your changes aren’t saved.');
    await expectAccessible();
  });

  test('is removed after a confirmation, which can be undone', async () => {
    Object.assign(user, blacklisted);
    answer('DELETE', '/blacklist', 'Blacklist removed successfully', { is_blacklisted: false }, UNDO);
    await open();
    await site.press('Remove Blacklist');
    const { dialog, getByText, getByRole } = await findDialog('Remove Henrik Dahl from the blacklist?');
    getByText('Henrik can sign in again straight away. You can undo this for 30 seconds.');
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Remove Blacklist' }));
    await findToast('Blacklist removed successfully');
    await waitFor(() => expect(dialog.hasAttribute('open')).toBe(false));
    await expectFocus(() => screen.getByRole('button', { name: 'Blacklist...' }));
    site.network.intercept('POST', '/api/admin/undo', () => {
      Object.assign(user, blacklisted);
      return Response.json({ message: 'Undone. The blacklist applies again.', data: { user }, undo: null });
    });
    await site.press(/^Undo/);
    await findToast('Undone. The blacklist applies again.');
    await screen.findByRole('region', { name: 'Blacklisted permanently' });
    expect(JSON.parse(findCall('POST', '/api/admin/undo')?.body ?? '')).toEqual({ ids: [UNDO.id] });
  });

  test('that can’t be removed says so in the dialog only', async () => {
    Object.assign(user, blacklisted);
    site.network.disconnect('DELETE', `${USER}/blacklist`);
    await open();
    await site.chooseAction('Henrik Dahl', 'Remove Blacklist...');
    await site.user.click((await findDialog()).getByRole('button', { name: 'Remove Blacklist' }));
    await findFailure('Failed to remove blacklist', /^No response from server/);
    await expectAccessible();
  });
});

describe('undo', () => {
  const blacklist = async () => {
    answer('POST', '/blacklist', 'User blacklisted successfully', blacklisted, UNDO);
    await site.press('Blacklist...');
    const { getByLabelText, getByRole } = await findDialog('Blacklist Henrik Dahl?');
    await site.user.type(getByLabelText('Reason'), 'Spam');
    await site.user.click(getByRole('button', { name: 'Blacklist' }));
    await findToast(/^User blacklisted successfully/);
  };
  const answerUndo = () =>
    site.network.intercept('POST', '/api/admin/undo', () => {
      user = createUserDetail();
      return Response.json({ message: 'Blacklist undone.', data: { user }, undo: null });
    });

  test('of a blacklist is offered again after a reload of the page, and of no one else’s', async () => {
    await open();
    await blacklist();
    document.querySelector('.toast-area')?.replaceChildren();
    site.clock.set('2026-11-22T10:05:20.000Z');
    await open();
    await findToast(/^User blacklisted successfully/);
    answerUndo();
    expect(screen.getByRole('button', { name: 'Undo' }).textContent).toBe('Undo (10 s)');
    await site.press('Undo');
    await findToast('Blacklist undone.');
    await waitFor(() => expect(screen.queryByText('Blacklisted permanently')).toBeNull());

    await blacklist();
    site.network.intercept('GET', '/api/admin/users/413', () =>
      Response.json({ data: { user: createUserDetail({ id: 413, first_name: 'Mere', last_name: 'Tane' }) } }),
    );
    site.open(<UserDetailIsland />, '/admin/users/413');
    await screen.findByRole('navigation', { name: 'Mere Tane' });
    expect(screen.queryByText('User blacklisted successfully')).toBeNull();
  });

  test('of a blacklist is offered on the list, which loads again after it', async () => {
    await open();
    await blacklist();
    const loads = vi.fn(() => Response.json({ message: 'Not now' }, { status: 503 }));
    site.network.intercept('GET', '/api/admin/users', loads);
    site.open(<UserManagerIsland />, '/admin/users');
    await findToast(/^User blacklisted successfully/);
    screen.getByText(/^Henrik Dahl was signed out/);
    await waitFor(() => expect(loads).toHaveBeenCalledTimes(1));
    answerUndo();
    await site.press(/^Undo/);
    await findToast('Blacklist undone.');
    await waitFor(() => expect(loads).toHaveBeenCalledTimes(2));
  });

  test('of a blacklist goes when the blacklist is removed; that of a new name stays', async () => {
    answer('PUT', '/contact', 'User updated successfully', { first_name: 'Hendrik' }, { ...UNDO, id: 'undo-2' });
    answer(
      'DELETE',
      '/blacklist',
      'Blacklist removed successfully',
      { is_blacklisted: false },
      { ...UNDO, id: 'undo-3' },
    );
    await open();
    await blacklist();
    await site.chooseAction('Henrik Dahl', 'Change name or email...');
    const contact = await findDialog('Change name or email of Henrik Dahl');
    await site.user.type(contact.getByLabelText('First name'), 'x');
    await site.user.click(contact.getByRole('button', { name: 'Save' }));
    await findToast(/^User updated successfully/);
    await site.press('Remove Blacklist');
    await site.user.click((await findDialog()).getByRole('button', { name: 'Remove Blacklist' }));
    await findToast(/^Blacklist removed successfully/);
    const listMessages = () => [...document.querySelectorAll('.toast > span')].map((text) => text.textContent);
    expect(listMessages()).toEqual([
      'User updated successfullyHenrikx Dahl',
      'Blacklist removed successfullyHendrik Dahl can sign in again.',
    ]);
  });
});

describe('the role', () => {
  const chooseRole = async (name: string) => {
    await site.press('Role: User');
    const dialog = await findDialog('Role of Henrik Dahl');
    await site.user.click(dialog.getByRole('radio', { name: new RegExp(`^${name}`) }));
    return dialog;
  };

  test('is chosen in a dialog that says what each role does and what changes, and the change can be undone', async () => {
    answer('PUT', '/role', 'Role changed successfully', { role: 'editor' }, UNDO);
    await open();
    await site.press('Role: User');
    const { getByRole, getAllByRole, getByText } = await findDialog('Role of Henrik Dahl');
    expect(getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Admin Everything: people, money, publishing, and all that the other roles may do.',
      'Editor Writes, changes and publishes all posts and documentation, with images and videos. No people, no money.',
      'Author Writes their own posts, with images and videos, and submits them. An editor publishes them.',
      'Moderator Reviews the works that are submitted, and keeps the rejection reasons. No posts, no people, no money.',
      'User NowTheir own account and plans. No admin pages.',
    ]);
    expect((getByRole('button', { name: 'Change role' }) as HTMLButtonElement).disabled).toBe(true);
    getByText(/Henrik stays signed in\./);
    await site.user.click(getByRole('radio', { name: /^Editor/ }));
    getByText(/Henrik may have to sign in again: staff sessions end after 12 hours\./);
    const difference = getByText('What changes for Henrik').closest('section') as HTMLElement;
    expect(
      within(difference)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'From now on: Write and publish posts',
      'From now on: Write and publish documentation',
      'From now on: Images and videos',
    ]);
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Make Henrik an editor' }));
    await screen.findByText('Henrik Dahl is an editor now.');
    expect(findCall('PUT', `${USER}/role`)?.body).toBe(JSON.stringify({ role: 'editor' }));
    await screen.findByRole('button', { name: 'Role: Editor' });
    site.network.intercept('POST', '/api/admin/undo', () => {
      user = createUserDetail();
      return Response.json({ message: 'Undone.', data: { user }, undo: null });
    });
    await site.press(/^Undo/);
    await screen.findByRole('button', { name: 'Role: User' });
  });

  test('that is taken away lists what is lost', async () => {
    user.role = 'moderator';
    await open();
    await site.press('Role: Moderator');
    const { getByRole, getAllByRole } = await findDialog('Role of Henrik Dahl');
    await site.user.click(getByRole('radio', { name: /^User/ }));
    expect(getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'No longer: Review submitted works',
    ]);
    getByRole('button', { name: 'Make Henrik a user' });
  });

  test('The dialog of a role without API keys lists those of the person, and keeps the ones that are ticked', async () => {
    user.role = 'admin';
    showKeys();
    answer('PUT', '/role', 'Role changed successfully', { role: 'editor' }, UNDO);
    await open();
    await site.press('Role: Admin');
    const { getByRole, findByRole, queryByRole } = await findDialog('Role of Henrik Dahl');
    expect(queryByRole('group', { name: 'API keys that Henrik made' })).toBeNull();
    await site.user.click(getByRole('radio', { name: /^Editor/ }));
    await findByRole('group', { name: 'API keys that Henrik made' });
    await expectAccessible();
    await site.user.click(getByRole('checkbox', { name: /^Keep ‘The app’/ }));
    await site.user.click(getByRole('checkbox', { name: /^Keep ‘Old script’/ }));
    await site.user.click(getByRole('checkbox', { name: /^Keep ‘Old script’/ }));
    await site.user.click(getByRole('button', { name: 'Make Henrik an editor' }));
    await screen.findByText('Henrik Dahl is an editor now.');
    expect(findCall('PUT', `${USER}/role`)?.body).toBe(JSON.stringify({ role: 'editor', keepKeys: [3] }));
  });

  test('is compared with the others, task by task', async () => {
    await open();
    await site.press('Role: User');
    const { getByText, getByRole } = await findDialog('Role of Henrik Dahl');
    await site.user.click(getByText('Compare roles'));
    const table = within(getByRole('table', { name: 'What each role may do' }));
    const rows = table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
    const [tasks, reading] = [rows.slice(0, -privateDataNames.length), rows.slice(-privateDataNames.length)];
    expect(reading).toContainEqual(['Read names', 'Yes', 'Yes', 'Yes', 'Yes', '–No']);
    expect(reading).toContainEqual(['Read email addresses', 'Yes', '–No', '–No', '–No', '–No']);
    expect(reading).toContainEqual(['Read unpublished posts of others', 'Yes', 'Yes', '–No', '–No', '–No']);
    expect(tasks).toEqual([
      ['Task', 'Admin', 'Editor', 'Author', 'Moderator', 'User'],
      ['Own account and plans', 'Yes', 'Yes', 'Yes', 'Yes', 'Yes'],
      ['Write own posts and submit them', 'Yes', 'Yes', 'Yes', '–No', '–No'],
      ['Write and publish posts', 'Yes', 'Yes', '–No', '–No', '–No'],
      ['Write and publish documentation', 'Yes', 'Yes', '–No', '–No', '–No'],
      ['Images and videos', 'Yes', 'Yes', 'Yes', '–No', '–No'],
      ['Review submitted works', 'Yes', '–No', '–No', 'Yes', '–No'],
      ['People, roles and email', 'Yes', '–No', '–No', '–No', '–No'],
      ['Waiting lists', 'Yes', '–No', '–No', '–No', '–No'],
      ['Plans, payments and refunds', 'Yes', '–No', '–No', '–No', '–No'],
      ['Redirects and addresses not found', 'Yes', '–No', '–No', '–No', '–No'],
      ['Site versions, server and audit log', 'Yes', '–No', '–No', '–No', '–No'],
    ]);
    await expectAccessible();
  });

  test.each([
    [409, { message: 'This is the only admin.', code: 'conflict' }, 'This is the only admin.'],
    [500, {}, 'Server error: 500'],
  ])('that can’t be changed says so in the dialog only (%i)', async (status, body, message) => {
    site.network.fail('PUT', `${USER}/role`, status, body);
    await open();
    const dialog = await chooseRole('Admin');
    await site.user.click(dialog.getByRole('button', { name: 'Make Henrik an admin' }));
    await findFailure('Failed to change role', message);
  });
});

test('what is not allowed says why, in the menu and beside the role', async () => {
  const reason = 'You can’t do this to your own account.';
  const refused = { allowed: false, reason };
  user = createUserDetail({
    role: 'admin',
    can: { change_contact: refused, change_role: refused, blacklist: refused, delete: refused },
  });
  await open();
  expect(screen.getByText('Role').closest('div')?.textContent).toBe(`RoleAdmin${reason}`);
  expect(screen.queryByRole('button', { name: /^Role/ })).toBeNull();
  await site.user.click(screen.getByRole('button', { name: 'Actions for Henrik Dahl' }));
  const items = (await screen.findAllByRole('menuitem')).map((item) => [
    item.textContent,
    item.getAttribute('aria-disabled'),
  ]);
  expect(items).toEqual([
    [`Change name or email...${reason}`, 'true'],
    [`Change role...${reason}`, 'true'],
    ['End all sessions...', null],
    ['Export data', null],
    [`Blacklist...${reason}`, 'true'],
    [`Delete...${reason}`, 'true'],
  ]);
  await expectAccessible();
});

describe('deleting', () => {
  test('The dialog lists the API keys of the person, and keeps the ones that are ticked', async () => {
    showKeys();
    answer('DELETE', '', 'User deleted successfully', {}, UNDO);
    await open();
    await site.chooseAction('Henrik Dahl', 'Delete...');
    const { getByRole, findByRole } = await findDialog('Delete Henrik Dahl?');
    await site.user.click(await findByRole('checkbox', { name: /^Keep ‘The app’/ }));
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Delete user' }));
    await waitFor(() => expect(site.navigations).toEqual(['/admin/users']));
    expect(site.network.calls.findLast(({ method }) => method === 'DELETE')?.path).toBe(`${USER}?keepKeys=3`);
  });

  test('names a credit that would be lost', async () => {
    user.credits = [{ amount: 450, currency: 'eur' }];
    await open();
    await site.chooseAction('Henrik Dahl', 'Delete...');
    const { dialog } = await findDialog('Delete Henrik Dahl?');
    expect(dialog.textContent).toContain(
      'Henrik has a credit of €4.50, which can’t be used afterwards. If you owe it, refund a payment first.',
    );
  });

  test('leads to the list, which offers the undo', async () => {
    answer('DELETE', '', 'User deleted successfully', {}, UNDO);
    await open();
    await site.chooseAction('Henrik Dahl', 'Delete...');
    const { getByText, getByRole } = await findDialog('Delete Henrik Dahl?');
    getByText('Are you sure you want to delete this user?');
    await site.user.click(getByRole('button', { name: 'Delete user' }));
    await waitFor(() => expect(site.navigations).toEqual(['/admin/users']));
    site.network.intercept('GET', '/api/admin/users', () => Response.json({ message: 'Not now' }, { status: 503 }));
    site.open(<UserManagerIsland />, '/admin/users');
    await findToast(/^User deleted successfully/);
    screen.getByText('Henrik Dahl can’t sign in any more.');
    screen.getByRole('button', { name: /^Undo/ });
  });

  test('that waits for Stripe says why, and can be stopped', async () => {
    const deletion = { error: 'Stripe isn’t responding.', next_attempt_at: '2026-11-22T10:10:00.000Z' };
    user.deletion = deletion;
    answer('POST', '/cancel-deletion', 'Deletion stopped', { deletion: null }, null);
    await open();
    const notice = screen.getByRole('region', { name: 'Waiting to be deleted' });
    expect(notice.textContent).toContain('Stripe isn’t responding. Next try: in 5 minutes.');
    await expectAccessible();
    await site.user.click(within(notice).getByRole('button', { name: 'Stop deletion' }));
    await findToast('Deletion stopped');
    await waitFor(() => expect(screen.queryByText('Waiting to be deleted')).toBeNull());
  });

  describe('that ends elsewhere', () => {
    const openWaiting = async () => {
      site = await createIslandSite({ hasFakeTimers: true });
      site.clock.set('2026-11-22T10:05:00.000Z');
      await site.signIn('admin');
      site.network.intercept('GET', `${USER}/notes`, () => Response.json({ data: { notes: [] } }));
      user.deletion = { error: 'Stripe isn’t responding.', next_attempt_at: '2026-11-22T10:10:00.000Z' };
      site.network.intercept('GET', USER, () => Response.json({ data: { user: { ...user } } }));
      await open();
      screen.getByRole('region', { name: 'Waiting to be deleted' });
    };

    test('because another admin stopped it: the notice leaves by itself, also after a check that failed', async () => {
      await openWaiting();
      const restore = site.network.fail('GET', USER, 503);
      site.clock.advance(10_000);
      await waitFor(() => expect(site.network.calls.filter(({ path }) => path === USER)).toHaveLength(2));
      restore();
      site.network.intercept('GET', USER, () => Response.json({ data: { user: { ...user, deletion: null } } }));
      while (screen.queryByText('Waiting to be deleted')) await act(() => vi.advanceTimersByTimeAsync(10_000));
      expect(document.querySelector('.toast')).toBeNull();
    });

    test('because it was carried out: the screen says that the user is not found', async () => {
      await openWaiting();
      site.network.fail('GET', USER, 404, { message: 'User not found', code: 'not_found' });
      site.clock.advance(10_000);
      await screen.findByRole('heading', { name: 'User not found' });
    });
  });

  test('that can’t be stopped any more says so, and shows what is true now', async () => {
    user.deletion = { error: 'Stripe isn’t responding.', next_attempt_at: '2026-11-22T10:10:00.000Z' };
    site.network.intercept('POST', `${USER}/cancel-deletion`, () => {
      user.deletion = null;
      return Response.json({ message: 'The deletion was stopped already.', code: 'conflict' }, { status: 409 });
    });
    await open();
    await site.press('Stop deletion');
    await findToast('The deletion was stopped already.');
    await waitFor(() => expect(screen.queryByText('Waiting to be deleted')).toBeNull());
  });
});

describe('changing name and email', () => {
  const openDialog = async () => {
    await open();
    await site.chooseAction('Henrik Dahl', 'Change name or email...');
    return findDialog('Change name or email of Henrik Dahl');
  };

  test('sends what was typed, says that both addresses get an email, and can be undone', async () => {
    answer('PUT', '/contact', 'User updated successfully', { email: 'henrik@new.example' }, UNDO);
    const { getByLabelText, getByRole, findByText } = await openDialog();
    expect(getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
    await site.user.clear(getByLabelText('Email'));
    await site.user.type(getByLabelText('Email'), 'henrik@new.example');
    await site.user.click(getByLabelText(/^Sign out on all devices/));
    await findByText(/Both addresses get an email\./);
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Save' }));
    await screen.findByText('User updated successfully');
    screen.getByText(
      'Henrik Dahl signs in with the new address. Both addresses get an email when the time to undo is up.',
    );
    expect(JSON.parse(findCall('PUT', `${USER}/contact`)?.body ?? '')).toEqual({
      email: 'henrik@new.example',
      firstName: 'Henrik',
      lastName: 'Dahl',
      endSessions: true,
    });
    expect(screen.getAllByText('henrik@new.example').length).toBeGreaterThan(0);
    screen.getByRole('button', { name: /^Undo/ });
  });

  test('shows a refusal in its field, once', async () => {
    const message = 'Another account has this address.';
    site.network.fail('PUT', `${USER}/contact`, 400, { message, issues: [{ path: 'email', message }] });
    const { dialog, getByLabelText, getByRole, findByText } = await openDialog();
    await site.user.type(getByLabelText('Email'), '.nz');
    await site.user.click(getByRole('button', { name: 'Save' }));
    await findByText(message);
    await expectFocus(() => getByLabelText('Email'));
    expect(dialog.querySelector('.notice')).toBeNull();
    expect(document.querySelector('.toast')).toBeNull();
    await expectAccessible();
  });
});

test('says that another form of the address is blacklisted, and offers to refuse every form of it', async () => {
  user.related_blacklistings = [
    { user_id: 7, email: 'henrik@example.com', reason: 'Two chargebacks' },
    { user_id: null, email: null, reason: 'Spam' },
  ];
  answer('POST', '/blacklist', 'User blacklisted successfully', blacklisted, UNDO);
  await open();
  const notice = screen.getByRole('region', { name: 'Same base address as a blacklisted account' });
  expect(notice.textContent).toContain('henrik@example.com: ‘Two chargebacks’');
  expect(notice.textContent).toContain('A deleted account: ‘Spam’');
  await site.press('Blacklist...');
  const { getByLabelText, getByRole } = await findDialog('Blacklist Henrik Dahl?');
  await site.user.type(getByLabelText('Reason'), 'Spam');
  const scope = getByLabelText('Who can’t sign up any more');
  expect([...scope.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'This address only',
    'Every form of it, such as henrik.dahl+1@example.com',
    'Everyone new at example.com',
  ]);
  await site.user.selectOptions(scope, 'base_address');
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'Blacklist' }));
  await screen.findByText('User blacklisted successfully');
  expect(JSON.parse(findCall('POST', `${USER}/blacklist`)?.body ?? '').scope).toBe('base_address');
});
