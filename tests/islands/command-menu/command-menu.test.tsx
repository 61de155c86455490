import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CommandMenu } from '#src/features/command-menu/CommandMenu.tsx';
import { type Command, filterCommands } from '#src/features/command-menu/commands.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { clearStoredSession } from '#src/lib/store-session.ts';
import { adminGroups } from '#src/layouts/admin/admin-navigation.ts';
import { listCommands } from '#src/layouts/admin/admin-commands.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { createPublication } from '../../support/app/publications.ts';
import { createUser } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
const run = vi.fn();
const onClose = vi.fn();
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
  run.mockReset();
  onClose.mockReset();
});

const COMMANDS: Command[] = [
  { id: 'blogs', group: 'Go to', label: 'Blog manager', icon: 'file-text', href: '/blog-manager', keys: ['G', 'B'] },
  { id: 'media', group: 'Go to', label: 'Media', icon: 'image', href: '/admin/media' },
  { id: 'out', group: 'Do', label: 'Sign Out', icon: 'log-out', run },
];
const open = () => site.open(<CommandMenu commands={COMMANDS} onClose={onClose} />, '/admin');
const field = () => screen.getByRole('combobox', { name: 'Search or go to' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const active = () => screen.getByRole('option', { selected: true }).textContent;

test('offers screens and actions in groups before anything is typed', async () => {
  open();
  expect(options()).toEqual(['Blog managerGB', 'Media', 'Sign Out']);
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(['Go to', 'Do']);
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]?.id);
  await expectAccessible();
});

