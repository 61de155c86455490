import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { MailManagerIsland } from '#src/features/mail/manager/MailManager.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';
import { addEmail, addHeldEmail } from '../../support/mail/mail-manager.ts';

const PATH = '/api/admin/mail';
const SUBJECT = 'You’re on GenMate Creator';
const NAME = `${SUBJECT}, mere@example.com`;

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-22T10:00:00.000Z');
  await site.signIn('admin');
});

const openMail = (query = '') => site.open(<MailManagerIsland />, `/admin/mail${query}`);
const readStatus = (id: number) =>
  [...document.querySelectorAll(`[data-row="${id}"] .status-cell > *`)].map(({ textContent }) => textContent);
const listMenu = async (name: string) => {
  await site.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
};

describe('the actions on an email', () => {
  test.each([
    ['waiting', {}, ['View', 'Don’t send...', 'Suppress address...']],
    ['retrying', { attempts: 1 }, ['View', 'Retry', 'Don’t send...', 'Suppress address...']],
    ['sent', { status: 'sent' }, ['View', 'Send again...', 'Suppress address...']],
    ['failed', { status: 'expired' }, ['View', 'Retry', 'Suppress address...']],
    ['suppressed', { status: 'suppressed' }, ['View', 'Suppress address...']],
  ] as const)('that is %s are those that are possible', async (_, values, labels) => {
    await addEmail(site, values);
    openMail();
    expect(await listMenu(NAME)).toEqual(labels);
    await expectAccessible();
  });

  test('retry sends it now', async () => {
    const id = await addEmail(site, { status: 'expired', lastError: 'email: RCPT TO 550' });
    openMail();
    await site.chooseAction(NAME, 'Retry');
    await findToast('The email to mere@example.com is being sent again.');
    await waitFor(() => expect(readStatus(id)).toEqual(['Waiting', 'Leaves now']));
  });

  test('that is refused says why, and shows what has become of the email', async () => {
    const id = await addEmail(site, { status: 'expired' });
    openMail();
    await screen.findByText(SUBJECT);
    await site.db.client.execute("UPDATE outbox SET status = 'sent', sent_at = created_at");
    await site.chooseAction(NAME, 'Retry');
    await findToast('This email has been sent.');
    await waitFor(() => expect(readStatus(id)).toEqual(['Sent']));
  });

  test('send again asks first, and sends a copy', async () => {
    await addEmail(site, { status: 'sent' });
    openMail();
    await site.chooseAction(NAME, 'Send again...');
    const { getByText, getByRole } = await findDialog('Send this email again?');
    getByText(`A copy of ‘${SUBJECT}’ goes to mere@example.com now.`);
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Send again' }));
    await findToast('A copy is on its way to mere@example.com.');
    await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(2));
  });

  test('a second copy is refused in the dialog', async () => {
    const id = await addEmail(site, { status: 'sent' });
    await site.call('POST', `${PATH}/${id}/resend`);
    openMail('?status=sent');
    await site.chooseAction(NAME, 'Send again...');
    const { findByText, getByRole } = await findDialog();
    await site.user.click(getByRole('button', { name: 'Send again' }));
    await findByText('A copy of this email is already on its way.');
  });

  test('don’t send asks first, and says what can’t be undone', async () => {
    const id = await addHeldEmail(site);
    openMail();
    await site.chooseAction(NAME, 'Don’t send...');
    const { getByText, getByRole } = await findDialog('Don’t send this email?');
    getByText(`‘${SUBJECT}’ won’t be sent to mere@example.com. This can’t be undone.`);
    getByText('The action it’s about stays as it is.');
    getByRole('button', { name: 'Keep it' });
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Don’t send' }));
    await findToast('The email to mere@example.com won’t be sent.');
    await waitFor(() => expect(readStatus(id)).toEqual(['Suppressed']));
  });

  test('suppress address asks first, and marks its emails', async () => {
    const id = await addEmail(site, { attempts: 1, nextAttemptAt: site.clock.now() + 3_600_000 });
    openMail();
    await site.chooseAction(NAME, 'Suppress address...');
    const { getByText, getByRole } = await findDialog('Suppress this address?');
    getByText('mere@example.com gets no email from us any more, not even what is waiting now.');
    getByText('Sign-in codes are still sent. You can remove the address from the list at any time.');
    await site.user.click(getByRole('button', { name: 'Suppress address' }));
    await findToast('mere@example.com gets no email any more, except sign-in codes.');
    await waitFor(() => expect(readStatus(id)[1]).toBe('1 attempt · Next try in 1 h · Address suppressed'));
    expect(await listMenu(NAME)).toEqual(['View', 'Don’t send...']);
  });
});

describe('suppressed addresses', () => {
  const add = (email: string) => site.call('POST', `${PATH}/addresses/suppress`, { email });

  test('are a tab with an address of its own, and can be searched', async () => {
    await add('mere@example.com');
    await add('tane@example.com');
    openMail();
    await site.user.click(await screen.findByRole('link', { name: 'Suppressed addresses' }));
    expect(window.location.search).toBe('?view=addresses');
    await screen.findByText('mere@example.com');
    await expectAccessible();
    await site.user.type(screen.getByRole('searchbox', { name: 'Search addresses' }), 'tea{Enter}');
    await screen.findByText('No suppressed address matches ‘tea’.');
    await site.press('Clear filters');
    await screen.findByText('tane@example.com');
  });

  test('are added in a dialog, which says what is wrong at the field', async () => {
    openMail('?view=addresses');
    await screen.findByRole('heading', { name: 'No suppressed addresses' });
    await expectAccessible();
    await site.press('Suppress address');
    const { getByRole, findByText } = await findDialog('Suppress an address');
    const field = getByRole('textbox', { name: 'Email address' });
    await site.user.type(field, 'mere{Enter}');
    await findByText('Enter an email address like name@example.com.');
    expect(document.activeElement).toBe(field);
    await expectAccessible();
    await site.user.type(field, '@example.com{Enter}');
    await findToast('mere@example.com gets no email any more, except sign-in codes.');
    await screen.findByText('mere@example.com', { selector: '.row-title' });
  });

  test('that are there already are refused', async () => {
    await add('mere@example.com');
    openMail('?view=addresses');
    await site.press('Suppress address');
    const { getByRole, findByText } = await findDialog('Suppress an address');
    await site.user.type(getByRole('textbox', { name: 'Email address' }), 'mere@example.com{Enter}');
    await findByText('This address is already suppressed.');
  });

  test('are removed after a confirmation', async () => {
    await add('mere@example.com');
    openMail('?view=addresses');
    await site.chooseAction('mere@example.com', 'Remove...');
    const { getByText, getByRole } = await findDialog('Remove this address?');
    getByText('mere@example.com gets email from us again. Emails that weren’t sent in the meantime stay unsent.');
    await site.user.click(getByRole('button', { name: 'Remove address' }));
    await findToast('mere@example.com gets email again.');
    await screen.findByRole('heading', { name: 'No suppressed addresses' });
  });

  test('that cannot be loaded say why', async () => {
    const restore = site.network.fail('GET', `${PATH}/addresses`, 500, { message: 'Something broke.' });
    openMail('?view=addresses');
    await screen.findByRole('heading', { name: 'Failed to fetch addresses' });
    restore();
    await site.press('Retry');
    await screen.findByRole('heading', { name: 'No suppressed addresses' });
  });
});
