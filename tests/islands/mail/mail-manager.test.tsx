import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { MailManagerIsland } from '#src/features/mail/manager/MailManager.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, type IslandSite } from '../../support/islands/island-site.tsx';
import { addEmail, addHeldEmail, addSignInCode } from '../../support/mail/mail-manager.ts';

const PATH = '/api/admin/mail';
const SUBJECT = 'You’re on GenMate Creator';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-22T10:00:00.000Z');
  await site.signIn('admin');
});

const openMail = (query = '') => site.open(<MailManagerIsland />, `/admin/mail${query}`);
const row = (id: number) => within(document.querySelector(`[data-row="${id}"]`) as HTMLElement);
const readStatus = (id: number) =>
  [...document.querySelectorAll(`[data-row="${id}"] .status-cell > *`)].map(({ textContent }) => textContent);

describe('the outbox', () => {
  test('says that there are no emails yet', async () => {
    openMail();
    await screen.findByRole('heading', { name: 'No emails yet' });
    screen.getByText('Every email that the site sends is listed here for 30 days.');
    await expectAccessible();
  });

  test('says why it cannot be loaded', async () => {
    site.network.fail('GET', PATH, 500, { message: 'Something broke.' });
    openMail();
    await screen.findByRole('heading', { name: 'Failed to fetch emails' });
    screen.getByText('Something broke.');
  });

  test('shows the state of each email in words, with counts', async () => {
    const now = site.clock.now();
    const waiting = await addEmail(site);
    const held = await addHeldEmail(site, { id: 'undo-1', undoUntil: now + 24_000 });
    const lastError = 'server: CONN ECONNREFUSED';
    const retrying = await addEmail(site, { attempts: 2, lastError, nextAttemptAt: now + 120_000 });
    const sent = await addEmail(site, { status: 'sent', sentAt: now, attempts: 1 });
    const failed = await addEmail(site, { status: 'expired', attempts: 3, lastError: 'email: RCPT TO 550' });
    const suppressed = await addEmail(site, { status: 'suppressed', lastError: 'email: address suppressed' });
    openMail();
    await screen.findAllByText(SUBJECT);
    expect([waiting, held, retrying, sent, failed, suppressed].map(readStatus)).toEqual([
      ['Waiting', 'Leaves now'],
      ['Held', 'Leaves in 24 s'],
      ['Retrying', '2 attempts · Next try in 2 min', 'The mail server can’t be reached (CONN ECONNREFUSED).'],
      ['Sent'],
      ['Failed', '3 attempts', 'The address doesn’t exist (550).'],
      ['Suppressed', 'The address is suppressed.'],
    ]);
    row(sent).getByText('Plan changed');
    row(sent).getByText('mere@example.com');
    row(sent).getByText('Just now');
    const views = within(screen.getByRole('navigation', { name: 'Emails by status' })).getAllByRole('link');
    expect(views.map(({ textContent }) => textContent)).toEqual([
      ...['All6', 'Waiting1', 'Held1', 'Retrying1', 'Sent1', 'Failed1', 'Suppressed1'],
    ]);
    await expectAccessible();
  });

  test('is narrowed by state, kind and address, all in the address of the page', async () => {
    const code = await addSignInCode(site);
    await addEmail(site, { status: 'sent' });
    openMail();
    await screen.findByText(SUBJECT);
    await site.user.click(screen.getByRole('link', { name: /^Waiting/ }));
    await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(1));
    await site.user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Sign-in code');
    await site.user.type(screen.getByRole('searchbox', { name: 'Search emails' }), 'mere{Enter}');
    expect(window.location.search).toBe('?search=mere&status=waiting&kind=sign-in-code');
    await waitFor(() => expect(site.network.calls.at(-1)?.path).toContain('search=mere'));
    row(code).getByText('Your Test sign-in code');
  });

  test.each([
    ['?search=tea', 'No emails found', 'No email matches ‘tea’.'],
    ['?status=failed', 'No failed emails', 'Everything could be sent.'],
    ['?kind=sign-in-code', 'No emails here', 'No email matches these filters.'],
  ])('says that none matches %s, and clears the filters', async (query, title, message) => {
    openMail(query);
    await screen.findByRole('heading', { name: title });
    screen.getByText(message);
    await expectAccessible();
    await site.press('Clear filters');
    await screen.findByRole('heading', { name: 'No emails yet' });
    expect(window.location.search).toBe('');
  });

  test('says when emails are only saved as files', async () => {
    site.deps.accounts.isEmailSavedToFiles = true;
    openMail();
    await screen.findByText(/^This site has no mail server: emails are saved as files/);
    await expectAccessible();
  });
});

test('a held email counts down, and the list is loaded again once it has left', async () => {
  site = await createIslandSite({ hasFakeTimers: true });
  site.clock.set('2026-11-22T10:00:00.000Z');
  await site.signIn('admin');
  const id = await addHeldEmail(site, { id: 'undo-1', undoUntil: site.clock.now() + 24_000 });
  openMail();
  await screen.findByText(SUBJECT);
  act(() => site.clock.advance(4_000));
  expect(readStatus(id)[1]).toMatch(/^Leaves in (20|19) s$/);
  await site.db.client.execute("UPDATE outbox SET status = 'sent', sent_at = created_at");
  act(() => site.clock.advance(22_000));
  await waitFor(() => expect(readStatus(id)).toEqual(['Sent']));
});

describe('one email', () => {
  test('opens by its subject, with an address, as HTML and as text', async () => {
    const id = await addEmail(site, { status: 'sent', sentAt: site.clock.now(), attempts: 1 });
    openMail('?status=sent');
    await site.user.click(await screen.findByRole('link', { name: SUBJECT }));
    const { dialog, findByRole, getByRole, getByText } = await findDialog('Email');
    const text = await findByRole('tab', { name: 'Text' });
    expect(window.location.search).toBe(`?status=sent&email=${id}`);
    expect([...dialog.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
      ...['Subject', 'To', 'Kind', 'Status', 'Created', 'Sent'],
    ]);
    getByText('Codes and private links are hidden, so no one can sign in with someone else’s email.');
    expect(dialog.querySelector('.mail-html')?.shadowRoot?.textContent).toContain('from Pro to Creator');
    await expectAccessible();
    await site.user.click(text);
    expect(dialog.querySelector('.mail-text')?.textContent).toContain('from Pro to Creator');
    await site.user.click(getByRole('button', { name: 'Close' }));
    expect(window.location.search).toBe('?status=sent');
  });

  test('shows no code', async () => {
    const id = await addSignInCode(site);
    openMail(`?email=${id}`);
    const { dialog, findByRole } = await findDialog('Email');
    await findByRole('tab', { name: 'Text' });
    expect(dialog.querySelector('.mail-text')?.textContent).toMatch(/^••••••$/m);
  });

  test('that cannot be put together says so', async () => {
    const id = await addEmail(site, { data: {}, status: 'expired', lastError: 'email: composing failed' });
    openMail(`?email=${id}`);
    const { findByText } = await findDialog('Email');
    await findByText('This email can’t be shown: its data is incomplete.');
    await expectAccessible();
  });

  test('that is gone says so', async () => {
    openMail('?email=99');
    const { findByText, getByRole } = await findDialog('Email');
    await findByText('Email not found');
    getByRole('heading', { name: 'Failed to fetch the email' });
    await expectAccessible();
  });
});
