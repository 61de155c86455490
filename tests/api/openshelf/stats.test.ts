import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AiDecision,
  aiDecisions,
  type PublicationMove,
  publicationMoves,
  publicationStatuses,
  type PublicationStatus,
} from '#api/domain/publication-states.ts';
import { openshelfWebhooks } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPublication, recordHistory } from '../../support/app/publications.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const DAY = 86_400_000;
const CATEGORIES = [
  'Fiction',
  'Non-Fiction',
  'Reference & Knowledge',
  'Creative Works',
  'Academic & Professional',
  'Lifestyle',
  'Media & Mixed',
];

let test: TestApp;
let admin: ApiCaller;

beforeAll(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
beforeEach(() => write(test.db, ['DELETE FROM openshelf_webhooks', 'DELETE FROM publications']));
afterAll(() => test.close());

const getStats = async () => (await admin.call('GET', '/api/admin/openshelf/stats')).body.data;
const getSummary = async () => (await admin.call('GET', '/api/admin/openshelf/dashboard')).body.data.summary;

type Entry = {
  move: PublicationMove;
  aiDecision: AiDecision | null;
  aiConfidence: number | null;
  categoryId: number;
  isUndone: boolean;
  at: number;
};

/** The same statistics, from the rows one by one. */
function computeNaively(statuses: PublicationStatus[], entries: Entry[], now: number) {
  const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));
  const countStatus = (status: PublicationStatus) => statuses.filter((each) => each === status).length;
  const countMove = (move: PublicationMove) => entries.filter((entry) => entry.move === move && !entry.isUndone).length;
  const isDecision = ({ move }: Entry) => ['approve', 'reject', 'request_changes'].includes(move);
  const decisions = entries.filter((entry) => isDecision(entry) && !entry.isUndone);
  const isApproval = ({ move }: Entry) => move === 'approve';
  const approvals = decisions.filter(isApproval).length;
  const agreement = (rows: Entry[]) => {
    const judged = rows.filter(({ aiDecision }) => aiDecision === 'approved' || aiDecision === 'rejected');
    return {
      agreed: judged.filter((entry) => (entry.aiDecision === 'approved') === isApproval(entry)).length,
      decided: judged.length,
    };
  };
  const byConfidence = (from: number, to: number) =>
    decisions.filter(
      ({ aiConfidence: value }) => value !== null && value >= from && (value < to || (to === 1 && value === 1)),
    );
  return {
    total_publications: statuses.length,
    published_count: countStatus('PUBLISHED'),
    publication_rate: percent(countStatus('PUBLISHED'), statuses.length),
    pending_admin_review: countStatus('ADMIN_REVIEWING'),
    admin_approval_rate: percent(approvals, decisions.length),
    ai_approval_rate: percent(
      countMove('ai_approve'),
      countMove('ai_approve') + countMove('ai_reject') + countMove('ai_pass_on'),
    ),
    draft_count: countStatus('DRAFT'),
    submitted_count: countStatus('SUBMITTED'),
    ai_reviewing_count: countStatus('AI_REVIEWING'),
    ai_approved_count: countStatus('AI_APPROVED'),
    ai_rejected_count: countStatus('AI_REJECTED'),
    admin_reviewing_count: countStatus('ADMIN_REVIEWING'),
    approved_count: countStatus('APPROVED'),
    rejected_count: countStatus('REJECTED'),
    withdrawn_count: countStatus('WITHDRAWN'),
    ai_approved_reviews: countMove('ai_approve'),
    ai_rejected_reviews: countMove('ai_reject'),
    ai_needs_review: countMove('ai_pass_on'),
    admin_approved_reviews: approvals,
    admin_rejected_reviews: decisions.length - approvals,
    admin_changes_requested: decisions.filter(({ move }) => move === 'request_changes').length,
    oldest_queued_at: statuses.includes('ADMIN_REVIEWING') ? new Date(now).toISOString() : null,
    matrix: aiDecisions.map((decision) => {
      const rows = decisions.filter(({ aiDecision }) => aiDecision === decision);
      const approved = rows.filter(isApproval).length;
      return { ai_decision: decision, approved, rejected: rows.length - approved };
    }),
    agreement_by_confidence: [
      [0, 0.5],
      [0.5, 0.6],
      [0.6, 0.7],
      [0.7, 0.8],
      [0.8, 0.9],
      [0.9, 1],
    ].map(([from = 0, to = 0]) => ({ from, to, ...agreement(byConfidence(from, to)) })),
    agreement_by_category: CATEGORIES.map((category, index) => ({
      category,
      ...agreement(decisions.filter(({ categoryId }) => categoryId === index + 1)),
    })),
    decisions_by_week: MONDAYS.map((week, index) => {
      const rows = decisions.filter(({ at }) => {
        const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(at);
        return day >= week && day < (MONDAYS[index + 1] ?? '9999');
      });
      const count = (move: PublicationMove) => rows.filter((entry) => entry.move === move).length;
      return {
        week,
        approved: count('approve'),
        changes_requested: count('request_changes'),
        rejected: count('reject'),
      };
    }),
    as_of: new Date(now).toISOString(),
  };
}

