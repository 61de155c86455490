import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { blacklistUser } from '#api/features/users/blacklist/blacklist.service.ts';
import { SignInIsland } from '#src/features/auth/SignIn.island.tsx';
import { findCode } from '../../support/app/sign-in.ts';
import { createUser } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, type IslandSite } from '../../support/islands/island-site.tsx';

const EMAIL = 'hinemoa@example.com';
const DAY_MS = 86_400_000;

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite({ hasFakeTimers: true });
});

const emailField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });

test('T10 the code of a suspended account shows the reason and the way to contact us, and nothing else, also after a reload', async () => {
  const user = await createUser(site, { email: EMAIL });
  const admin = await createUser(site, { role: 'admin' });
  const blacklistedUntil = new Date(Date.now() + DAY_MS).toISOString();
  await blacklistUser(site.deps, admin.id, user.id, { reason: 'Two chargebacks.\nAsk the bank.', blacklistedUntil });
  site.open(<SignInIsland mode="login" />, '/login');
  await site.press('Continue with Email');
  await site.user.type(await emailField(), EMAIL);
  site.clock.advance(1_000); // the bot check would take it for a machine's before
  await site.press('Continue');
  const code = await screen.findByLabelText<HTMLInputElement>('Verification code');
  await site.user.type(code, await findCode(site, EMAIL));
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toMatch(
    /^This account is suspended until the end of \d+ [A-Z][a-z]+ \d{4}\. Reason: Two chargebacks\.\nAsk the bank\.Contact us$/,
  );
  await expectFocus(() => notice.parentElement as Element);
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/company/contact');
  for (const role of ['button', 'textbox']) expect(screen.queryByRole(role)).toBeNull();
  await expectAccessible();
  expect(localStorage.getItem('token')).toBeNull();
  site.open(<SignInIsland mode="login" />, '/login');
  await emailField();
  expect(screen.queryByLabelText('Verification code')).toBeNull();
});
