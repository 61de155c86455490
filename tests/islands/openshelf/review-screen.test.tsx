import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { expectFocus, findToast } from '../../support/islands/island-site.tsx';
import {
  createHistoryEntry,
  createReviewSite,
  findHeading,
  getComments,
  getRow,
  type ReviewSite,
  TOM,
} from '../../support/islands/review-site.tsx';

let site: ReviewSite;
beforeEach(async () => {
  site = await createReviewSite();
});
const panel = () => within(screen.getByRole('complementary', { name: 'Decision' }));
/** Finds a text of the decision panel, which takes the place of another one once the publication has loaded. */
const findInPanel = (text: string | RegExp) => waitFor(() => panel().getByText(text));

describe('what it shows', () => {
  test('the queue, the publication and everything for its decision', async () => {
    await site.openReview();
    await site.whenSettled();
    await findHeading('Remedies from a Hedgerow');
    expect(document.title).toContain('Remedies from a Hedgerow');
    expect(document.querySelector('.reader-meta')?.textContent).toBe(
      'Imogen HartLifestyle, HealthADMIN REVIEWINGv1, submitted 20 Nov 2026Waiting 4 days',
    );
    expect(getRow('Remedies').getAttribute('aria-current')).toBe('true');
    expect(getRow('Remedies').textContent).toBe(
      'Remedies from a HedgerowImogen HartAI needs review 64%Waiting for 4 days',
    );
    expect(getRow('The Beekeeper').textContent).toContain('AI approved 96%v2Waiting for 2 days');
    screen.getByText('7 decided today');
    expect(screen.getByRole('heading', { name: /^Pending reviews/ }).textContent).toBe('Pending reviews 3');
    panel().getByRole('heading', { name: 'AI Review' });
    panel().getByText('64% confidence');
    panel().getByText('A dose without a source.');
    for (const name of ['Approve Publication', 'Request changes', 'Reject Publication'])
      panel().getByRole('button', { name });
    await waitFor(() => expect(panel().getByText(/^Reserved for you/).textContent).toContain('for 15 min'));
    await expectAccessible();
  });

  test('the details under their titles, all of them by D', async () => {
    await site.openReview();
    await site.whenSettled();
    const details = () => [...document.querySelectorAll('details')];
    expect(details().map((each) => each.open)).toEqual([false, false, false]);
    await site.keys('d');
    expect(details().map((each) => each.open)).toEqual([true, true, true]);
    expect([...document.querySelectorAll('.panel-facts dd')].map(({ textContent }) => textContent)).toEqual([
      ...['Lifestyle', 'Health', '20 Nov 2026', 'v1', 'Imogen Hart', 'Botanist in Southland.', 'imogen@example.com'],
    ]);
    await expectAccessible();
    await site.keys('d');
    expect(details().map((each) => each.open)).toEqual([false, false, false]);
  });

  test('a work that was never submitted, without actions', async () => {
    site.change(1, { status: 'DRAFT', submitted_at: null, author_bio: null, author_contact: null, ai_comments: null });
    await site.openReview();
    await findInPanel('The author hasn’t submitted this yet.');
    expect(document.querySelector('.reader-meta')?.textContent).toContain('DRAFTv1, not submitted');
    expect(screen.queryByRole('button', { name: 'Approve Publication' })).toBeNull();
    expect(screen.queryByText('AI Review')).toBeNull();
    expect(site.getCalls('POST', '/reviews/1/claim')).toBe(0);
    await expectAccessible();
  });

  test.each([
    ['SUBMITTED', 'Waiting for the AI review.'],
    ['AI_REVIEWING', 'The AI review is running.'],
    ['APPROVED', 'Approved. It goes on the shelf when the publishing service has it ready.'],
    ['REJECTED', 'Rejected, and final: no appeal is left. The author can send a new version.'],
    ['PUBLISHED', 'Published on the shelf.'],
    ['WITHDRAWN', 'The author has withdrawn this.'],
  ])('what happened to one that is %s', async (status, text) => {
    site.change(1, { status, history: [createHistoryEntry()] });
    await site.openReview();
    await findInPanel(text);
    panel().getByText(/^Rejected by Tom Whitaker, /);
    expect(screen.queryByRole('button', { name: 'Reject Publication' })).toBeNull();
  });

  test('a rejection whose time to appeal is over, which is not called final', async () => {
    site.change(1, { status: 'REJECTED', is_final: true, is_appeal_over: true, history: [createHistoryEntry()] });
    await site.openReview();
    await findInPanel('Rejected. The time to appeal is over. The author can send a new version.');
  });

  test('one that the AI rejected can be opened for review', async () => {
    site.change(1, { status: 'AI_REJECTED' });
    site.network.intercept('POST', '/api/admin/openshelf/publications/1/open-review', () => {
      site.change(1, { status: 'ADMIN_REVIEWING' });
      return Response.json({ message: 'Opened for review.', data: site.publications[0] });
    });
    await site.openReview();
    await site.press('Open for review');
    await findToast('Opened for review.');
    await site.whenSettled();
  });

  test('an appeal with the decision that it is about', async () => {
    const history = [createHistoryEntry(), createHistoryEntry({ id: 2, move: 'appeal', comments: 'It has sources.' })];
    const blocked = 'You rejected this before. Another reviewer decides on the appeal.';
    site.change(1, { is_appeal: true, history, decision_blocked: blocked });
    await site.openReview();
    await site.whenSettled();
    const appeal = within(panel().getByRole('region', { name: 'Appeal' }));
    appeal.getByText('It has sources.');
    appeal.getByText('Rejected by Tom Whitaker');
    appeal.getByText('No sources.');
    expect(getRow('Remedies').textContent).toContain('Appeal');
    panel().getByText(blocked);
    await site.keys('a');
    await findToast(blocked);
    expect(site.getCalls('POST', '/reviews/1/approve')).toBe(0);
    expect(site.getCalls('POST', '/reviews/1/claim')).toBe(0);
    expect(panel().getByRole('button', { name: 'Approve Publication' }).getAttribute('aria-disabled')).toBe('true');
    await expectAccessible();
  });

  test('that a decision on an appeal is final, and why the judge before may make it', async () => {
    const judged = createHistoryEntry({ user: { id: site.viewerId, name: 'Aroha Ngata' } });
    const history = [judged, createHistoryEntry({ id: 2, move: 'appeal', comments: 'It has sources.' })];
    site.change(1, { is_appeal: true, history, is_final: true });
    await site.openReview();
    await site.whenSettled();
    const appeal = within(panel().getByRole('region', { name: 'Appeal' }));
    appeal.getByText('Rejected by you');
    appeal.getByText('You’ve judged this version before. You can decide on the appeal because no other reviewer can.');
    appeal.getByText('Your decision is final: no appeal is left after it.');
    await expectAccessible();
  });

  test('that it does not exist', async () => {
    await site.openReview(4);
    await screen.findByRole('heading', { name: 'Publication Not Found' });
    screen.getByText('The requested publication could not be found.');
    screen.getByRole('heading', { level: 1, name: 'Review' });
    expect(screen.getByRole('link', { name: 'Back to Reviews' }).getAttribute('href')).toBe('/admin/openshelf/reviews');
    await expectAccessible();
  });

  test('why it did not load, and loads it again', async () => {
    const end = site.network.fail('GET', '/api/admin/openshelf/publications/1', 500, {
      message: 'Something broke.',
    });
    await site.openReview();
    await screen.findByRole('heading', { name: 'Error Loading Publication' });
    screen.getByText('Failed to fetch publication details: Something broke.');
    screen.getByRole('link', { name: 'Back to Reviews' });
    await expectAccessible();
    end();
    await site.press('Retry');
    await findHeading('Remedies from a Hedgerow');
  });

  test('why the queue did not load', async () => {
    const path = '/api/admin/openshelf/reviews/pending?sort=oldest&page=1&limit=100';
    const end = site.network.fail('GET', path, 500, { error: 'Failed to fetch pending reviews' });
    await site.openReview();
    await screen.findByRole('heading', { name: 'Error Loading Reviews' });
    end();
    await site.press('Retry');
    await screen.findByText('The Beekeeper’s Ledger');
  });
});

