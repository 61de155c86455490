import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { UserDetailIsland } from '#src/features/users/detail/UserDetail.island.tsx';
import { createUser } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  expectFocus,
  findDialog,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

let site: IslandSite;
let id: number;

beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
  ({ id } = await createUser(site, { firstName: 'Henrik', lastName: 'Dahl' }));
});

const open = () => site.open(<UserDetailIsland />, `/admin/users/${id}`);
const findField = () => screen.findByLabelText<HTMLTextAreaElement>('New note');
const getNotes = () => [...document.querySelectorAll('.user-notes li')].map(({ textContent }) => textContent);

describe('the notes about a user', () => {
  test('are added, shown the newest first, and deleted after a question', async () => {
    await site.call('POST', `/api/admin/users/${id}/notes`, { body: 'Called about the invoice' });
    open();
    await screen.findByText('Called about the invoice');
    await site.user.type(await findField(), 'Prefers email');
    await site.press('Add note');
    await findToast('Note added');
    expect(getNotes()).toEqual([
      expect.stringMatching(/^Prefers emailMere Tane, /),
      expect.stringMatching(/^Called about the invoiceMere Tane, /),
    ]);
    expect((await findField()).value).toBe('');
    // Only one's own can be deleted.
    expect(screen.getAllByRole('button', { name: /^Delete the note/ })).toHaveLength(1);
    await expectAccessible();
    await site.press('Delete the note ‘Prefers email’');
    const { dialog, getByRole } = await findDialog('Delete this note?');
    expect(dialog.textContent).toContain('‘Prefers email’This can’t be undone.');
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Delete note' }));
    await findToast('Note deleted');
    expect(getNotes()).toHaveLength(1);
    await expectFocus(() => screen.getByRole('heading', { name: 'Notes' }));
  });

  test('are none at first; an empty one is refused in its field', async () => {
    open();
    await screen.findByText('No notes yet.');
    screen.getByText('For staff. It’s part of the data that Henrik can download.');
    await site.press('Add note');
    await screen.findByText('Enter a note.');
    await expectFocus(findFieldNow);
    expect(site.network.calls.some(({ method }) => method === 'POST')).toBe(false);
    await expectAccessible();
  });

  test('keep what is typed while another tab is open, and when saving fails', async () => {
    open();
    await site.user.type(await findField(), 'Prefers email');
    const tabs = within(await screen.findByRole('navigation', { name: 'Henrik Dahl' }));
    await site.user.click(tabs.getByRole('link', { name: 'Subscriptions' }));
    await screen.findByRole('heading', { name: 'No subscriptions' });
    const leave = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leave);
    expect(leave.defaultPrevented).toBe(true);
    await site.user.click(tabs.getByRole('link', { name: 'User Info' }));
    expect((await findField()).value).toBe('Prefers email');
    const restore = site.network.fail('POST', `/api/admin/users/${id}/notes`, 500, { message: 'Something broke.' });
    await site.press('Add note');
    await screen.findByText('Something broke.');
    expect((await findField()).value).toBe('Prefers email');
    await expectAccessible();
    restore();
    await site.press('Add note');
    await findToast('Note added');
  });

  test('that can’t be loaded say so, and try again', async () => {
    const restore = site.network.fail('GET', `/api/admin/users/${id}/notes`, 500, { message: 'Something broke.' });
    open();
    await screen.findByRole('heading', { name: 'Couldn’t load the notes' });
    await expectAccessible();
    restore();
    await site.press('Retry');
    await waitFor(() => expect(screen.queryByText('Something broke.')).toBeNull());
    await screen.findByText('No notes yet.');
  });
});

const findFieldNow = () => screen.getByLabelText('New note');
