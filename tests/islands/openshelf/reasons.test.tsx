import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import { getAuthorText, isSameText } from '#src/features/openshelf/reasons/reason-draft.ts';
import { ReasonsIsland } from '#src/features/openshelf/reasons/Reasons.island.tsx';
import { createPublication, recordDecision } from '../../support/app/publications.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { expectFocus, findDialog, findToast } from '../../support/islands/island-site.tsx';
import { createOpenshelfSite, type OpenshelfSite } from '../../support/islands/openshelf-site.ts';

const PATH = '/api/admin/openshelf/reasons';
const SOURCE = /^The work gives advice that readers could come to harm by following/;
let site: OpenshelfSite;

beforeEach(async () => {
  site = await createOpenshelfSite();
});

const open = (query = '') => site.open(<ReasonsIsland />, `/admin/openshelf/reasons${query}`);
const findField = (label: string) => screen.findByLabelText<HTMLTextAreaElement>(label);
const getList = () => within(screen.getByRole('navigation', { name: 'Reasons' }));
const getPreview = () => within(screen.getByRole('region', { name: 'What the author reads' }));
const fetchReason = async (id: number): Promise<RejectionReasonJson> =>
  (await site.call('GET', PATH)).data.find((reason: RejectionReasonJson) => reason.id === id);

/** Replaces the text of a field. */
async function retype(label: string, text: string) {
  const field = await findField(label);
  await site.user.clear(field);
  await site.user.type(field, text);
}

describe('the reasons', () => {
  test('show that they load', async () => {
    site.network.hold('GET', PATH);
    open();
    await waitFor(() => expect(document.querySelector('.skeletons')).not.toBeNull());
    await expectAccessible();
  });

  test('say why they cannot be loaded, and are loaded again', async () => {
    const restore = site.network.fail('GET', PATH, 500, { message: 'Something broke.' });
    open();
    await screen.findByRole('heading', { name: 'Couldn’t load the reasons' });
    screen.getByText('Something broke.');
    await expectAccessible();
    restore();
    await site.press('Retry');
    await screen.findByRole('heading', { name: '1 Advice, no source' });
  });

  test('are listed by their keys; the first one is open', async () => {
    open();
    await screen.findByRole('heading', { name: '1 Advice, no source' });
    const items = getList().getAllByRole('link');
    expect(items.map((item) => [item.querySelector('kbd')?.textContent, item.querySelector('b')?.textContent])).toEqual(
      [
        ['1', 'Advice, no source'],
        ['2', 'Rights not clear'],
        ['3', 'Personal data'],
        ['4', 'Hate or threats'],
        ['5', 'Misleading'],
        ['6', 'Can’t be read'],
        ['7', 'Mostly copied'],
        ['8', 'Wrong category'],
        ['9', 'Something else'],
      ],
    );
    expect(items[0]?.getAttribute('aria-current')).toBe('true');
    within(items[8] as HTMLElement).getByText('The reviewer writes the text.');
    expect((await findField('Text')).value).toMatch(SOURCE);
    getPreview().getByText(SOURCE);
    screen.getByText('Saved', { selector: '.save-state' });
    expect(screen.getByRole('button', { name: 'Save reason' }).getAttribute('aria-disabled')).toBe('true');
    await expectAccessible();
  });

  test('open by their links, which have addresses and move the focus', async () => {
    open();
    await screen.findByRole('heading', { name: '1 Advice, no source' });
    await site.user.click(getList().getByRole('link', { name: /Something else/ }));
    expect(window.location.search).toBe('?reason=9');
    await expectFocus(() => screen.getByRole('heading', { name: '9 Something else' }));
    getPreview().getByText('Only what the reviewer writes.');
    expect(document.querySelector('.reasons-screen')?.getAttribute('data-open')).toBe('true');
    await site.user.click(screen.getByRole('link', { name: 'All reasons' }));
    expect(window.location.search).toBe('');
    expect(document.querySelector('.reasons-screen')?.getAttribute('data-open')).toBe('false');
  });
});

