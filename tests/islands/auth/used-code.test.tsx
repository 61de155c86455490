import { act, cleanup, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { SignInIsland } from '#src/features/auth/SignIn.island.tsx';
import { signOut, startSession } from '#src/stores/session.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

const USER = {
  id: 7,
  first_name: 'Mere',
  last_name: 'Tane',
  email: 'mere@example.com',
  role: 'user' as const,
  auth_provider: 'email',
  email_verified: true,
  profile_photo: null,
  created_at: '2026-01-01T00:00:00Z',
};

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite({ hasFakeTimers: true });
});

const codeField = () => screen.findByLabelText('Verification code');

async function requestCode() {
  site.open(<SignInIsland mode="login" />, '/login');
  await site.press('Continue with Email');
  const field = await screen.findByRole('textbox', { name: 'Email' });
  await site.user.clear(field);
  await site.user.type(field, USER.email);
  // The bot check rejects a form that is sent within its first second.
  site.clock.advance(1_000);
  await site.press('Continue');
  await codeField();
}

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
