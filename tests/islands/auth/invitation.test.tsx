import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { SignInIsland } from '#src/features/auth/SignIn.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

const INVITATION = '/api/waitinglist/invitation';
const MERE = {
  email: 'mere@example.com',
  first_name: 'Mere',
  last_name: 'Pohatu',
  product_name: 'GenMate',
  expires_at: '2026-12-06T10:00:00.000Z',
  has_account: false,
};

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

const answer = (changes: Partial<typeof MERE> = {}) =>
  site.network.intercept('POST', INVITATION, () => Response.json({ ...MERE, ...changes }));
const openLink = (token = 'secret') => site.open(<SignInIsland mode="signup" />, `/signup?plan=1#invitation=${token}`);
const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const getValues = () => ['First name', 'Last name', 'Email'].map((label) => getField(label).value);
const getBodies = (path: string) =>
  site.network.calls.filter((call) => call.path === path).map(({ body }) => JSON.parse(body));
const getTokens = () => getBodies(INVITATION).map(({ token }) => token);
const getStarts = () => getBodies('/api/auth/email/start');

describe('the link of an invitation', () => {
  test('fills in name and email, which can be changed, and leaves no secret in the address', async () => {
    answer();
    openLink();
    await screen.findByText('You’re invited to GenMate. Check your details and continue.');
    expect(window.location.href).toMatch(/\/signup\?plan=1$/);
    expect(getTokens()).toEqual(['secret']);
    await waitFor(() => expect(getValues()).toEqual(['Mere', 'Pohatu', 'mere@example.com']));
    await expectAccessible();
    await site.user.clear(getField('Email'));
    await site.user.type(getField('Email'), 'mere@work.example');
    await site.press('Continue');
    const typed = { email: 'mere@work.example', firstName: 'Mere', lastName: 'Pohatu' };
    await waitFor(() => expect(getStarts()).toEqual([expect.objectContaining(typed)]));
  });

  test('keeps what was typed while it was checked; a remembered email gives way', async () => {
    localStorage.setItem('lastUsedEmail', 'someone@example.com');
    const gate = Promise.withResolvers<void>();
    site.network.intercept('POST', INVITATION, async () => {
      await gate.promise;
      return Response.json(MERE);
    });
    openLink();
    await screen.findByText('Checking your invitation...');
    await site.user.type(getField('First name'), 'Meremere');
    gate.resolve();
    await waitFor(() => expect(getValues()).toEqual(['Meremere', 'Pohatu', 'mere@example.com']));
  });

  test('of a user leads to sign-in with the address filled in', async () => {
    answer({ has_account: true });
    openLink();
    const link = await screen.findByRole('link', { name: 'Sign in' });
    screen.getByText('You’re invited to GenMate, and you already have an account: mere@example.com');
    await expectAccessible();
    expect(link.getAttribute('href')).toBe('/login');
    expect(getValues()[0]).toBe('');
    link.addEventListener('click', (event) => event.preventDefault());
    await site.user.click(link);
    site.open(<SignInIsland mode="login" />, '/login');
    await waitFor(() => expect(getField('Email').value).toBe('mere@example.com'));
  });

  test.each([
    [410, 'gone', 'This invitation expired on 3 December 2026. Contact us and we’ll send you a new one.'],
    [404, 'not_found', 'This invitation no longer works.'],
  ])('that is refused with %i says why and what to do', async (status, code, message) => {
    site.network.fail('POST', INVITATION, status, { code, message });
    openLink();
    await screen.findByText(message);
    expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/company/contact');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await expectAccessible();
  });

  test('without a token says that it is incomplete, and asks nothing', async () => {
    openLink('');
    await screen.findByText('This invitation link is incomplete. Open it from the email again.');
    expect(getTokens()).toEqual([]);
  });

  test('that can’t be checked is tried again', async () => {
    const restore = site.network.disconnect('POST', INVITATION);
    openLink();
    await screen.findByText(/^We couldn’t check your invitation\. No response from server\./);
    await expectAccessible();
    restore();
    answer();
    await site.press('Retry');
    await screen.findByText(/^You’re invited to GenMate\./);
    expect(getTokens()).toEqual(['secret', 'secret']);
  });
});
