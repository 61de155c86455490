import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ApiKeysIsland } from '#src/features/api-keys/ApiKeys.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import {
  createIslandSite,
  findDialog,
  findFailure,
  findToast,
  type IslandSite,
} from '../../support/islands/island-site.tsx';

const WEBHOOKS = '/api/admin/webhooks';
const ADDRESS = 'https://app.example.com/hooks';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

test('an address is added, and its secret is shown once', async () => {
  site.open(<ApiKeysIsland />);
  await site.press('Add address');
  const { getByRole, getByLabelText, findByText } = await findDialog('New address for webhooks');
  await site.user.type(getByLabelText('Address'), 'app.example.com');
  await site.user.click(getByRole('button', { name: 'Add address' }));
  await findByText('Enter a web address that starts with https://.');
  await expectAccessible();
  await site.user.clear(getByLabelText('Address'));
  await site.user.type(getByLabelText('Address'), ADDRESS);
  await site.user.click(getByRole('button', { name: 'Add address' }));
  const shown = await findDialog('The secret that signs them');
  const secret = shown.getByText(/^whsec_/).textContent;
  await site.user.click(shown.getByRole('button', { name: 'Done' }));
  await screen.findByText(ADDRESS);
  await screen.findByText('Every product');
  await expectAccessible();
  expect(document.body.textContent).not.toContain(secret);
});

test('a test is sent, listed, and the address removed after a question', async () => {
  await site.call('POST', WEBHOOKS, { url: ADDRESS, product_id: null });
  site.open(<ApiKeysIsland />);
  await site.chooseAction(ADDRESS, 'Send a test');
  await findToast('The test is on its way.');
  await screen.findByText('Queued');
  await site.chooseAction(ADDRESS, 'Show webhooks');
  const { findByText, getByRole } = await findDialog('Webhooks');
  await findByText('Test');
  await expectAccessible();
  await site.user.click(getByRole('button', { name: 'Close' }));
  await site.chooseAction(ADDRESS, 'Remove...');
  const dialog = await findDialog('Remove this address?');
  await site.user.click(dialog.getByRole('button', { name: 'Remove address' }));
  await findToast('Address removed');
  await waitFor(() => expect(screen.queryByText(ADDRESS)).toBeNull());
});

test('a list that fails to load can be retried', async () => {
  const restore = site.network.fail('GET', WEBHOOKS);
  site.open(<ApiKeysIsland />);
  await findFailure('Couldn’t load the webhooks', 'Server error: 500');
  restore();
  await site.press('Retry');
  await waitFor(() => expect(screen.queryByText('Couldn’t load the webhooks')).toBeNull());
});