describe('a change', () => {
  test('is saved, and the list and the saved state say so', async () => {
    open('?reason=5');
    await retype('Name', 'Misleading title');
    await retype('Text', 'The title promises too much.');
    screen.getByText('Unsaved changes');
    getPreview().getByText('The title promises too much.');
    getList().getByText('Unsaved');
    await site.press('Save reason');
    await findToast('The reason was saved.');
    await screen.findByRole('heading', { name: '5 Misleading title' });
    expect(document.querySelector('.save-state')?.textContent).toBe('Saved just now');
    expect(getList().queryByText('Unsaved')).toBeNull();
    getList().getByText('The title promises too much.');
    expect(await fetchReason(5)).toMatchObject({ label: 'Misleading title', text: 'The title promises too much.' });
    expect(sessionStorage.getItem('rejectionReasonDrafts')).toBeNull();
  });

  test('for one category starts as a copy of the text, and is previewed for it', async () => {
    open('?reason=5');
    await site.user.selectOptions(await findField('Add a text for a category'), 'Fiction');
    expect((await findField('Fiction')).value).toBe((await findField('Text')).value);
    await retype('Fiction', 'This isn’t the novel that the description promises.');
    await site.user.selectOptions(await findField('Category of the work'), 'Fiction');
    getPreview().getByText('This isn’t the novel that the description promises.');
    await site.user.selectOptions(await findField('Category of the work'), 'Any other category');
    getPreview().getByText(/^The title or description promises/);
    await expectAccessible();
    await site.press('Save reason');
    await findToast('The reason was saved.');
    expect((await fetchReason(5)).category_texts).toEqual([
      { category_id: 1, category: 'Fiction', text: 'This isn’t the novel that the description promises.' },
    ]);
    getList().getByText('1 category with its own text');
    await site.press('Remove the text for Fiction');
    await site.press('Save reason');
    await waitFor(async () => expect((await fetchReason(5)).category_texts).toEqual([]));
  });

  test('that is refused shows why at its field, and keeps the text', async () => {
    open('?reason=5');
    await site.user.clear(await findField('Name'));
    await site.press('Save reason');
    await screen.findByText('Enter a name.');
    await expectFocus(() => screen.getByLabelText('Name'));
    expect(document.querySelector('.toast')).toBeNull();
    await retype('Name', 'a'.repeat(41));
    await site.press('Save reason');
    await screen.findByText('Keep the name to 40 characters or fewer.');
    await expectAccessible();
  });

  test('that fails shows why, and keeps the text', async () => {
    open('?reason=5');
    await retype('Text', 'New words.');
    site.network.fail('PUT', `${PATH}/5`, 503, { message: 'The database is busy.' });
    await site.press('Save reason');
    await screen.findByText('Failed to save reason: The database is busy.');
    expect(document.querySelector('.toast')).toBeNull();
    expect((await findField('Text')).value).toBe('New words.');
    screen.getByText('Unsaved changes');
  });

  test('that is not saved survives another choice and a reload, for the same user only', async () => {
    open('?reason=5');
    await retype('Text', 'Half a sentence');
    await site.user.click(getList().getByRole('link', { name: /Personal data/ }));
    await screen.findByRole('heading', { name: '3 Personal data' });
    const leave = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leave);
    expect(leave.defaultPrevented).toBe(true);
    open('?reason=5');
    await screen.findByRole('heading', { name: '5 Misleading' });
    expect((await findField('Text')).value).toBe('Half a sentence');
    await site.signIn('admin');
    open('?reason=5');
    await screen.findByRole('heading', { name: '5 Misleading' });
    expect((await findField('Text')).value).toMatch(/^The title or description promises/);
  });

  test('is discarded only after a question', async () => {
    open('?reason=5');
    await retype('Text', 'Half a sentence');
    await site.press('Discard changes');
    const { getByRole } = await findDialog('Discard your changes?');
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Keep editing' }));
    expect((await findField('Text')).value).toBe('Half a sentence');
    await site.press('Discard changes');
    await site.press('Discard');
    await waitFor(async () => expect((await findField('Text')).value).toMatch(/^The title or description promises/));
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  test('of a reason that someone else changed meanwhile says so', async () => {
    open('?reason=5');
    await retype('Text', 'My words');
    await site.call('PUT', `${PATH}/5`, { label: 'Misleading', text: 'Their words', category_texts: [] });
    open('?reason=5');
    await screen.findByText(/, after you started\. Saving replaces those changes with yours\.$/);
    expect((await findField('Text')).value).toBe('My words');
    await expectAccessible();
  });
});

const listLabels = () =>
  [...document.querySelectorAll('.reason-list .has-handles b')].map(({ textContent }) => textContent);
const getRetired = () => within(screen.getByRole('region', { name: 'Retired' }));
const fetchLists = () => site.call('GET', PATH);

describe('a new reason', () => {
  test('is added at the end, and opens', async () => {
    open();
    await screen.findByRole('heading', { name: '1 Advice, no source' });
    await site.press('New reason');
    const { getByLabelText, getByRole } = await findDialog('Add reason');
    await expectAccessible();
    await site.user.type(getByLabelText('Name'), 'Too short');
    await site.user.type(getByLabelText('Text'), 'Write more.');
    await site.user.click(getByRole('button', { name: 'Add reason' }));
    await findToast('Reason added successfully');
    await screen.findByRole('heading', { name: '10 Too short' });
    expect(window.location.search).toBe('?reason=10');
    expect(listLabels().at(-1)).toBe('Too short');
    expect(document.querySelector('[data-screen-count]')?.textContent).toBe('10');
    // Only nine have keys.
    expect(
      getList()
        .getByRole('link', { name: /Too short/ })
        .querySelector('kbd'),
    ).toBeNull();
  });

  test('without a name, or with that of another, is refused at its field', async () => {
    open();
    await site.press('New reason');
    const { getByLabelText, getByRole, findByText } = await findDialog('Add reason');
    await site.user.click(getByRole('button', { name: 'Add reason' }));
    await findByText('Enter a name.');
    expect(site.listPosts()).toEqual([]);
    await site.user.type(getByLabelText('Name'), 'misleading');
    await site.user.click(getByRole('button', { name: 'Add reason' }));
    await findByText('A reason with this name already exists. Choose another name.');
    await expectFocus(() => getByLabelText('Name'));
    await expectAccessible();
  });

  test('is begun by the key N', async () => {
    open();
    await screen.findByRole('heading', { name: '1 Advice, no source' });
    await site.user.keyboard('n');
    await findDialog('Add reason');
  });
});

describe('the order of the reasons', () => {
  test('is changed from the menu, and the keys follow it', async () => {
    open();
    await site.chooseAction('Personal data', 'Move up');
    expect(listLabels().slice(0, 3)).toEqual(['Advice, no source', 'Personal data', 'Rights not clear']);
    expect(
      getList()
        .getByRole('link', { name: /Personal data/ })
        .querySelector('kbd')?.textContent,
    ).toBe('2');
    await waitFor(async () =>
      expect((await fetchLists()).data.map(({ id }: { id: number }) => id).slice(0, 3)).toEqual([1, 3, 2]),
    );
    screen.getByRole('button', { name: 'Reorder Personal data' });
  });

  test('that cannot be saved is reverted', async () => {
    open();
    await screen.findByRole('heading', { name: '1 Advice, no source' });
    site.network.fail('PUT', `${PATH}/order`);
    await site.chooseAction('Personal data', 'Move up');
    await findToast(/^Couldn’t save the order of the reasons\./);
    await waitFor(() => expect(listLabels().slice(1, 3)).toEqual(['Rights not clear', 'Personal data']));
  });
});

describe('a retired reason', () => {
  test('moves below the others, keeps the focus, and comes back by Undo', async () => {
    open();
    await site.chooseAction('Misleading', 'Retire');
    await findToast('The reason was retired.');
    getRetired().getByRole('link', { name: /Misleading/ });
    await expectFocus(() => getRetired().getByRole('link', { name: /Misleading/ }));
    expect(listLabels()).not.toContain('Misleading');
    expect(
      getList()
        .getByRole('link', { name: /Can’t be read/ })
        .querySelector('kbd')?.textContent,
    ).toBe('5');
    await expectAccessible();
    await site.press(/^Undo/);
    await findToast('Undone. Misleading is offered again.');
    await waitFor(() => expect(listLabels()[4]).toBe('Misleading'));
    expect(screen.queryByRole('region', { name: 'Retired' })).toBeNull();
  });

  test('can be read and restored, from its page and from the list', async () => {
    for (const id of [4, 5]) await site.call('POST', `${PATH}/${id}/retire`);
    open('?reason=5');
    await screen.findByRole('heading', { name: 'Retired Misleading' });
    screen.getByText('Reviewers can’t choose this reason. Decisions of the past still name it.');
    expect((await findField('Text')).value).toMatch(/^The title or description promises/);
    await expectAccessible();
    await site.press('Restore');
    await findToast('The reason was restored.');
    await screen.findByRole('heading', { name: '4 Misleading' });
    await site.chooseAction('Hate or threats', 'Restore');
    await waitFor(() => expect(listLabels()[3]).toBe('Hate or threats'));
  });

  test('that no decision names is deleted after a question, with what was typed in it', async () => {
    await site.call('POST', `${PATH}/5/retire`);
    open('?reason=5');
    await retype('Text', 'Half a sentence');
    await site.chooseAction('Misleading', 'Delete...');
    const { dialog, getByRole } = await findDialog('Delete reason');
    expect(dialog.textContent).toContain('Misleading will be permanently deleted, unless a decision names it.');
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Delete reason' }));
    await findToast('Reason deleted successfully');
    await screen.findByRole('heading', { name: '1 Advice, no source' });
    expect((await fetchLists()).retired).toEqual([]);
    expect(sessionStorage.getItem('rejectionReasonDrafts')).toBeNull();
  });

  test('that a decision names stays, and the question says why', async () => {
    const id = await createPublication(site, {});
    await recordDecision(site, id, 'reject', { reasonIds: [5] });
    await site.call('POST', `${PATH}/5/retire`);
    open();
    await site.chooseAction('Misleading', 'Delete...');
    const { getByRole, findByText } = await findDialog('Delete reason');
    await site.user.click(getByRole('button', { name: 'Delete reason' }));
    await findByText('Decisions name ‘Misleading’, so it can’t be deleted.');
  });

  test('that could not be retired says why, and the list shows what is true', async () => {
    open();
    await screen.findByRole('heading', { name: '1 Advice, no source' });
    await site.call('POST', `${PATH}/5/retire`);
    await site.chooseAction('Misleading', 'Retire');
    await findToast('This reason has already been retired.');
    await waitFor(() => getRetired().getByRole('link', { name: /Misleading/ }));
  });

  test('is the last one to be offered: the list says what that means', async () => {
    for (let id = 1; id <= 9; id += 1) await site.call('POST', `${PATH}/${id}/retire`);
    open();
    await screen.findByText('No reasons are offered. Reviewers write what authors read.');
    await expectAccessible();
  });
});

test('an author reads the text of the category, else the text for all', () => {
  const fields = { label: '', text: 'For all', category_texts: [{ category_id: 1, text: ' ' }] };
  expect(getAuthorText(fields, 1)).toBe('For all');
  expect(getAuthorText({ ...fields, category_texts: [{ category_id: 1, text: 'Own' }] }, 1)).toBe('Own');
  expect(getAuthorText(fields, null)).toBe('For all');
});

test('texts are compared in whatever order their categories are', () => {
  const [one, two] = [
    { category_id: 1, text: 'a' },
    { category_id: 2, text: 'b' },
  ];
  const fields = { label: '', text: '' };
  expect(isSameText({ ...fields, category_texts: [one, two] }, { ...fields, category_texts: [two, one] })).toBe(true);
  expect(isSameText({ ...fields, category_texts: [one] }, { ...fields, category_texts: [] })).toBe(false);
});
