import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { expectFocus, findDialog, findToast } from '../../support/islands/island-site.tsx';
import {
  createHistoryEntry,
  createReviewSite,
  findHeading,
  getComments,
  getRow,
  NOW,
  type ReviewSite,
} from '../../support/islands/review-site.tsx';

let site: ReviewSite;
beforeEach(async () => {
  site = await createReviewSite();
});
const APPROVE = '/reviews/1/approve';
const REJECT = '/reviews/1/reject';
const CHANGES = '/reviews/1/request-changes';
const getHeading = () => screen.getByRole('heading', { level: 1 });
const open = async (id = 1) => {
  await site.openReview(id);
  await site.whenSettled();
};

describe('approving', () => {
  test('strikes the row through, opens the next, and focuses its heading', async () => {
    await open();
    await site.keys('a');
    await findToast(/^Publication approved successfully/);
    await findHeading('The Beekeeper’s Ledger');
    await expectFocus(getHeading);
    expect(window.location.pathname).toBe('/admin/openshelf/reviews/2');
    expect(site.getBodies(APPROVE)).toEqual([{}]);
    expect(getRow('Remedies').textContent).toContain('Approved, undo in 10 s');
    expect(getRow('Remedies').querySelector('s')).not.toBeNull();
    await waitFor(() => expect(site.getCalls('DELETE', '/reviews/1/claim')).toBe(1));
    await expectAccessible();
  });

  test('offers no more of a queue that is shown whole, while the decision is sent', async () => {
    await open();
    site.network.hold('POST', `/api/admin/openshelf${APPROVE}`);
    await site.keys('a');
    await findHeading('The Beekeeper’s Ledger');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('before the queue has loaded opens the next as soon as it has', async () => {
    const release = site.network.hold('GET', '/api/admin/openshelf/reviews/pending');
    await site.openReview();
    await screen.findByRole('region', { name: 'Review Actions', busy: false });
    await site.keys('a');
    await findToast(/^Publication approved successfully/);
    release();
    await findHeading('The Beekeeper’s Ledger');
  });

  test('sends what was typed', async () => {
    await open();
    await site.user.type(getComments(), 'Lovely.');
    await site.press('Approve Publication');
    await waitFor(() => expect(site.getBodies(APPROVE)).toEqual([{ comments: 'Lovely.' }]));
  });

  test('with a chosen reason asks whether its comments are sent', async () => {
    await open();
    await site.keys('1a');
    const dialog = await findDialog('Approve with your comments?');
    dialog.getByText('You chose a reason. Your comments have 6 words.');
    expect(site.getBodies(APPROVE)).toEqual([]);
    await expectAccessible();
    await site.press('Approve and send');
    await findToast(/^Publication approved successfully/);
    expect(site.getBodies(APPROVE)).toEqual([{ comments: 'Add a source for each dose.' }]);
    await site.whenSettled();
    await site.keys('2a');
    await findDialog('Approve with your comments?');
    await site.press('Approve without');
    await waitFor(() => expect(site.getBodies('/reviews/2/approve')).toEqual([{}]));
  });

  test('asks first where the same text was rejected by an own decision of a moment ago', async () => {
    const rejected = {
      id: 1,
      title: 'Remedies from a Hedgerow',
      author_name: 'Imogen Hart',
      version_number: 1,
      same_text_percent: 100,
      same_text_basis: 'equal' as const,
      decision: 'rejected' as const,
      comments: null,
      user: null,
      at: NOW,
    };
    await open();
    const release = site.network.hold('POST', `/api/admin/openshelf${REJECT}`);
    await site.keys('1r');
    await findHeading('The Beekeeper’s Ledger');
    await site.whenSettled();
    site.precedents.set(2, { similar: [rejected], by_author: [], waiting: [] });
    release();
    await screen.findByText('An approval would contradict one of them.');
    await site.whenSettled();
    await site.keys('a');
    const dialog = await findDialog('Approve this publication?');
    dialog.getByText('‘Remedies from a Hedgerow’ has the same text and was rejected.');
    expect(site.getBodies('/reviews/2/approve')).toEqual([]);
    await site.press('Approve anyway');
    await waitFor(() => expect(site.getBodies('/reviews/2/approve')).toEqual([{}]));
  });

  test('waits until the text can be read', async () => {
    site.change(1, { html_url: 'https://example.com/1.html' });
    const release = site.network.hold('GET', '/api/admin/openshelf/publications/1/text');
    await site.openReview();
    await screen.findByRole('region', { name: 'Review Actions', busy: true });
    await site.keys('a');
    release();
    await site.whenSettled();
    expect(site.getBodies(APPROVE)).toEqual([]);
    await site.keys('a');
    await findToast(/^Publication approved successfully/);
  });

  test('says what its button waits for: the text, then earlier decisions on it', async () => {
    site.change(1, { html_url: 'https://example.com/1.html' });
    const releaseText = site.network.hold('GET', '/api/admin/openshelf/publications/1/text');
    const releasePrecedents = site.network.hold('GET', '/api/admin/openshelf/publications/1/precedents');
    await site.openReview();
    const waiting = await screen.findByRole('button', { name: 'Loading text...' });
    expect(waiting.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('button', { name: 'Reject Publication' }).getAttribute('aria-disabled')).toBe('true');
    releaseText();
    await screen.findByRole('button', { name: 'Checking...' });
    await site.keys('a');
    releasePrecedents();
    await site.whenSettled();
    expect(site.getBodies(APPROVE)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Approve Publication' }).hasAttribute('aria-disabled')).toBe(false);
  });

  test('has its buttons where they were while a publication of the queue loads', async () => {
    await open();
    const release = site.network.hold('GET', '/api/admin/openshelf/publications/3');
    await site.user.click(getRow('Tides'));
    await screen.findByRole('button', { name: 'Loading text...' });
    screen.getByRole('complementary', { name: 'Decision', busy: true });
    await expectAccessible();
    release();
    await site.whenSettled();
    screen.getByRole('button', { name: 'Approve Publication' });
  });

  test('stays on the publication when the next one should not be opened, and says in its button that it is being sent', async () => {
    await open();
    await site.user.click(screen.getByRole('checkbox', { name: 'Open the next one after a decision' }));
    const release = site.network.hold('POST', `/api/admin/openshelf${APPROVE}`);
    await site.keys('a');
    await screen.findByRole('button', { name: 'Approving...' });
    screen.getByRole('button', { name: 'Reject Publication' });
    release();
    await screen.findByRole('heading', { name: 'Approved' });
    expect(getHeading().textContent).toBe('Remedies from a Hedgerow');
    await expectAccessible();
    expect(localStorage.getItem('reviewAdvance')).toBe('false');
  });

  test('skips those that someone else is reviewing', async () => {
    site.change(2, { claim: { user_id: 900, name: 'Tom Whitaker', until: '2026-11-22T10:10:00.000Z' } });
    await open();
    await site.keys('a');
    await findHeading('Tides of the Hokianga');
  });

  test('of the last one leads to the empty queue', async () => {
    site.publications.splice(1);
    await open();
    await site.press('Approve Publication');
    await screen.findByRole('heading', { name: 'No Pending Reviews' });
    screen.getByText('All publications have been reviewed. Great job!');
    expect(screen.queryByRole('complementary', { name: 'Decision' })).toBeNull();
    await expectAccessible();
  });
});

describe('rejecting and asking for changes', () => {
  test('with a comment decides at once', async () => {
    await open();
    await site.keys('1c');
    await findToast(/^Changes requested/);
    expect(site.getBodies(CHANGES)).toEqual([{ comments: 'Add a source for each dose.', reason_ids: [11] }]);
    expect(getRow('Remedies').textContent).toContain('Changes requested, undo in 10 s');
    // Its comments are kept for an undo.
    expect(sessionStorage.getItem('decisionUndos')).toContain('Add a source for each dose.');
  });

  test('forgets the comments once it can’t be undone', async () => {
    const data = site.publications[0];
    site.network.intercept('POST', `/api/admin/openshelf${CHANGES}`, () =>
      Response.json({ message: 'Changes requested successfully', data, undo: null }),
    );
    await open();
    await site.keys('1c');
    await findToast(/^Changes requested/);
    await waitFor(() => expect(sessionStorage.getItem('review-comments-1-v1')).toBeNull());
  });

  test('without a comment asks for one', async () => {
    await open();
    await site.keys('r');
    const { getByLabelText, getByRole, findByText, dialog } = await findDialog('Reject Publication');
    expect(dialog.textContent).toContain('Remedies from a HedgerowImogen Hart, v1');
    await expectAccessible();
    await site.user.click(getByRole('button', { name: 'Reject Publication' }));
    await findByText('Comments are required for rejection');
    await expectFocus(() => getByLabelText('Comments to the author'));
    await expectAccessible();
    expect(site.getCalls('POST', REJECT)).toBe(0);
    await site.user.type(getByLabelText('Comments to the author'), 'A dose needs a source. jarc');
    await site.user.click(getByRole('button', { name: 'Reject Publication' }));
    await findToast(/^Publication rejected successfully/);
    expect(site.getBodies(REJECT)).toEqual([{ comments: 'A dose needs a source. jarc' }]);
    await findHeading('The Beekeeper’s Ledger');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('says in its dialog that it contradicts an approval, and offers changes instead', async () => {
    const approved = {
      id: 9,
      title: 'A Kitchen Pharmacy',
      author_name: 'Pania Ruru',
      version_number: 1,
      comments: null,
      at: NOW,
      same_text_percent: 81,
      same_text_basis: 'whole' as const,
      decision: 'approved' as const,
      user: { id: 900, name: 'Tom Whitaker' },
    };
    site.precedents.set(1, { similar: [approved], by_author: [], waiting: [] });
    await open();
    await site.keys('r');
    const { getByRole, getByLabelText } = await findDialog('Reject Publication');
    expect(getByRole('note').textContent).toBe(
      'A similar text was approved: ‘A Kitchen Pharmacy’ by Pania Ruru (Tom Whitaker, 22 Nov 2026). Request changes instead',
    );
    await expectAccessible();
    await site.user.type(getByLabelText('Comments to the author'), 'Add a source.');
    await site.user.click(getByRole('button', { name: 'Request changes instead' }));
    const changes = await findDialog('Request changes');
    expect(changes.queryByRole('note')).toBeNull();
    await site.user.click(changes.getByRole('button', { name: 'Request changes' }));
    await waitFor(() => expect(site.getBodies(CHANGES)).toEqual([{ comments: 'Add a source.' }]));
  });

  test('keeps what was typed when the dialog is closed', async () => {
    await open();
    await site.press('Request changes');
    const { getByLabelText, getByRole } = await findDialog('Request changes');
    await site.user.type(getByLabelText('Comments to the author'), 'Half');
    await site.user.click(getByRole('button', { name: 'Cancel' }));
    expect(getComments().value).toBe('Half');
  });
});

describe('one decision for one publication', () => {
  test('however fast the keys are pressed, and while one is held down', async () => {
    await open();
    for (const key of ['a', 'a', 'r', 'c']) fireEvent.keyDown(document.body, { key });
    await findHeading('The Beekeeper’s Ledger');
    fireEvent.keyDown(document.body, { key: 'a' });
    await site.whenSettled();
    fireEvent.keyDown(document.body, { key: 'a', repeat: true });
    await findToast(/^Publication approved successfully/);
    expect(site.network.calls.filter(({ path }) => /reviews\/\d+\/(approve|reject|request)/.test(path))).toHaveLength(
      1,
    );
  });

  test('and a double click decides once', async () => {
    await open();
    await site.user.dblClick(screen.getByRole('button', { name: 'Approve Publication' }));
    await findHeading('The Beekeeper’s Ledger');
    await site.whenSettled();
    fireEvent.click(screen.getByRole('button', { name: 'Approve Publication' }), { detail: 2 });
    expect(site.getCalls('POST', APPROVE)).toBe(1);
    expect(site.getCalls('POST', '/reviews/2/approve')).toBe(0);
  });
});

test('comments that were sent with the decision are not called unsent', async () => {
  const comments = 'Please add a source.';
  sessionStorage.setItem('review-comments-1-v2', JSON.stringify({ reasonIds: [], comments, isEdited: true }));
  site.change(1, { status: 'REJECTED', version_number: 2, history: [createHistoryEntry({ comments })] });
  await site.openReview();
  await screen.findByRole('heading', { name: 'What happened' });
  expect(screen.queryByText('Your comments weren’t sent')).toBeNull();
});

describe('undo', () => {
  test('brings the publication back and opens it', async () => {
    await open();
    await site.keys('a');
    await findToast(/^Publication approved successfully/);
    await findHeading('The Beekeeper’s Ledger');
    await site.keys('z');
    await findToast('Decision undone.');
    await findHeading('Remedies from a Hedgerow');
    await expectFocus(getHeading);
    expect(getRow('Remedies').querySelector('s')).toBeNull();
    expect(site.getBodies('/api/admin/undo')).toEqual([{ ids: ['1'] }]);
    await site.whenSettled();
    await site.keys('a');
    await waitFor(() => expect(site.getCalls('POST', APPROVE)).toBe(2));
  });

  test('brings the comments and the reasons back, too', async () => {
    await open();
    await site.keys('1');
    const comments = getComments().value;
    expect(comments).not.toBe('');
    await site.keys('c');
    await findHeading('The Beekeeper’s Ledger');
    await site.keys('z');
    await findToast('Decision undone.');
    await findHeading('Remedies from a Hedgerow');
    await waitFor(() => expect(getComments().value).toBe(comments));
    expect(screen.getByRole('button', { pressed: true, name: /Advice/ })).not.toBeNull();
  });

  test('that is pressed before the server has answered happens afterwards', async () => {
    await open();
    const answer = Promise.withResolvers<void>();
    const publication = site.publications[0];
    site.network.intercept('POST', `/api/admin/openshelf${APPROVE}`, async () => {
      await answer.promise;
      return Response.json({ message: 'Publication approved successfully', data: publication, undo: { id: '1' } });
    });
    await site.keys('a');
    expect(getRow('Remedies').textContent).toContain('Sending...');
    await site.keys('z');
    expect(site.getCalls('POST', '/api/admin/undo')).toBe(0);
    answer.resolve();
    await findToast('Decision undone.');
    await findHeading('Remedies from a Hedgerow');
  });

  test('is offered again after a reload of the page, and opens the publication', async () => {
    await open();
    await site.keys('a');
    await findToast(/^Publication approved successfully/);
    await findHeading('The Beekeeper’s Ledger');
    document.querySelector('.toast-area')?.replaceChildren();
    await site.openReview(2);
    await site.whenSettled();
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Remedies/ })).toBeNull());
    await findToast(/^Publication approved successfully/);
    screen.getByText(/^Remedies from a Hedgerow\. Not sent/);
    await site.keys('z');
    await findToast('Decision undone.');
    await findHeading('Remedies from a Hedgerow');
    await waitFor(() => expect(getRow('Remedies').querySelector('s')).toBeNull());
    expect(site.getBodies('/api/admin/undo')).toEqual([{ ids: ['1'] }]);
  });

  test('that comes too late says so, and shows the decision', async () => {
    await open();
    await site.keys('a');
    await findToast(/^Publication approved successfully/);
    site.network.fail('POST', '/api/admin/undo', 409, { error: 'This can’t be undone any more.' });
    await site.keys('z');
    await findToast('This can’t be undone any more.');
    await screen.findByText(/^Approved\. It goes on the shelf/);
  });
});

describe('a refused decision', () => {
  test('says who was faster, sends nothing and keeps the comments', async () => {
    await open();
    site.network.intercept('POST', `/api/admin/openshelf${REJECT}`, () => {
      site.change(1, {
        status: 'APPROVED',
        history: [createHistoryEntry({ move: 'approve', at: '2026-11-22T09:55:00.000Z' })],
      });
      return Response.json({ error: 'Tom approved this.' }, { status: 409 });
    });
    await site.keys('1r');
    await findToast(/^Tom has decided this one/);
    screen.getByText('Remedies from a Hedgerow: Approved 5 minutes ago. Nothing of yours was sent.');
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Remedies/ })).toBeNull());
    window.history.replaceState(null, '', '/admin/openshelf/reviews/1');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await screen.findByText('Your comments weren’t sent');
    screen.getByText('Add a source for each dose.');
    await expectAccessible();
  });

  test('repeats the server where no one was faster', async () => {
    await open();
    site.network.fail('POST', `/api/admin/openshelf${APPROVE}`, 409, { error: 'Reload the page.' });
    await site.keys('a');
    await findToast(/^Failed to approve publication/);
    screen.getByText('Remedies from a Hedgerow: Reload the page.');
  });

  test('without a connection marks the row, and can be made again with the same comments', async () => {
    await open();
    const end = site.network.disconnect('POST', `/api/admin/openshelf${REJECT}`);
    await site.keys('1r');
    const message = 'Failed to reject publication: No response from server. Please check your network connection.';
    await findToast(new RegExp(`^${message}`));
    await waitFor(() => expect(getRow('Remedies').textContent).toContain('Not sent'));
    await findHeading('The Beekeeper’s Ledger');
    await site.user.click(getRow('Remedies'));
    await findHeading('Remedies from a Hedgerow');
    await site.whenSettled();
    within(screen.getByRole('complementary', { name: 'Decision' })).getByText(message);
    expect(getComments().value).toBe('Add a source for each dose.');
    end();
    await site.keys('r');
    await findToast(/^Publication rejected successfully/);
    expect(site.getBodies(REJECT)).toHaveLength(2);
  });

  test('is said once, beside the actions, while the publication stays open', async () => {
    await open();
    await site.user.click(screen.getByRole('checkbox', { name: 'Open the next one after a decision' }));
    site.network.fail('POST', `/api/admin/openshelf${APPROVE}`, 500, { error: 'Try again later.' });
    await site.keys('a');
    const actions = within(await screen.findByRole('region', { name: 'Review Actions' }));
    await actions.findByText('Failed to approve publication: Try again later.');
    expect(screen.getAllByText(/^Failed to approve publication/)).toHaveLength(1);
    await expectAccessible();
  });
});
