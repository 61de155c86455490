import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { SignInIsland } from '#src/features/auth/SignIn.island.tsx';
import { signOut, startSession } from '#src/stores/session.ts';
import { findCode } from '../../support/app/sign-in.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, type IslandSite } from '../../support/islands/island-site.tsx';

const START = '/api/auth/email/start';
const EMAIL = 'hinemoa@example.com';
const USER = {
  ...{ id: 7, first_name: 'Mere', last_name: 'Tane', email: EMAIL, role: 'user' as const },
  ...{ auth_provider: 'email', email_verified: true, profile_photo: null, created_at: '2026-01-01T00:00:00Z' },
};
const NOT_VALID = 'This code is not valid. Please check it, or ask for a new one.';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite({ hasFakeTimers: true });
});

const emailField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
const codeField = () => screen.findByLabelText<HTMLInputElement>('Verification code');
const resendButton = () => screen.findByRole('button', { name: 'Send a new code' });
const getStarts = () => site.network.calls.filter(({ path }) => path === START).map(({ body }) => JSON.parse(body));
const findError = async () => (await screen.findByRole('alert')).textContent;

async function openForm(path = '/login') {
  site.open(<SignInIsland mode={path.startsWith('/signup') ? 'signup' : 'login'} />, path);
  await site.press(path.startsWith('/signup') ? 'Sign Up with Email' : 'Continue with Email');
  await emailField();
}
async function requestCode(email = EMAIL, path = '/login') {
  await openForm(path);
  await site.user.clear(await emailField());
  await site.user.type(await emailField(), email);
  await send();
  await codeField();
}
/** The form waits for its second second: before, the bot check would take it for a machine's. */
async function send() {
  site.clock.advance(1_000);
  await site.press('Continue');
}
const enter = async (code: string) => site.user.type(await codeField(), code);

