import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { PendingReviewsIsland } from '#src/features/openshelf/pending/PendingReviews.island.tsx';
import { createPublication, createPublications } from '../../support/app/publications.ts';
import { createTestSession, createUser, toRequestInit } from '../../support/app/users.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { expectFocus, findDialog, findToast } from '../../support/islands/island-site.tsx';
import { createOpenshelfSite, type OpenshelfSite } from '../../support/islands/openshelf-site.ts';

const REVIEWS = '/api/admin/openshelf/reviews';
const BULK = '/api/admin/openshelf/publications/bulk-action';
let site: OpenshelfSite;

beforeEach(async () => {
  site = await createOpenshelfSite();
});

const open = () => site.open(<PendingReviewsIsland />, '/admin/openshelf/reviews');
const listTitles = () => [...document.querySelectorAll('[data-publication] h2')].map(({ textContent }) => textContent);
const findStatus = async (id: number) =>
  (await site.call('GET', `/api/admin/openshelf/publications/${id}`)).data.status;
const getCount = () => document.querySelector('[data-screen-count]')?.textContent;
const select = async (title: string) =>
  site.user.click(await screen.findByRole('checkbox', { name: `Select ${title}` }));
const chooseAction = (label: string) =>
  site.user.selectOptions(screen.getByRole('combobox', { name: 'Choose Action' }), label);

/** Another admin, named Tom Whitaker, approves. */
async function approveAsTom(id: number): Promise<void> {
  const tom = await createUser(site, { role: 'admin', firstName: 'Tom', lastName: 'Whitaker' });
  const request = toRequestInit(await createTestSession(site, tom), 'POST', {});
  const response = await site.app.request(`${REVIEWS}/${id}/approve`, request);
  if (!response.ok) throw new Error(await response.text());
}

/** Three that wait: 'One', 'Two' and 'Three'. Returns their ids. */
async function createThree(): Promise<number[]> {
  const ids: number[] = [];
  for (const title of ['One', 'Two', 'Three']) ids.push(await createPublication(site, { title }));
  return ids;
}

