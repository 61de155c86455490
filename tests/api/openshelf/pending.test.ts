import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPublication, recordHistory } from '../../support/app/publications.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const HOUR = 3_600_000;
const LIFESTYLE = 6;
const HEALTH = 37;

let test: TestApp;
let admin: ApiCaller;

beforeAll(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
  const now = test.clock.now();
  const waiting = (title: string, hours: number) => ({ title, queuedAt: now - hours * HOUR });
  await createPublication(test, { ...waiting('Second', 2), aiDecision: 'approved', aiConfidence: 0.96 });
  await createPublication(test, {
    ...waiting('First', 3),
    aiDecision: 'needs_review',
    categoryId: LIFESTYLE,
    subcategoryId: HEALTH,
    claimedBy: admin.id,
    claimedUntil: now + HOUR,
  });
  await createPublication(test, { ...waiting('Third', 1), aiDecision: 'approved', categoryId: LIFESTYLE });
  await createPublication(test, { ...waiting('Third with a later id', 1), claimedBy: admin.id, claimedUntil: now });
  await createPublication(test, { title: 'Decided', status: 'APPROVED', queuedAt: now - 9 * HOUR });
});
afterAll(() => test.close());

const list = (query = '') => admin.call('GET', `/api/admin/openshelf/reviews/pending${query}`);
const listTitles = async (query: string) =>
  (await list(query)).body.data.publications.map(({ title }: { title: string }) => title);

describe('GET /api/admin/openshelf/reviews/pending', () => {
  it('lists what waits for a reviewer, the longest wait first', async () => {
    expect(await listTitles('')).toEqual(['First', 'Second', 'Third', 'Third with a later id']);
    expect(await listTitles('?sort=newest')).toEqual(['Third with a later id', 'Third', 'Second', 'First']);
    const { body } = await list();
    expect(body.data.pagination).toEqual({ page: 1, limit: 20, total: 4, totalPages: 1 });
    expect(body.data.publications[0]).toMatchObject({
      category: 'Lifestyle',
      subcategory: 'Health',
      status: 'ADMIN_REVIEWING',
      ai_decision: 'needs_review',
      claim: { user_id: admin.id, name: 'Mere Tane' },
    });
  });

  it('shows no claim that is over', async () => {
    const { body } = await list('?sort=newest&limit=1');
    expect(body.data.publications[0].claim).toBeNull();
  });

  it.each([
    ['?category=Lifestyle', ['First', 'Third']],
    ['?ai_decision=approved', ['Second', 'Third']],
    ['?ai_decision=approved&category=Lifestyle', ['Third']],
    ['?ai_decision=rejected', []],
    ['?category=Fiction&sort=newest', ['Third with a later id', 'Second']],
    ['?category=&ai_decision=&sort=', ['First', 'Second', 'Third', 'Third with a later id']],
    ['?limit=2&page=2', ['Third', 'Third with a later id']],
    ['?limit=3&page=2&sort=newest', ['First']],
    ['?page=9', []],
  ])('filters, sorts and pages by %s', async (query, titles) => {
    expect(await listTitles(query)).toEqual(titles);
  });

  it.each([
    ['?category=Gardening', 'This category no longer exists. Choose another.'],
    ['?category=Health', 'This category no longer exists. Choose another.'],
    ["?category=' OR 1=1 --", 'This category no longer exists. Choose another.'],
    ['?ai_decision=maybe', '‘ai_decision’ must be approved, rejected or needs_review.'],
    ['?sort=title', '‘sort’ must be oldest or newest.'],
    ['?page=0', '‘page’ must be a whole number from 1 to 1,000,000.'],
    ['?page=-1', '‘page’ must be a whole number from 1 to 1,000,000.'],
    ['?limit=101', '‘limit’ must be a whole number from 1 to 100.'],
    ['?limit=1.5', '‘limit’ must be a whole number from 1 to 100.'],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await list(query);
    expect({ status, message: body.issues[0].message }).toEqual({ status: 400, message });
  });

  it('counts the decisions of the caller since midnight of the company’s day, without undone ones', async () => {
    const other = await createApiCaller(test);
    const publicationId = await createPublication(test, { status: 'APPROVED' });
    // 13:00 in Auckland: the day began 13 hours ago.
    const now = test.clock.now();
    const decided = (userId: number, hours: number, isUndone = false) =>
      ({ publicationId, userId, isUndone, at: now - hours * HOUR }) as const;
    await recordHistory(test, [
      { ...decided(admin.id, 13), move: 'approve' },
      { ...decided(admin.id, 1), move: 'reject' },
      { ...decided(admin.id, 0), move: 'request_changes' },
      { ...decided(admin.id, 13.001), move: 'approve' },
      { ...decided(admin.id, 1, true), move: 'approve' },
      { ...decided(admin.id, 1), move: 'open_review' },
      { ...decided(other.id, 1), move: 'approve' },
    ]);
    expect((await list()).body.data.decided_today).toBe(3);
    expect((await other.call('GET', '/api/admin/openshelf/reviews/pending')).body.data.decided_today).toBe(1);
  });
});
