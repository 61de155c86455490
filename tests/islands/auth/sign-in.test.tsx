import { render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { SignInIsland } from '#src/features/auth/SignIn.island.tsx';
import { findCode } from '../../support/app/sign-in.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, type IslandSite } from '../../support/islands/island-site.tsx';

const START = '/api/auth/email/start';
const EMAIL = 'hinemoa@example.com';
const NOT_VALID = 'That code is incorrect or has expired. Check it, or send a new one.';

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

  test('T1 is sent with what a machine has filled into the honeypot', async () => {
    await openForm();
    await site.user.type(await emailField(), EMAIL);
    await site.user.type(document.querySelector('[name=website]') as HTMLInputElement, 'https://bot.example');
    await send();
    await codeField();
    expect(getStarts()).toEqual([expect.objectContaining({ email: EMAIL, website: 'https://bot.example' })]);
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

  test.each(['https://evil.example/in', '/.//evil.example/in'])(
    'T6 signs in and leads home without a token, where the callback URL is %s',
    async (callbackUrl) => {
      await requestCode(EMAIL, `/login?${new URLSearchParams({ callbackUrl })}`);
      await enter(await findCode(site, EMAIL));
      await waitFor(() => expect(site.navigations).toHaveLength(1));
      expect(new URL(site.navigations[0] ?? '', window.location.origin).href).toBe(`${window.location.origin}/`);
    },
  );

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

  test('a code that sent itself and is then verified by the button spends one attempt', async () => {
    await requestCode();
    const code = await findCode(site, EMAIL);
    await enter(code === '000000' ? '000001' : '000000');
    expect(await findError()).toBe(NOT_VALID);
    await site.press('Verify');
    expect(await findError()).toBe(NOT_VALID);
    const getAttempts = () => site.network.calls.filter(({ path }) => path === '/api/auth/email/verify');
    expect(getAttempts()).toHaveLength(1);
    await site.user.clear(await codeField());
    await enter(code);
    await waitFor(() => expect(site.navigations).toEqual(['/']));
    expect(getAttempts()).toHaveLength(2);
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
    // A reload.
    site.open(<SignInIsland mode="login" />, '/login');
    await screen.findByText(words);
  });
});

test.each([
  ['ended', 'Your session has ended. Sign in again.'],
  ['subscribe', 'Please sign in to subscribe'],
])('the reason ‘%s’ of the address is announced on the sign-in page', async (reason, words) => {
  site.open(<SignInIsland mode="login" />, `/login?${reason}=1`);
  await screen.findByText(words);
  await expectAccessible();
});