describe('quick decisions', () => {
  test('Quick Approve: the card leaves before the server has answered, the focus goes to the next one', async () => {
    const [one = 0] = await createThree();
    open();
    const answer = site.network.hold('POST', `${REVIEWS}/${one}/approve`);
    await site.press('Quick Approve One');
    expect(listTitles()).toEqual(['Two', 'Three']);
    expect(getCount()).toBe('2 publications awaiting review');
    await expectFocus(() => screen.getByRole('link', { name: 'Two' }).closest('li') as HTMLElement);
    answer();
    await findToast('Publication approved successfully');
    expect(document.querySelector('.toast small')?.textContent).toBe('One');
    expect(site.listPosts()).toEqual([[`${REVIEWS}/${one}/approve`, {}]]);
    expect(await findStatus(one)).toBe('APPROVED');
    await expectAccessible();
  });

  test('Quick Reject sends its comment; Undo brings the publication back', async () => {
    const [, , three = 0] = await createThree();
    open();
    await site.press('Quick Reject Three');
    await site.user.click((await findDialog('Reject Three?')).getByRole('button', { name: 'Reject Publication' }));
    await findToast('Publication rejected successfully');
    expect(site.listPosts()).toEqual([[`${REVIEWS}/${three}/reject`, { comments: 'Quick rejection via admin panel' }]]);
    await site.press(/^Undo/);
    await waitFor(() => expect(listTitles()).toEqual(['One', 'Two', 'Three']));
    expect(await findStatus(three)).toBe('ADMIN_REVIEWING');
    // It can be decided on again.
    await site.press('Quick Approve Three');
    await findToast('Publication approved successfully');
  });

  test('Quick Reject offers the reasons, and sends those that are chosen with their comments', async () => {
    const [one = 0] = await createThree();
    open();
    await site.press('Quick Reject One');
    const dialog = await findDialog('Reject One?');
    dialog.getByText(/‘Quick rejection via admin panel’/);
    await site.user.click(await dialog.findByRole('button', { name: 'Mostly copied' }));
    await expectAccessible();
    const comments = dialog.getByLabelText<HTMLTextAreaElement>('Comments to the author').value;
    expect(comments).not.toBe('');
    await site.user.click(dialog.getByRole('button', { name: 'Reject Publication' }));
    await findToast('Publication rejected successfully');
    expect(site.listPosts()).toEqual([[`${REVIEWS}/${one}/reject`, { comments, reason_ids: [expect.any(Number)] }]]);
  });

  test('a decision can still be undone after a reload of the page', async () => {
    await createThree();
    open();
    await site.press('Quick Approve One');
    await findToast('Publication approved successfully');
    for (const toast of document.querySelectorAll('.toast')) toast.remove();
    open();
    await findToast('Publication approved successfully');
    await site.press(/^Undo/);
    await waitFor(() => expect(listTitles()).toEqual(['One', 'Two', 'Three']));
  });

  test('a double-click decides once: the next card is under the pointer', async () => {
    await createThree();
    open();
    const button = await screen.findByRole('button', { name: 'Quick Approve One' });
    fireEvent.click(button, { detail: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Quick Approve Two' }), { detail: 2 });
    expect(listTitles()).toEqual(['Two', 'Three']);
    await findToast('Publication approved successfully');
    expect(site.listPosts()).toHaveLength(1);
  });

  test('a conflict says who decided, and the list is up to date again', async () => {
    const [one = 0] = await createThree();
    open();
    await screen.findByRole('link', { name: 'One' });
    await approveAsTom(one);
    await site.press('Quick Reject One');
    await site.user.click((await findDialog('Reject One?')).getByRole('button', { name: 'Reject Publication' }));
    const dialog = await findDialog('One');
    dialog.getByText(
      /^Failed to reject publication: Tom Whitaker approved this 1 s ago\. Nothing of yours was sent\.$/,
    );
    await expectAccessible();
    await site.user.click(dialog.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(listTitles()).toEqual(['Two', 'Three']));
  });

  test('a failure says why, and the card is back', async () => {
    const [, two = 0] = await createThree();
    open();
    site.network.disconnect('POST', `${REVIEWS}/${two}/approve`);
    await site.press('Quick Approve Two');
    const dialog = await findDialog('Two');
    dialog.getByText('Failed to approve publication: No response from server. Please check your network connection.');
    expect(listTitles()).toEqual(expect.arrayContaining(['One', 'Two', 'Three']));
  });
});

describe('many at once', () => {
  test('the chooser comes with a selection, and Apply with a choice', async () => {
    await createThree();
    open();
    await select('One');
    screen.getByRole('checkbox', { name: 'Select all on this page, 1 selected' });
    expect(
      within(screen.getByRole('combobox', { name: 'Choose Action' }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose Action', 'Approve Selected', 'Reject Selected']);
    const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });
    expect(apply.disabled).toBe(true);
    await chooseAction('Approve Selected');
    expect(apply.disabled).toBe(false);
    await expectAccessible();
  });

  test('Approve Selected approves all of them with empty comments; one undo brings them back', async () => {
    const ids = await createThree();
    open();
    await site.user.click(await screen.findByRole('checkbox', { name: /^Select all/ }));
    screen.getByRole('checkbox', { name: 'Select all on this page, 3 selected' });
    await chooseAction('Approve Selected');
    await site.press('Apply');
    await findToast('Approved 3 publications.');
    await screen.findByRole('heading', { name: 'No Pending Reviews' });
    expect(site.listPosts()).toEqual([[BULK, { publicationIds: ids, action: 'approve', comments: '' }]]);
    await site.press(/^Undo/);
    await waitFor(() => expect(listTitles()).toEqual(['One', 'Two', 'Three']));
  });

  test('Reject Selected asks first, and lists what was skipped', async () => {
    const [one = 0, two = 0] = await createThree();
    open();
    await select('One');
    await select('Two');
    await approveAsTom(one);
    await chooseAction('Reject Selected');
    await site.press('Apply');
    const dialog = await findDialog('Reject 2 publications?');
    dialog.getByText(/‘Bulk rejection via admin panel’/);
    expect(site.listPosts()).toEqual([]);
    await expectAccessible();
    await site.user.click(dialog.getByRole('button', { name: 'Reject 2' }));
    await findToast('Rejected 1 publication. 1 was skipped because it is no longer waiting.');
    expect(site.listPosts()).toEqual([
      [BULK, { publicationIds: [one, two], action: 'reject', comments: 'Bulk rejection via admin panel' }],
    ]);
    await screen.findByRole('heading', { name: '1 publication was skipped' });
    expect(document.querySelector('.skipped-list')?.textContent).toBe('One Tom Whitaker approved this 1 s ago.');
    await waitFor(() => expect(listTitles()).toEqual(['Three']));
    await expectAccessible();
    await site.press('Close');
    expect(listTitles()).toEqual(['Three']);
  });

  test('a failure keeps the selection', async () => {
    await createThree();
    open();
    site.network.fail('POST', BULK, 500, { message: 'Something broke.' });
    await select('One');
    await select('Three');
    await chooseAction('Approve Selected');
    await site.press('Apply');
    const dialog = await findDialog('2 publications');
    dialog.getByText('Failed to perform bulk action: Something broke.');
    expect(listTitles()).toEqual(expect.arrayContaining(['One', 'Two', 'Three']));
    screen.getByRole('checkbox', { name: 'Select all on this page, 2 selected' });
  });

  test('all that match are decided on, on every page', async () => {
    const ids = await createPublications(site, 148);
    await createPublications(site, 1, { categoryId: 2 });
    open();
    await site.user.selectOptions(await screen.findByRole('combobox', { name: 'Category' }), 'Fiction');
    await screen.findByText('1–20 of 148 publications');
    await site.user.click(screen.getByRole('checkbox', { name: /^Select all/ }));
    await site.press('Select all 148');
    screen.getByRole('checkbox', { name: 'Select all on this page, 148 selected' });
    await chooseAction('Approve Selected');
    await site.press('Apply');
    await findToast('Approved 148 publications.');
    expect(site.listPosts()).toEqual([[BULK, { publicationIds: ids, action: 'approve', comments: '' }]]);
    await screen.findByText('No publications awaiting review match your filters.');
    await waitFor(() => expect(getCount()).toBe('1 publication awaiting review'));
  });

  test('at most 500 are decided on at once', async () => {
    await createPublications(site, 503);
    open();
    await site.user.click(await screen.findByRole('checkbox', { name: /^Select all/ }));
    await site.press('Select the first 500');
    await chooseAction('Approve Selected');
    await site.press('Apply');
    await findToast('Approved 500 publications.');
    await screen.findByText('1–3 of 3 publications');
  });
});
