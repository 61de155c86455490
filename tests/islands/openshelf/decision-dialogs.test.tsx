import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { PendingReviewsIsland } from '#src/features/openshelf/pending/PendingReviews.island.tsx';
import { PublicationManagerIsland } from '#src/features/openshelf/publications/PublicationManager.island.tsx';
import { ReviewScreenIsland } from '#src/features/openshelf/review/ReviewScreen.island.tsx';
import {
  createPublication,
  createPublications,
  recordDecision,
  storeSameText,
} from '../../support/app/publications.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { expectFocus, findDialog, findToast } from '../../support/islands/island-site.tsx';
import { createOpenshelfSite, type OpenshelfSite } from '../../support/islands/openshelf-site.ts';

const API = '/api/admin/openshelf';
const BULK = `${API}/publications/bulk-action`;
let site: OpenshelfSite;
/** Of the works One and Two, which wait for a reviewer. */
let one: number;
let two: number;

beforeEach(async () => {
  site = await createOpenshelfSite();
  one = await createPublication(site, { title: 'One' });
  two = await createPublication(site, { title: 'Two', authorName: 'Oliver Pratt' });
});

const open = (island: ReactElement, path: string) => site.open(island, `/admin/openshelf${path}`);
const openList = () => open(<PendingReviewsIsland />, '/reviews');
const openManager = () => open(<PublicationManagerIsland />, '/publications');
const openReview = async () => {
  open(<ReviewScreenIsland />, `/reviews/${one}`);
  await screen.findByRole('region', { name: 'Review Actions', busy: false });
};
/** Works that were selected before stay so. */
async function select(...titles: string[]): Promise<void> {
  for (const title of titles) {
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${title}` });
    await waitFor(() => expect(box.disabled).toBe(false));
    if (!box.checked) await site.user.click(box);
  }
}
async function applyToList(action: string): Promise<void> {
  await site.user.selectOptions(screen.getByRole('combobox', { name: 'Choose Action' }), action);
  await site.press('Apply');
}
/** Another work, 'Original', with the same text, on which was decided. */
async function addOriginal(id: number, decision: 'reject' | 'approve' = 'reject'): Promise<void> {
  const status = decision === 'reject' ? 'REJECTED' : 'APPROVED';
  const original = await createPublication(site, { title: 'Original', status });
  await storeSameText(site, [original, id]);
  await recordDecision(site, original, decision);
}
const getPosts = (path: string) => site.listPosts().filter(([posted]) => posted === path);
const storeDraft = (id: number, comments: string, reasonIds: number[] = []) =>
  sessionStorage.setItem(`review-comments-${id}-v1`, JSON.stringify({ reasonIds, comments, isEdited: true }));
const getComments = () =>
  screen.getByLabelText<HTMLTextAreaElement>(/^Comments to the author/, { selector: 'dialog *' });
const listPressed = () =>
  [...document.querySelectorAll('dialog [aria-pressed=true]')].map(({ textContent }) => textContent);
/** In the open dialog; the panel of the review screen has them too. */
const findReason = async (label: string) =>
  within(await screen.findByRole('dialog')).findByRole('button', { name: label });
const listNamed = () => [...document.querySelectorAll('.decision-subjects li')].map(({ textContent }) => textContent);

type Way = {
  open: () => Promise<void> | void;
  /** Opens the dialog. */
  ask: () => Promise<void>;
  title: string;
  confirm: string;
  path: () => string;
  /** What is sent besides reasons and comments. */
  body: () => object;
};
const SEVERAL = { title: 'Reject 2 publications?', confirm: 'Reject 2', path: () => BULK };
const toSeveralBody = () => ({ publicationIds: [one, two], action: 'reject' });

/** All ways to reject with a dialog. */
const WAYS: Record<string, Way> = {
  'the key R on the review screen': {
    open: openReview,
    ask: () => site.user.keyboard('r'),
    title: 'Reject Publication',
    confirm: 'Reject Publication',
    path: () => `${API}/reviews/${one}/reject`,
    body: () => ({}),
  },
  'Reject Selected in the queue': {
    open: openReview,
    async ask() {
      await select('One', 'Two');
      await site.press('Reject Selected');
    },
    ...SEVERAL,
    body: toSeveralBody,
  },
  'Quick Reject': {
    open: openList,
    ask: () => site.press('Quick Reject One'),
    title: 'Reject One?',
    confirm: 'Reject Publication',
    path: () => `${API}/reviews/${one}/reject`,
    body: () => ({}),
  },
  'Reject Selected in the list': {
    open: openList,
    async ask() {
      await select('One', 'Two');
      await applyToList('Reject Selected');
    },
    ...SEVERAL,
    body: toSeveralBody,
  },
  'Reject in the manager': {
    open: openManager,
    ask: () => site.press('Reject One'),
    title: 'Reject One?',
    confirm: 'Reject Publication',
    path: () => `${API}/reviews/${one}/reject`,
    body: () => ({}),
  },
};
/** What is typed on the review screen stays in its panel. */
const { 'the key R on the review screen': _, ...listWays } = WAYS;

describe('rejecting', () => {
  test.each(Object.entries(WAYS))(
    'by %s offers the reasons under 1 to 9, and Ctrl-Enter sends them',
    async (_, way) => {
      await way.open();
      await way.ask();
      const { getByRole, dialog } = await findDialog(way.title);
      await findReason('Mostly copied');
      expect(getByRole('group', { name: 'Reasons' }).hasAttribute('autofocus')).toBe(true);
      await expectAccessible();
      getByRole('group', { name: 'Reasons' }).focus();
      await site.user.keyboard('712');
      expect(listPressed()).toEqual(['1Advice, no source', '2Rights not clear', '7Mostly copied']);
      await site.user.keyboard('1');
      expect(dialog.querySelector('.label-line span')?.textContent).toBe('From reasons 7 and 2');
      const { value: comments } = getComments();
      await site.user.keyboard('{Control>}{Enter}{/Control}');
      await waitFor(() => expect(getPosts(way.path())).toHaveLength(1));
      expect(getPosts(way.path())).toEqual([[way.path(), { ...way.body(), comments, reason_ids: [7, 2] }]]);
      await waitFor(() => expect(screen.queryByRole('dialog', { name: way.title })).toBeNull());
    },
  );

  test.each(Object.entries(listWays))(
    'by %s keeps what was typed after Cancel, Escape and a failure',
    async (_, way) => {
      const askAgain = async () => {
        await way.ask();
        const found = await findDialog(way.title);
        expect([listPressed(), getComments().value]).toEqual([
          ['7Mostly copied'],
          expect.stringMatching(/ By whom\?$/),
        ]);
        return found;
      };
      await way.open();
      await way.ask();
      await site.user.click(await findReason('Mostly copied'));
      await site.user.type(getComments(), ' By whom?');
      await site.press('Cancel');
      const { dialog } = await askAgain();
      // Escape closes it.
      act(() => (dialog as HTMLDialogElement).close());
      await waitFor(() => expect(screen.queryByRole('dialog', { name: way.title })).toBeNull());
      await askAgain();
      const restore = site.network.disconnect('POST', way.path());
      await site.press(way.confirm);
      await screen.findByText(/No response from server/);
      if (way.open !== openReview) await site.press('OK');
      restore();
      await askAgain();
      await site.press(way.confirm);
      await findToast(/^(Publication rejected|Rejected 2)/);
      await site.press('Undo');
      await findToast(/^Undone/);
      await askAgain();
    },
  );

  test.each(Object.entries(listWays))('by %s starts empty once it was sent', async (_, way) => {
    await way.open();
    await way.ask();
    await site.user.click(await findReason('Mostly copied'));
    await site.press(way.confirm);
    await findToast(/^(Publication rejected|Rejected 2)/);
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('review-comments'))).toEqual([]);
  });

  test('a letter begins the comments, in which digits are digits', async () => {
    await openList();
    await site.press('Quick Reject One');
    await findReason('Mostly copied');
    screen.getByRole('group', { name: 'Reasons' }).focus();
    await site.user.keyboard('See page 7');
    await expectFocus(getComments);
    expect([getComments().value, listPressed()]).toEqual(['See page 7', []]);
  });

  test('the reason without a text moves to the comments', async () => {
    await openList();
    await site.press('Quick Reject One');
    await findReason('Something else');
    screen.getByRole('group', { name: 'Reasons' }).focus();
    await site.user.keyboard('9');
    await expectFocus(getComments);
  });

  test('while the keys are turned off, the dialog begins in the comments and has no keys for the reasons', async () => {
    localStorage.setItem('reviewKeys', 'false');
    await openList();
    await site.press('Quick Reject One');
    await findReason('Mostly copied');
    expect(getComments().hasAttribute('autofocus')).toBe(true);
    expect(document.querySelector('.reason kbd')).toBeNull();
    screen.getByRole('group', { name: 'Reasons' }).focus();
    await site.user.keyboard('7');
    expect(listPressed()).toEqual([]);
  });

  test('one work shows what was chosen and typed for it on the review screen', async () => {
    await openReview();
    await site.press('Mostly copied');
    openManager();
    await site.press('Reject One');
    await findDialog('Reject One?');
    expect(listPressed()).toEqual(['7Mostly copied']);
  });

  test('several names them, and says whose own comments are not sent', async () => {
    await createPublications(site, 9);
    storeDraft(two, 'By whom?');
    await openReview();
    for (const box of (await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ })).slice(0, 2))
      await site.user.click(box);
    await site.press('Reject Selected');
    await findDialog('Reject 2 publications?');
    expect(listNamed()).toEqual(['OneImogen Hart', 'TwoOliver PrattYour own comments for this one aren’t sent']);
    await site.press('Cancel');
    await site.user.click(screen.getByRole('checkbox', { name: /^Select all/ }));
    await site.press('Reject Selected');
    await findDialog('Reject 11 publications?');
    expect(listNamed()).toHaveLength(11);
    await expectAccessible();
  });
});

test('rejecting all that match names those of other pages as well', async () => {
  await createPublications(site, 24);
  openList();
  await site.user.click(await screen.findByRole('checkbox', { name: /^Select all/ }));
  await site.press('Select all 26');
  await applyToList('Reject Selected');
  await findDialog('Reject 26 publications?');
  expect(listNamed()).toHaveLength(26);
  await site.press('Reject 26');
  await findToast('Rejected 26 publications.');
});

describe('approving outside the open work', () => {
  test.each([
    ['Quick Approve', openList, 'Quick Approve One'],
    ['Approve in the manager', openManager, 'Approve One'],
  ])('%s sends what was typed, and asks where reasons are chosen', async (_, openScreen, button) => {
    storeDraft(one, 'Lovely.');
    openScreen();
    await site.press(button);
    await findToast('Publication approved successfully');
    expect(getPosts(`${API}/reviews/${one}/approve`)).toEqual([
      [`${API}/reviews/${one}/approve`, { comments: 'Lovely.' }],
    ]);
    await site.press('Undo');
    await findToast(/^Undone/);
    storeDraft(one, 'By whom?', [7]);
    await site.press(button);
    await findDialog('Approve with your comments?');
    await expectAccessible();
    await site.press('Approve without');
    await findToast('Publication approved successfully');
    expect(getPosts(`${API}/reviews/${one}/approve`).at(-1)).toEqual([`${API}/reviews/${one}/approve`, {}]);
  });

  const BULK_WAYS: Record<string, Pick<Way, 'open' | 'ask'>> = {
    'in the queue': {
      open: openReview,
      async ask() {
        await select('One', 'Two', 'Three');
        await site.press('Approve Selected');
      },
    },
    'in the list': {
      open: openList,
      async ask() {
        await select('One', 'Two', 'Three');
        await applyToList('Approve Selected');
      },
    },
  };

  test.each(Object.entries(BULK_WAYS))('several %s asks where something was written for one', async (_, way) => {
    const three = await createPublication(site, { title: 'Three' });
    storeDraft(two, 'By whom?', [7]);
    await way.open();
    await way.ask();
    const { getByText } = await findDialog('Approve 3 publications?');
    getByText(/^You chose reasons or wrote comments for one of them/);
    expect(listNamed()).toEqual(['TwoOliver Pratt']);
    await expectAccessible();
    await site.press('Cancel');
    expect(getPosts(BULK)).toEqual([]);
    await way.ask();
    await site.press('Approve the other 2');
    await findToast('Approved 2 publications.');
    expect(getPosts(BULK)).toEqual([[BULK, { publicationIds: [one, three], action: 'approve', comments: '' }]]);
    // The other one is still selected, and what was written for it is kept.
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Two' }).checked).toBe(true);
    expect(sessionStorage.getItem(`review-comments-${two}-v1`)).not.toBeNull();
    await site.press('Undo');
    await findToast(/^Undone/);
    await way.ask();
    await site.press('Approve all without');
    await findToast('Approved 3 publications.');
    expect(getPosts(BULK).at(-1)?.[1]).toMatchObject({ publicationIds: [one, two, three] });
    expect(sessionStorage.getItem(`review-comments-${two}-v1`)).toBeNull();
    await site.press('Undo');
    await findToast(/^Undone. 3/);
    await waitFor(() => expect(sessionStorage.getItem(`review-comments-${two}-v1`)).not.toBeNull());
  });

  test.each([
    ['Quick Approve', openList, 'Quick Approve Two'],
    ['Approve in the manager', openManager, 'Approve Two'],
  ])('%s asks where the same text was rejected', async (_, openScreen, button) => {
    await addOriginal(two);
    openScreen();
    await site.press(button);
    const { getByText } = await findDialog('Approve this publication?');
    getByText('‘Original’ has the same text and was rejected.');
    await expectAccessible();
    await site.press('Cancel');
    expect(site.listPosts()).toEqual([]);
    await site.press(button);
    await site.press('Approve anyway');
    await findToast('Publication approved successfully');
    expect(getPosts(`${API}/reviews/${two}/approve`)).toEqual([[`${API}/reviews/${two}/approve`, {}]]);
  });

  test.each(Object.entries(BULK_WAYS))('several %s asks where the same text was rejected', async (_, way) => {
    const three = await createPublication(site, { title: 'Three' });
    await addOriginal(two);
    await way.open();
    await way.ask();
    const dialog = await findDialog('Approve 3 publications?');
    expect(dialog.getByRole('note').textContent).toBe(
      'The text of one of them was rejected or sent back for changes before, in another work.',
    );
    expect(listNamed()).toEqual(['TwoOliver PrattSame text as ‘Original’, rejected']);
    expect(dialog.queryByText(/comments/)).toBeNull();
    await expectAccessible();
    await site.press('Approve the other 2');
    await findToast('Approved 2 publications.');
    expect(getPosts(BULK)).toEqual([[BULK, { publicationIds: [one, three], action: 'approve', comments: '' }]]);
    await site.press('Undo');
    await findToast(/^Undone/);
    await way.ask();
    await site.press('Approve all anyway');
    await findToast('Approved 3 publications.');
    expect(getPosts(BULK).at(-1)?.[1]).toMatchObject({ publicationIds: [one, two, three] });
  });

  test('several of which one contradicts and another has comments are named apart', async () => {
    await createPublication(site, { title: 'Three' });
    await addOriginal(two);
    storeDraft(one, 'By whom?', [7]);
    openList();
    await select('One', 'Two', 'Three');
    await applyToList('Approve Selected');
    const dialog = await findDialog('Approve 3 publications?');
    dialog.getByText(/^You chose reasons or wrote comments for one of them/);
    expect(listNamed()).toEqual(['TwoOliver PrattSame text as ‘Original’, rejected', 'OneImogen Hart']);
    await expectAccessible();
    dialog.getByRole('button', { name: 'Approve all anyway' });
    dialog.getByRole('button', { name: 'Approve the other one' });
  });

  test('a text that was approved before is approved without a question', async () => {
    await addOriginal(two, 'approve');
    openList();
    await site.press('Quick Approve Two');
    await findToast('Publication approved successfully');
  });

  test('Ctrl-Enter is the filled button of the question', async () => {
    storeDraft(one, 'By whom?', [7]);
    openList();
    await site.press('Quick Approve One');
    const { dialog } = await findDialog('Approve with your comments?');
    dialog.querySelector('form')?.focus();
    await site.user.keyboard('{Control>}{Enter}{/Control}');
    await findToast('Publication approved successfully');
    expect(getPosts(`${API}/reviews/${one}/approve`)[0]?.[1]).toEqual({ comments: 'By whom?' });
  });
});

test('a decision that is undone after a reload brings its comments back', async () => {
  await openReview();
  await site.press('Mostly copied');
  await site.user.keyboard('r');
  await findToast('Publication rejected successfully');
  document.querySelector('.toast-area')?.replaceChildren();
  openManager();
  await findToast('Publication rejected successfully');
  await site.press('Undo');
  await findToast(/^Undone/);
  await site.press('Reject One');
  await findDialog('Reject One?');
  expect(listPressed()).toEqual(['7Mostly copied']);
});
