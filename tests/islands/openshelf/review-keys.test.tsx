import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { expectFocus, findDialog, findToast } from '../../support/islands/island-site.tsx';
import {
  createReviewSite,
  findHeading,
  getComments,
  NOW,
  type ReviewSite,
} from '../../support/islands/review-site.tsx';

let site: ReviewSite;
beforeEach(async () => {
  site = await createReviewSite();
});
const APPROVE = '/reviews/1/approve';
const getHeading = () => screen.getByRole('heading', { level: 1 });
const open = async () => {
  await site.openReview();
  await site.whenSettled();
};
const reject = (...ids: number[]) => {
  for (const each of site.publications) if (ids.includes(each.id)) each.status = 'REJECTED';
};

describe('keys', () => {
  test('go to the next and the previous publication', async () => {
    await open();
    await site.keys('j');
    await findHeading('The Beekeeper’s Ledger');
    await expectFocus(getHeading);
    await site.keys('j');
    await findHeading('Tides of the Hokianga');
    await site.keys('j');
    expect(getHeading().textContent).toBe('Tides of the Hokianga');
    await site.keys('k');
    await findHeading('The Beekeeper’s Ledger');
  });

  test('go to the comments, and Escape brings the other keys back', async () => {
    await open();
    await site.keys('1e');
    await expectFocus(getComments);
    await site.keys(' Thank you.');
    expect(getComments().value).toBe('Add a source for each dose. Thank you.');
    await site.keys('{Escape}');
    await expectFocus(getHeading);
    await site.keys('c');
    await findToast(/^Changes requested/);
  });

  test('scroll what is read and show the next view; Space still presses a button that has the focus', async () => {
    await open();
    const pressed = () => document.querySelector('.segments [aria-pressed=true]')?.textContent;
    expect(pressed()).toBe('Text');
    await site.keys('v');
    expect(pressed()).toBe('Description');
    const scrollBy = vi.fn();
    Object.assign(document.querySelector('.reader-scroll') ?? {}, { scrollBy });
    await site.keys(' {PageDown}');
    expect(scrollBy).toHaveBeenCalledTimes(2);
    screen.getByRole('button', { name: 'Text' }).focus();
    await site.keys(' ');
    expect(pressed()).toBe('Text');
    expect(scrollBy).toHaveBeenCalledTimes(2);
  });

  test('can be turned off for this browser, and on again', async () => {
    await open();
    await site.press('Turn keys off');
    await site.keys('a1jx');
    expect(getHeading().textContent).toBe('Remedies from a Hedgerow');
    expect(getComments().value).toBe('');
    expect(localStorage.getItem('reviewKeys')).toBe('false');
    await expectAccessible();
    await site.press('Turn keys on');
    await site.keys('1');
    expect(getComments().value).not.toBe('');
  });

  test('are named only where they do something', async () => {
    const getHints = () => screen.getByRole('region', { name: 'Keys' }).textContent;
    await open();
    expect(getHints()).toContain('A approve');
    expect(getHints()).toContain('J K next, previous');
    expect(getHints()).not.toContain('Z undo');
    await site.user.click(screen.getByRole('checkbox', { name: 'Open the next one after a decision' }));
    await site.keys('a');
    await screen.findByRole('heading', { name: 'Approved' });
    expect(getHints()).toContain('Z undo');
    expect(getHints()).not.toContain('A approve');
    expect(getHints()).not.toContain('X select');
  });

  test('do nothing with a modifier, and are listed under ?', async () => {
    await open();
    fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
    expect(site.getCalls('POST', APPROVE)).toBe(0);
    await site.keys('?');
    const { dialog } = await findDialog('Keyboard shortcuts');
    for (const text of ['Next publication', 'Request changes', 'Undo the last decision', 'Reason: Something else'])
      expect(dialog.textContent).toContain(text);
    await site.keys('a');
    expect(site.getCalls('POST', APPROVE)).toBe(0);
  });
});

describe('copies in the queue', () => {
  const copy = {
    id: 3,
    title: 'Tides of the Hokianga',
    author_name: 'Ngaire Williams',
    version_number: 1,
    same_text_percent: 98,
    same_text_basis: 'whole' as const,
    queued_at: NOW,
  };

  test('are compared, and decided on together in one request that can be undone', async () => {
    site.precedents.set(1, { similar: [], by_author: [], waiting: [copy] });
    site.network.intercept('POST', '/api/admin/openshelf/publications/bulk-action', () => {
      reject(1, 3);
      const data = { updated: 2, skipped: [] };
      return Response.json({ message: 'Rejected 2 publications.', data, undo: { id: '1,3' } });
    });
    await open();
    await site.press('Compare with ‘Tides of the Hokianga’');
    const comparison = await findDialog('Compared with ‘Tides of the Hokianga’');
    await comparison.findByText('The texts are the same.');
    expect(site.network.calls.at(-1)?.path).toContain('/publications/1/diff?from=1&to=1&with=3');
    await expectAccessible();
    await site.user.click(comparison.getByRole('button', { name: 'Close' }));
    await site.press('Decide both');
    const { getByRole, dialog } = await findDialog('Decide on 2 publications');
    expect(dialog.textContent).toContain('Ngaire Williams');
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Reject both...' }));
    const rejection = await findDialog('Reject 2 publications?');
    await site.user.click(rejection.getByRole('button', { name: 'Reject 2' }));
    await findToast('Rejected 2 publications.');
    await findHeading('The Beekeeper’s Ledger');
    await site.keys('z');
    await findToast('Decision undone.');
  });

  test('that only resemble the publication, or while it can’t be decided on, are decided on alone', async () => {
    site.precedents.set(1, { similar: [], by_author: [], waiting: [{ ...copy, same_text_percent: 60 }] });
    site.change(2, { decision_blocked: 'You decided on this version before.' });
    await open();
    screen.getByRole('button', { name: 'Compare with ‘Tides of the Hokianga’' });
    expect(screen.queryByRole('button', { name: 'Decide both' })).toBeNull();
    site.precedents.set(2, { similar: [], by_author: [], waiting: [copy] });
    await site.keys('j');
    await findHeading('The Beekeeper’s Ledger');
    await screen.findByRole('heading', { name: 'Also in the queue' });
    expect(screen.queryByRole('button', { name: 'Decide both' })).toBeNull();
  });
});

describe('several at once', () => {
  test('are selected by X or the boxes, and rejected in one request after a question', async () => {
    const path = '/api/admin/openshelf/publications/bulk-action';
    site.network.intercept('POST', path, () => {
      reject(1, 3);
      const data = { updated: 2, skipped: [] };
      return Response.json({ message: 'Rejected 2 publications.', data, undo: { id: '1,3' } });
    });
    await open();
    await site.keys('x');
    await site.user.click(screen.getByRole('checkbox', { name: 'Select Tides of the Hokianga' }));
    screen.getByText('2 selected');
    await site.press('Reject Selected');
    const { getByRole, dialog } = await findDialog('Reject 2 publications?');
    expect(dialog.textContent).toContain('Bulk rejection via admin panel');
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Reject 2' }));
    await findToast('Rejected 2 publications.');
    await findHeading('The Beekeeper’s Ledger');
    expect(site.getBodies('/publications/bulk-action')).toEqual([
      { publicationIds: [1, 3], action: 'reject', comments: 'Bulk rejection via admin panel' },
    ]);
    screen.getByText('0 selected');
    await site.keys('z');
    await findToast('Decision undone.');
    await waitFor(() => expect(document.querySelectorAll('.queue-row s')).toHaveLength(0));
  });
});
