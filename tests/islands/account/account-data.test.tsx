import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AccountDataIsland } from '#src/features/account/AccountData.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, findDialog, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
let email: string;
beforeEach(async () => {
  site = await createIslandSite();
  ({ email } = await site.signIn());
  site.open(<AccountDataIsland />);
});

test('all account data downloads as a file, whose name is shown', async () => {
  const saved: { name: string; href: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, href: this.href });
  });
  const proceed = site.network.hold('GET', '/api/account/export');
  await site.press('Download as JSON');
  await screen.findByRole('button', { name: 'Preparing...' });
  proceed();
  await screen.findByText(/^my-data-\d{4}-\d{2}-\d{2}\.json is in your downloads\.$/);
  await expectAccessible();
  expect(saved).toEqual([{ name: expect.stringMatching(/^my-data-/), href: expect.stringMatching(/^blob:/) }]);
});

test('a failed download shows the reason', async () => {
  await screen.findByRole('button', { name: 'Download as JSON' });
  site.network.disconnect('GET', '/api/account/export');
  await site.press('Download as JSON');
  await screen.findByText('No response from server. Please check your network connection.');
});

test('deleting an account requires typing its address and shows a receipt', async () => {
  await site.press('Delete account');
  const { dialog, getByLabelText, getByRole } = await findDialog('Delete your account?');
  expect(dialog.textContent).toContain(`This permanently deletes the account ${email} and signs you out`);
  await expectAccessible();
  const confirm = () => getByRole<HTMLButtonElement>('button', { name: 'Delete account' });
  expect(confirm().disabled).toBe(true);
  await site.user.type(getByLabelText('Type your email address to confirm'), 'somebody@example.com');
  expect(confirm().disabled).toBe(true);
  await site.user.clear(getByLabelText('Type your email address to confirm'));
  await site.user.type(getByLabelText('Type your email address to confirm'), email.toUpperCase());
  await site.user.click(confirm());
  const heading = await screen.findByRole('heading', { name: 'Your account has been deleted' });
  await expectFocus(() => heading);
  await expectAccessible();
  const receipt = document.querySelector('.receipt')?.textContent;
  expect(receipt).toMatch(/Receipt number[\w-]{16}/);
  expect(receipt).toContain(`Your account ${email}`);
  expect(receipt).toContain('What is kept, and why');
  expect(receipt).toContain('An entry in our audit log');
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
});

test('a failed deletion shows the reason in the prompt, which is empty the next time', async () => {
  await site.press('Delete account');
  site.network.fail('DELETE', '/api/account', 500, { message: 'Something broke.' });
  const { getByLabelText, getByRole, findByText } = await findDialog('Delete your account?');
  await site.user.type(getByLabelText('Type your email address to confirm'), email);
  await site.user.click(getByRole('button', { name: 'Delete account' }));
  await findByText('Something broke.');
  await site.user.click(getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await site.press('Delete account');
  expect(screen.getByLabelText<HTMLInputElement>('Type your email address to confirm').value).toBe('');
});