describe('the reservation', () => {
  test('is released by the button, on leaving, and can be taken again', async () => {
    await site.openReview();
    await site.press('Release');
    await findInPanel('Not reserved');
    expect(site.getCalls('DELETE', '/reviews/1/claim')).toBe(1);
    await site.press('Reserve');
    await findInPanel(/^Reserved for you/);
    await site.user.click(getRow('The Beekeeper'));
    await waitFor(() => expect(site.getCalls('DELETE', '/reviews/1/claim')).toBe(2));
    await waitFor(() => expect(site.getCalls('POST', '/reviews/2/claim')).toBe(1));
    await findInPanel(/^Reserved for you/);
    window.dispatchEvent(new Event('pagehide'));
    expect(site.getCalls('DELETE', '/reviews/2/claim')).toBe(1);
  });

  test('of someone else stops decisions until one reviews anyway', async () => {
    site.claims.set(1, TOM);
    site.change(3, { claim: TOM });
    await site.openReview();
    await findInPanel('Tom Whitaker is reviewing this');
    expect(getRow('Tides').textContent).toContain('Tom is reviewing');
    await site.whenSettled();
    await site.keys('a');
    await findToast(/^Tom Whitaker is reviewing this\. Choose/);
    expect(site.getCalls('POST', '/reviews/1/approve')).toBe(0);
    await expectAccessible();
    await site.press('Review anyway');
    await site.keys('a');
    await findToast(/^Publication approved successfully/);
  });
});