describe('the address', () => {
  test('can be typed at once, below the button, which then becomes the heading', async () => {
    site.open(<SignInIsland mode="login" />, '/login');
    const button = screen.getByRole('button', { name: 'Continue with Email' });
    expect(button.compareDocumentPosition(await emailField())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await expectAccessible();
    await site.user.type(await emailField(), EMAIL);
    screen.getByRole('heading', { name: 'Continue with Email' });
    expect(screen.queryByRole('button', { name: 'Continue with Email' })).toBeNull();
    await send();
    await codeField();
  });

  test('that was typed before the page could answer is kept', async () => {
    const island = <SignInIsland mode="login" />;
    document.body.innerHTML = `<main>${renderToString(island)}</main>`;
    const main = document.querySelector('main') as HTMLElement;
    const field = main.querySelector('[name=email]') as HTMLInputElement;
    field.value = EMAIL;
    render(island, { container: main, hydrate: true });
    await waitFor(() => expect(document.querySelector<HTMLInputElement>('[name=email]')?.value).toBe(EMAIL));
    await send();
    await codeField();
  });

  test('is the only field on sign-in; it is sent with the form token while the button shows the progress', async () => {
    await openForm();
    await expectFocus(() => screen.getByRole('textbox', { name: 'Email' }));
    expect(screen.queryByLabelText('First name')).toBeNull();
    await site.user.type(await emailField(), EMAIL);
    const proceed = site.network.hold('POST', START);
    await send();
    const busy = await screen.findByRole('button', { name: 'Sending code...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    proceed();
    await codeField();
    expect(getStarts()).toEqual([
      expect.objectContaining({ email: EMAIL, firstName: '', lastName: '', website: '', proofOfWork: null }),
    ]);
    expect(getStarts()[0].formToken).toMatch(/^\d+\.\S+$/);
  });

  test('sign-up requires names as well; invalid values are shown at their fields and nothing is sent', async () => {
    await openForm('/signup');
    await site.user.type(screen.getByLabelText('First name'), 'Tama');
    await site.user.type(await emailField(), 'tama@');
    await site.press('Continue');
    expect([...document.querySelectorAll('.field-error')].map(({ textContent }) => textContent)).toEqual([
      'Enter your last name.',
      'Enter an email address like name@example.com.',
    ]);
    await expectFocus(() => screen.getByLabelText('Last name'));
    await expectAccessible();
    await site.user.clear(screen.getByLabelText('First name'));
    await site.user.clear(await emailField());
    await site.press('Continue');
    screen.getByText('Enter your first name.');
    screen.getByText('Enter your email address.');
    expect(getStarts()).toEqual([]);
  });

  test('entered values are kept after Back', async () => {
    await openForm('/signup');
    await site.user.type(screen.getByLabelText('First name'), 'Tama');
    await site.press('Back');
    await site.press('Sign Up with Email');
    expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Tama');
  });

  test('is prefilled from the last sign-in', async () => {
    localStorage.setItem('lastUsedEmail', EMAIL);
    await openForm();
    expect((await emailField()).value).toBe(EMAIL);
  });

  test.each([
    [
      'no response',
      () => site.network.disconnect('POST', START),
      'No response from server. Please check your network connection.',
    ],
    ['a response without a message', () => site.network.fail('POST', START, 502), 'Server error: 502'],
    [
      'a message of the server',
      () => site.network.fail('POST', START, 503, { message: 'We cannot send mail just now.' }),
      'We cannot send mail just now.',
    ],
    [
      'a lockout',
      () => site.network.fail('POST', START, 429, { message: 'Please try again in 30 minutes.' }),
      'Please try again in 30 minutes.',
    ],
  ])('an error message is shown after %s', async (_, breakNetwork, words) => {
    await openForm();
    await site.user.type(await emailField(), EMAIL);
    breakNetwork();
    await send();
    expect(await findError()).toBe(words);
    await expectAccessible();
  });

  test('a second code within the first seconds is refused with the time to wait', async () => {
    await requestCode();
    await site.press('Use a different email');
    await site.press('Continue');
    expect(await findError()).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
  });
});

describe('the code', () => {
  test('signs in on its sixth digit and leads to the callback URL', async () => {
    await requestCode(EMAIL, '/login?callbackUrl=%2Fsettings%3Fa%3D1');
    await expectFocus(() => screen.getByLabelText('Verification code'));
    screen.getByText(EMAIL);
    const code = await findCode(site, EMAIL);
    const proceed = site.network.hold('POST', '/api/auth/email/verify');
    await enter(code);
    await screen.findByRole('button', { name: 'Verifying...' });
    proceed();
    await waitFor(() => expect(site.navigations).toHaveLength(1));
    expect(site.navigations[0]).toMatch(/^http:\/\/localhost:4321\/settings\?a=1&token=[\w-]+$/);
    expect(localStorage.getItem('token')).toMatch(/^[\w-]{40,}$/);
    expect(localStorage.getItem('lastUsedEmail')).toBe(EMAIL);
    expect(sessionStorage.getItem('signIn')).toBeNull();
  });

  test('a wrong code shows an error and keeps the focus in the field; a pasted code may contain other characters', async () => {
    await requestCode();
    const code = await findCode(site, EMAIL);
    await enter(code === '000000' ? '000001' : '000000');
    expect(await findError()).toBe(NOT_VALID);
    await expectAccessible();
    await expectFocus(() => screen.getByLabelText('Verification code'));
    await site.user.clear(await codeField());
    await enter('12 34');
    await site.press('Verify');
    expect(await findError()).toBe('Enter the 6-digit code from the email.');
    await site.user.clear(await codeField());
    (await codeField()).focus();
    await site.user.paste(`${code.slice(0, 3)}-${code.slice(3)} `);
    await waitFor(() => expect(site.navigations).toEqual(['/']));
  });

  test('an expired code is announced after 10 minutes and signs nobody in', async () => {
    await requestCode();
    const code = await findCode(site, EMAIL);
    site.clock.advance(10 * 60_000 + 1_000);
    await screen.findByText('This code has expired. Send a new one.');
    await expectAccessible();
    await enter(code);
    expect(await findError()).toBe(NOT_VALID);
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('a new code can be sent after the countdown and invalidates the previous one', async () => {
    await requestCode();
    const first = await findCode(site, EMAIL);
    expect((await resendButton()).textContent).toMatch(/^Send a new code in \d+ s$/);
    expect((await resendButton()).getAttribute('aria-disabled')).toBe('true');
    await site.user.click(await resendButton());
    expect(getStarts()).toHaveLength(1);
    site.clock.advance(31_000);
    await screen.findByText('You can send a new code now.');
    expect((await resendButton()).textContent).toBe('Send a new code');
    const proceed = site.network.hold('POST', START);
    await site.press('Send a new code');
    await screen.findByRole('button', { name: 'Sending...' });
    proceed();
    await screen.findByText('We’ve sent a new code. The old one no longer works.');
    await expectAccessible();
    const second = await findCode(site, EMAIL);
    expect(second).not.toBe(first);
    await enter(first);
    expect(await findError()).toBe(NOT_VALID);
  });

  test('a new code that is refused shows the time to wait', async () => {
    await requestCode();
    site.clock.advance(31_000);
    await screen.findByText('You can send a new code now.');
    site.network.intercept('POST', START, () =>
      Response.json(
        { message: 'Please try again in 30 minutes.' },
        { status: 429, headers: { 'Retry-After': '1800' } },
      ),
    );
    await site.press('Send a new code');
    expect(await findError()).toBe('Please try again in 30 minutes.');
    expect((await resendButton()).textContent).toMatch(/in (30:00|29:\d\d) min$/);
  });

  test('a reload keeps the step, the address and the countdown, but never the code', async () => {
    await requestCode();
    const code = await findCode(site, EMAIL);
    await enter(code.slice(0, 5));
    const stored = JSON.stringify({ ...sessionStorage, ...localStorage });
    expect(sessionStorage.getItem('signIn')).toContain(EMAIL);
    expect(stored).not.toContain(code.slice(0, 5));
    site.open(<SignInIsland mode="login" />, '/login');
    expect((await codeField()).value).toBe('');
    screen.getByText(EMAIL);
    expect((await resendButton()).textContent).toMatch(/in \d+ s$/);
    site.open(<SignInIsland mode="signup" />, '/signup');
    await screen.findByRole('button', { name: 'Sign Up with Email' });
  });

  test.each([
    ['email', 'Check your email', /^We’ve sent a code to/, 'No email yet? Check your spam folder.'],
    ['outbox', 'Enter your code', /^This site doesn’t send email\./, null],
  ])('T31 the page says where the code is: %s', async (delivery, heading, words, hint) => {
    site.deps.accounts.isEmailSavedToFiles = delivery === 'outbox';
    await requestCode();
    screen.getByRole('heading', { name: heading });
    await expectAccessible();
    screen.getByText(words);
    if (hint) screen.getByText(hint);
    else expect(document.body.textContent).not.toMatch(/sent|check your (email|spam)/i);
  });
});

describe('a user who is signed in', () => {
  test('continues to the callback URL by a button', async () => {
    const { email } = await site.signIn();
    site.open(<SignInIsland mode="login" />, '/login?callbackUrl=%2Fsubscriptions');
    await screen.findByText('Mere Tane');
    expect(document.body.textContent).toContain(`You’re signed in as Mere Tane (${email}).`);
    await expectAccessible();
    await site.press('Continue');
    await waitFor(() => expect(site.navigations[0]).toMatch(/^http:\/\/localhost:4321\/subscriptions\?token=[\w-]+$/));
  });

  test('sees the reason when continuing fails', async () => {
    await site.signIn();
    site.network.disconnect('POST', '/api/auth/handoff');
    site.open(<SignInIsland mode="login" />, '/login?callbackUrl=%2Fsettings');
    await site.press('Continue');
    expect(await findError()).toBe('No response from server. Please check your network connection.');
    expect(site.navigations).toEqual([]);
  });

  test('reads that a page is not for them, and is not asked to continue there', async () => {
    await site.signIn('user');
    site.open(<SignInIsland mode="login" />, '/login?callbackUrl=%2Fcategories&denied=categories.manage');
    await screen.findByText('You don’t have access to this page. Ask an admin, or use another account.');
    await expectAccessible();
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  test('continues to a page that they have access to by now', async () => {
    await site.signIn('admin');
    site.open(<SignInIsland mode="login" />, '/login?callbackUrl=%2Fcategories&denied=categories.manage');
    await screen.findByRole('button', { name: 'Continue' });
    expect(document.body.textContent).not.toContain('access to this page');
  });

  test.each([
    ['admin', '/admin'],
    ['user', '/'],
  ] as const)('without a callback URL the role %s continues to %s', async (role, path) => {
    await site.signIn(role);
    site.open(<SignInIsland mode="login" />, '/login');
    await site.press('Continue');
    await waitFor(() => expect(site.navigations).toEqual([path]));
  });

  test('can switch to another account', async () => {
    await site.signIn();
    site.open(<SignInIsland mode="login" />, '/login');
    await site.press('Use another account');
    await screen.findByRole('button', { name: 'Continue with Email' });
    expect(localStorage.getItem('token')).toBeNull();
    expect((await site.db.client.execute('SELECT 1 FROM sessions')).rows).toEqual([]);
  });
});

describe('a code that was used by its link in another tab', () => {
  beforeEach(async () => requestCode());

  test('is not asked for when that person signs out, on the open page', async () => {
    act(() => startSession({ token: 'other-tab', user: USER }));
    await site.press('Use another account');
    await screen.findByRole('button', { name: 'Continue with Email' });
    expect(screen.queryByLabelText('Verification code')).toBeNull();
  });

  test('is not asked for when this tab was on another page meanwhile', async () => {
    cleanup();
    site.clock.advance(1_000);
    startSession({ token: 'other-tab', user: USER });
    await signOut();
    site.open(<SignInIsland mode="login" />, '/login');
    await screen.findByRole('button', { name: 'Continue with Email' });
    expect(screen.queryByLabelText('Verification code')).toBeNull();
  });
});

test('a code that was requested after an earlier sign-in is asked for again after a reload', async () => {
  startSession({ token: 'earlier', user: USER });
  await signOut();
  site.clock.advance(1_000);
  await requestCode();
  cleanup();
  site.open(<SignInIsland mode="login" />, '/login');
  await codeField();
});

test('an ended session is announced on the sign-in page', async () => {
  site.open(<SignInIsland mode="login" />, '/login?ended=1');
  await screen.findByText('Your session has ended. Sign in again.');
  await expectAccessible();
});
