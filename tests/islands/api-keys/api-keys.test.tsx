import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiKeysIsland } from '#src/features/api-keys/ApiKeys.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

const KEYS = '/api/admin/api-keys';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

test('a key is made, shown once and copied', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  site.open(<ApiKeysIsland />);
  await screen.findByText('No API keys yet');
  await expectAccessible();
  await site.user.click((await screen.findAllByRole('button', { name: 'New key' }))[0] as HTMLElement);
  const { getByRole, getByLabelText, findByText } = await findDialog('New API key');
  await site.user.click(getByRole('button', { name: 'Make key' }));
  await findByText('Enter a name.');
  await findByText('Choose what the key may do.');
  await expectAccessible();
  await site.user.type(getByLabelText('Name'), 'Release notes');
  await site.user.click(getByLabelText(/^Content/));
  await site.user.click(getByRole('button', { name: 'Make key' }));
  const shown = await findDialog('Your new key');
  const key = shown.getByText(/^key_/).textContent;
  await expectAccessible();
  await site.user.click(shown.getByRole('button', { name: 'Copy key' }));
  await shown.findByText('Key copied');
  expect(writeText).toHaveBeenCalledWith(key);
  await site.user.click(shown.getByRole('button', { name: 'Done' }));
  await screen.findByText('Release notes');
  expect(document.body.textContent).not.toContain(key);
  expect(document.body.textContent).toContain(`${key.slice(0, 10)}…`);
});

test('a key is revoked after a question, and stays as revoked', async () => {
  await site.call('POST', KEYS, { name: 'Release notes', scopes: ['content'] });
  site.open(<ApiKeysIsland />);
  await site.chooseAction('Release notes', 'Revoke...');
  const { getByRole } = await findDialog('Revoke this key?');
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'Revoke key' }));
  await findToast('‘Release notes’ is revoked');
  await screen.findByText('Revoked');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for Release notes' })).toBeNull());
});

test('a list that fails to load can be retried', async () => {
  const restore = site.network.fail('GET', KEYS);
  site.open(<ApiKeysIsland />);
  await findFailure('Couldn’t load the API keys', 'Server error: 500');
  restore();
  await site.press('Retry');
  await screen.findByText('No API keys yet');
});
