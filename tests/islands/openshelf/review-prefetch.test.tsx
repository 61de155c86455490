import { fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createReviewSite, findHeading, type ReviewSite } from '../../support/islands/review-site.tsx';

let site: ReviewSite;
beforeEach(async () => {
  site = await createReviewSite();
});
const open = async () => {
  await site.openReview();
  await site.whenSettled();
};

test('opens what was requested before the decision: the publication and its text, once and without a claim', async () => {
  site.change(2, { html_url: 'https://example.com/2.html', last_decided_version: 1 });
  const count = (path: string) => site.getCalls('GET', `/publications/2${path}`);
  await open();
  await waitFor(() => expect([count(''), count('/text?version=2'), count('/diff?from=1&to=2')]).toEqual([1, 1, 1]));
  expect(site.getCalls('POST', '/reviews/2/claim')).toBe(0);
  const release = site.network.hold('GET', '/api/admin/openshelf/publications/2');
  await site.keys('a');
  await findHeading('The Beekeeper’s Ledger');
  await site.whenSettled();
  release();
  expect([count(''), count('/text?version=2'), count('/diff?from=1&to=2')]).toEqual([1, 1, 1]);
  expect(site.getCalls('POST', '/reviews/2/claim')).toBe(1);
  expect(document.querySelector('.reader-crumb')?.textContent).toContain('1 of 2');
});

test('requests the next one again when the queue says that it has changed', async () => {
  await open();
  await waitFor(() => expect(site.getCalls('GET', '/publications/2')).toBe(1));
  site.change(2, { title: 'The Beekeeper’s Accounts', updated_at: '2026-11-22T10:01:00.000Z' });
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(site.getCalls('GET', '/publications/2')).toBe(2));
  await site.keys('a');
  await findHeading('The Beekeeper’s Accounts');
});

test('opens the next one although its request before the decision failed', async () => {
  const end = site.network.fail('GET', '/api/admin/openshelf/publications/2');
  await open();
  await waitFor(() => expect(site.getCalls('GET', '/publications/2')).toBe(1));
  end();
  await site.keys('a');
  await findHeading('The Beekeeper’s Ledger');
  await site.whenSettled();
});