/** Of the weeks before 21 November 2026, the date of the fake clock; daylight saving began on 27 September. */
const MONDAYS = [
  '2026-08-31',
  '2026-09-07',
  '2026-09-14',
  '2026-09-21',
  '2026-09-28',
  '2026-10-05',
  '2026-10-12',
  '2026-10-19',
  '2026-10-26',
  '2026-11-02',
  '2026-11-09',
  '2026-11-16',
];

describe('GET /api/admin/openshelf/stats', () => {
  it('is 0 everywhere without publications', async () => {
    expect(await getStats()).toEqual(computeNaively([], [], test.clock.now()));
    expect(await getSummary()).toEqual({
      total_publications: 0,
      pending_review: 0,
      published: 0,
      admin_approval_rate: 0,
      oldest_queued_at: null,
      failed_webhooks: 0,
    });
  });

  it('counts undone decisions nowhere, and a request for changes as a rejection', async () => {
    const publicationId = await createPublication(test, { status: 'PUBLISHED' });
    const decision = { publicationId, aiDecision: 'approved', aiConfidence: 0.8, categoryId: 6 } as const;
    await recordHistory(test, [
      { ...decision, move: 'approve' },
      { ...decision, move: 'request_changes' },
      { ...decision, move: 'reject', isUndone: true },
      { ...decision, move: 'approve', aiDecision: 'needs_review' },
    ]);
    const stats = await getStats();
    expect(stats).toMatchObject({
      admin_approval_rate: 67,
      admin_approved_reviews: 2,
      admin_rejected_reviews: 1,
      admin_changes_requested: 1,
      publication_rate: 100,
    });
    expect(stats.agreement_by_confidence[4]).toEqual({ from: 0.8, to: 0.9, agreed: 1, decided: 2 });
    expect(stats.agreement_by_category[5]).toEqual({ category: 'Lifestyle', agreed: 1, decided: 2 });
    expect(stats.decisions_by_week.at(-1)).toEqual({
      week: '2026-11-16',
      approved: 2,
      changes_requested: 1,
      rejected: 0,
    });
    expect(await getSummary()).toMatchObject({ admin_approval_rate: 67, published: 1, total_publications: 1 });
  });

  it('starts a week on Monday at midnight of the company’s day, before and in daylight saving', async () => {
    const publicationId = await createPublication(test);
    const at = ['2026-09-20T11:59:59.999Z', '2026-09-20T12:00:00Z', '2026-10-04T10:59:59.999Z', '2026-10-04T11:00:00Z'];
    await recordHistory(
      test,
      at.map((instant) => ({ publicationId, move: 'approve', at: Date.parse(instant) })),
    );
    const weeks = (await getStats()).decisions_by_week;
    const approved = Object.fromEntries(
      weeks.map(({ week, approved }: { week: string; approved: number }) => [week, approved]),
    );
    expect(approved).toMatchObject({ '2026-09-14': 1, '2026-09-21': 1, '2026-09-28': 1, '2026-10-05': 1 });
  });

  it('equals a computation from the rows one by one, for any history', async () => {
    const now = test.clock.now();
    const entry: fc.Arbitrary<Entry> = fc.record({
      move: fc.constantFrom(...publicationMoves, 'approve', 'approve', 'reject', 'request_changes'),
      aiDecision: fc.option(fc.constantFrom(...aiDecisions)),
      aiConfidence: fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)),
      categoryId: fc.integer({ min: 1, max: 7 }),
      isUndone: fc.boolean(),
      at: fc.integer({ min: now - 100 * DAY, max: now }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...publicationStatuses), { minLength: 1, maxLength: 12 }),
        fc.array(entry, { maxLength: 40 }),
        async (statuses, entries) => {
          await write(test.db, ['DELETE FROM publications']);
          let publicationId = 0;
          for (const status of statuses) publicationId = await createPublication(test, { status });
          await recordHistory(
            test,
            entries.map((each) => ({ ...each, publicationId })),
          );
          expect(await getStats()).toEqual(computeNaively(statuses, entries, now));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('GET /api/admin/openshelf/dashboard', () => {
  it('counts what waits, since when, and webhooks that failed', async () => {
    const now = test.clock.now();
    const publicationId = await createPublication(test, { queuedAt: now - DAY });
    await createPublication(test, { queuedAt: now - 4 * DAY });
    await createPublication(test, { status: 'REJECTED', queuedAt: now - 9 * DAY });
    const times = { nextAttemptAt: now, createdAt: now };
    const webhook = { publicationId, type: 'publication.approved', payload: '{}', ...times } as const;
    await write(test.db, [
      test.db.orm.insert(openshelfWebhooks).values([
        { ...webhook, eventId: 'one', status: 'failed' },
        { ...webhook, eventId: 'two', status: 'delivered' },
        { ...webhook, eventId: 'three' },
      ]),
    ]);
    expect(await getSummary()).toEqual({
      total_publications: 3,
      pending_review: 2,
      published: 0,
      admin_approval_rate: 0,
      oldest_queued_at: new Date(now - 4 * DAY).toISOString(),
      failed_webhooks: 1,
    });
  });
});