describe('reasons and comments', () => {
  test('reasons that did not load are loaded again', async () => {
    const end = site.network.disconnect('GET', '/api/admin/openshelf/reasons');
    await site.openReview(1);
    await screen.findByText('Couldn’t load the reasons');
    end();
    await site.press('Retry');
    await screen.findByRole('button', { name: 'Misleading' });
    expect(screen.queryByText('Couldn’t load the reasons')).toBeNull();
  });

  test('keys choose reasons, whose texts are the comments in the wording of the category', async () => {
    await site.openReview();
    await site.whenSettled();
    await site.keys('1');
    expect(getComments().value).toBe('Add a source for each dose.');
    panel().getByText('From reason 1');
    await site.keys('3');
    expect(getComments().value).toBe('Add a source for each dose.\n\nPersonal data: please change this.');
    expect(panel().getByRole('button', { name: 'Personal data', pressed: true }).className).toBe('reason');
    expect(panel().getByRole('button', { name: 'Request changes' }).className).toContain('button-primary');
    expect(panel().getByRole('button', { name: 'Approve Publication' }).className).toContain('button-secondary');
    await expectAccessible();
    await site.keys('13');
    expect(getComments().value).toBe('');
    expect(panel().getByRole('button', { name: 'Approve Publication' }).className).toContain('button-primary');
  });

  test('a reason without a text leads to the comments, where keys are letters', async () => {
    await site.openReview();
    await site.whenSettled();
    await site.keys('9');
    await expectFocus(getComments);
    await site.keys('arc1');
    expect(getComments().value).toBe('arc1');
    expect(site.getCalls('POST', '/reviews/1/approve')).toBe(0);
  });

  test('what is typed survives going to another and coming back', async () => {
    await site.openReview();
    await site.whenSettled();
    await site.user.type(getComments(), 'Half a sentence');
    await site.user.click(getRow('The Beekeeper'));
    await findHeading('The Beekeeper’s Ledger');
    await site.whenSettled();
    expect(getComments().value).toBe('');
    await site.user.click(getRow('Remedies'));
    await findHeading('Remedies from a Hedgerow');
    await site.whenSettled();
    expect(getComments().value).toBe('Half a sentence');
  });
});