test('arrow keys move round through the options, and Enter chooses', async () => {
  open();
  await site.user.type(field(), '{ArrowUp}');
  expect(active()).toBe('Sign Out');
  await site.user.type(field(), '{ArrowDown}{ArrowDown}');
  expect(active()).toBe('Media');
  await site.user.type(field(), '{Enter}');
  expect(site.navigations).toEqual(['/admin/media']);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('Ctrl+Enter opens a new tab and keeps the menu', async () => {
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(null);
  open();
  await site.user.type(field(), '{Control>}{Enter}{/Control}');
  expect(openWindow).toHaveBeenCalledWith('/blog-manager', '_blank', 'noopener');
  expect(site.navigations).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test('an action runs after a click', async () => {
  open();
  await site.user.click(screen.getByRole('option', { name: 'Sign Out' }));
  expect(run).toHaveBeenCalledOnce();
});

test('finds posts and documents by title, after a screen of that name', async () => {
  await createBlog(site.deps, { title: 'The media of a blog', content: '<p>x</p>', status: 'draft' });
  await site.call('POST', '/api/documents', { title: 'Media for readers', content: '', section_id: null });
  open();
  await site.user.type(field(), 'media');
  await waitFor(() => expect(options()).toEqual(['Media', 'The media of a blogDraft', 'Media for readersPublished']));
  screen.getByText('3 results');
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Media', 'media', 'Media']);
  // Only the post has a cover.
  const hasCover = screen.getAllByRole('option').map((option) => option.querySelector('.thumb') !== null);
  expect(hasCover).toEqual([false, true, false]);
  await expectAccessible();
  await site.user.type(field(), '{ArrowDown}{Enter}');
  expect(site.navigations[0]).toMatch(/^\/edit-blog\/\d+$/);
});

test('finds titles in spite of a typo, and says for what it searched', async () => {
  await createBlog(site.deps, { title: 'About invoices', content: '<p>x</p>', status: 'published' });
  open();
  await site.user.type(field(), 'invocies');
  await waitFor(() => expect(options()).toEqual(['About invoicesPublished']));
  screen.getByText('No results for ‘invocies’. Showing results for ‘invoices’.');
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['invoices']);
});

test('offers the list of all results when more were found than it shows', async () => {
  for (let at = 1; at <= 7; at += 1) {
    await createBlog(site.deps, { title: `Harbour ${at}`, content: '<p>x</p>', status: 'draft' });
  }
  open();
  await site.user.type(field(), 'harbour');
  await waitFor(() => expect(options()).toHaveLength(7));
  await site.user.click(screen.getByRole('option', { name: /^All results for/ }));
  expect(site.navigations).toEqual(['/blog-manager?search=harbour']);
});

test('offers what was opened last before anything is typed, until sign-out', async () => {
  await createBlog(site.deps, { title: 'Harbour', content: '<p>x</p>', status: 'draft' });
  open();
  await site.user.type(field(), 'harbour');
  await screen.findByRole('option', { name: /^Harbour/ });
  await site.user.type(field(), '{Enter}');
  cleanup();
  open();
  expect(options()).toEqual(['Harbour', 'Blog managerGB', 'Media', 'Sign Out']);
  await expectAccessible();
  cleanup();
  clearStoredSession();
  open();
  expect(options()).toEqual(['Blog managerGB', 'Media', 'Sign Out']);
});

test('finds publications by title, and opens their review', async () => {
  const id = await createPublication(
    { db: site.deps.db, clock: site.clock },
    { title: 'Media of the harbour', status: 'AI_REJECTED' },
  );
  open();
  await site.user.type(field(), 'media of');
  await waitFor(() => expect(options()).toEqual(['Media of the harbourAI rejected']));
  await expectAccessible();
  await site.user.type(field(), '{Enter}');
  expect(site.navigations).toEqual([openshelfPaths.reviewDetail(id)]);
});

test('finds users by a part of their address, and opens them', async () => {
  const { id } = await createUser(site, { firstName: 'Mele', lastName: 'Tupou', email: 'mele.tupou@example.com' });
  open();
  await site.user.type(field(), 'ele.tup');
  await waitFor(() => expect(options()).toEqual(['Mele Tupoumele.tupou@example.com']));
  expect(screen.getByRole('group').getAttribute('aria-label')).toBe('Users');
  await expectAccessible();
  await site.user.type(field(), '{Enter}');
  expect(site.navigations).toEqual([`/admin/users/${id}`]);
});

test('finds the screens of OpenShelf by their titles, those without a link in the navigation too', async () => {
  const navigation = document.body.appendChild(document.createElement('ul'));
  navigation.innerHTML = adminGroups
    .flatMap(({ screens }) => screens)
    .map(({ href }) => `<li><a href="${href}"></a></li>`)
    .join('');
  const commands = listCommands(() => undefined);
  navigation.remove();
  const find = (text: string) =>
    filterCommands(commands, text).map((command) => [command.label, 'href' in command && command.href]);
  expect(find('pending reviews')).toEqual([['Review Queue', openshelfPaths.reviewQueue]]);
  expect(find('manage all publications')).toEqual([['Publications', openshelfPaths.publicationManager]]);
  expect(find('statistics')).toEqual([['Statistics', openshelfPaths.openshelfStats]]);
  expect(find('rejection reasons')).toEqual([['Rejection reasons', openshelfPaths.rejectionReasons]]);
  expect(find('webhooks')).toEqual([['Webhooks', openshelfPaths.openshelfWebhooks]]);
});

test('says that nothing was found, and where it looked', async () => {
  open();
  await site.user.type(field(), 'qwertz');
  await screen.findByText('No results for ‘qwertz’.');
  screen.getByText('Posts, documents and publications are found by title, users by name or email.');
  expect(field().getAttribute('aria-expanded')).toBe('false');
  await expectAccessible();
});

test('when the search fails, screens and actions are still found', async () => {
  site.network.fail('GET', '/api/overview/search?q=media');
  open();
  await site.user.type(field(), 'media');
  await screen.findByText('Couldn’t search posts, documents, publications and users.');
  expect(options()).toEqual(['Media']);
  await expectAccessible();
});

test('Escape and the cross close it', async () => {
  open();
  await site.press('Close');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  open();
  act(() => document.querySelector('dialog')?.close());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
});
