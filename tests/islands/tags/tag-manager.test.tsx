import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { TagManagerIsland } from '#src/features/tags/TagManager.island.tsx';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, findDialog, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn('admin');
});

const add = async (name: string): Promise<number> => (await site.call('POST', '/api/tags', { name })).id;
const listNames = () => [...document.querySelectorAll('.row-title')].map(({ textContent }) => textContent);

test('shows which tags have a page, and renames one', async () => {
  const id = await add('Walking');
  await add('Voice');
  await site.call('POST', '/api/blogs', createBlogRequest({ tagIds: [id] }));
  site.open(<TagManagerIsland />);
  const link = await screen.findByRole('link', { name: 'Walking' });
  expect(link.getAttribute('href')).toBe('/blogs/tag/walking');
  screen.getByText('No page: no post with it is live');
  await expectAccessible();
  await site.chooseAction('Voice', 'Edit');
  await findDialog('Edit tag');
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  await site.user.clear(name);
  await site.user.type(name, 'Speech{Enter}');
  await findToast('Tag updated successfully');
  await waitFor(() => expect(listNames()).toEqual(['Speech', 'Walking']));
});

test('merges a tag into another, and says what happens to posts and address', async () => {
  const id = await add('Voice notes');
  await add('Dictation');
  await site.call('POST', '/api/blogs', createBlogRequest({ tagIds: [id] }));
  site.open(<TagManagerIsland />);
  await screen.findByRole('link', { name: 'Voice notes' });
  await site.chooseAction('Voice notes', 'Merge...');
  const dialog = await findDialog('Merge tags');
  await site.user.selectOptions(dialog.getByLabelText('Merge ‘Voice notes’ into'), 'Dictation');
  dialog.getByText(/1 post will have the tag/);
  await expectAccessible();
  await site.press('Merge tags');
  await findToast('Tags merged successfully');
  await waitFor(() => expect(listNames()).toEqual(['Dictation']));
});

test('deletes a tag after saying how many posts lose it', async () => {
  const id = await add('Walking');
  await site.call('POST', '/api/blogs', createBlogRequest({ tagIds: [id] }));
  site.open(<TagManagerIsland />);
  await screen.findByRole('link', { name: 'Walking' });
  await site.chooseAction('Walking', 'Delete...');
  const dialog = await findDialog('Delete tag');
  dialog.getByText(/will be removed from 1 post/);
  await site.press('Delete tag');
  await findToast('Tag deleted successfully');
  await screen.findByText('No tags yet. Add one here, or while you write, in the settings of a post.');
  await site.press(/^Undo/);
  await findToast('Undone. Walking is as it was before.');
  await screen.findByRole('link', { name: 'Walking' });
});
