import type { z } from 'zod';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { reviewDecisions } from '#api/domain/publication-states.ts';
import { listTopCategories } from '#api/features/openshelf/openshelf.queries.ts';
import { formatLocalDay, getStartOfDay } from '#api/domain/local-time.ts';
import type { dashboardResponse, statsResponse } from './stats.contract.ts';
import * as mapper from './stats.mapper.ts';
import * as queries from './stats.queries.ts';

const SHOWN_WEEKS = 12;
const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
const AI_MOVES = ['ai_approve', 'ai_reject', 'ai_pass_on'] as const;
/** Steps of the AI's confidence. */
const CONFIDENCE_STEPS = [
  { from: 0, to: 0.5 },
  { from: 0.5, to: 0.6 },
  { from: 0.6, to: 0.7 },
  { from: 0.7, to: 0.8 },
  { from: 0.8, to: 0.9 },
  { from: 0.9, to: 1 },
];

/** The summary of the dashboard; the rate as in the statistics. */
export async function getDashboard({ db }: Pick<Deps, 'db' | 'clock'>): Promise<z.infer<typeof dashboardResponse>> {
  const [statuses, decisions, oldestQueuedAt, failedWebhooks] = await Promise.all([
    countStatuses(db),
    queries.countMoves(db, reviewDecisions),
    queries.findOldestQueuedAt(db),
    queries.countFailedWebhooks(db),
  ]);
  return {
    data: {
      summary: {
        total_publications: statuses.total,
        pending_review: statuses.get('ADMIN_REVIEWING'),
        published: statuses.get('PUBLISHED'),
        admin_approval_rate: mapper.toApprovalRate(mapper.toDecisionTotals(decisions)),
        oldest_queued_at: toIsoOrNull(oldestQueuedAt),
        failed_webhooks: failedWebhooks,
      },
    },
  };
}

/**
 * All statistics. Decisions are those of reviewers that were not undone; each counts, also several on one publication.
 * `publication_rate`: published of all publications. `ai_approval_rate`: approved of all reviews of the AI.
 * `admin_approval_rate`: approved of all decisions; a rejection that asks for changes is a rejection.
 */
export async function getStats({
  db,
  clock,
  site,
}: Pick<Deps, 'db' | 'clock' | 'site'>): Promise<z.infer<typeof statsResponse>> {
  const now = clock.now();
  const weeks = listWeeks(now, site.timeZone);
  const [statuses, moves, decisions, weekCounts, categories, oldestQueuedAt] = await Promise.all([
    countStatuses(db),
    queries.countMoves(db, [...AI_MOVES, ...reviewDecisions]),
    queries.countDecisions(db, CONFIDENCE_STEPS),
    queries.countDecisionsByPeriod(db, toPeriods(weeks, site.timeZone)),
    listTopCategories(db),
    queries.findOldestQueuedAt(db),
  ]);
  const [aiApproved = 0, aiRejected = 0, aiPassedOn = 0] = AI_MOVES.map((move) => mapper.sumMove(moves, move));
  const totals = mapper.toDecisionTotals(moves);
  return {
    data: {
      total_publications: statuses.total,
      published_count: statuses.get('PUBLISHED'),
      publication_rate: mapper.toPercent(statuses.get('PUBLISHED'), statuses.total),
      pending_admin_review: statuses.get('ADMIN_REVIEWING'),
      admin_approval_rate: mapper.toApprovalRate(totals),
      ai_approval_rate: mapper.toPercent(aiApproved, aiApproved + aiRejected + aiPassedOn),
      draft_count: statuses.get('DRAFT'),
      submitted_count: statuses.get('SUBMITTED'),
      ai_reviewing_count: statuses.get('AI_REVIEWING'),
      ai_approved_count: statuses.get('AI_APPROVED'),
      ai_rejected_count: statuses.get('AI_REJECTED'),
      admin_reviewing_count: statuses.get('ADMIN_REVIEWING'),
      approved_count: statuses.get('APPROVED'),
      rejected_count: statuses.get('REJECTED'),
      withdrawn_count: statuses.get('WITHDRAWN'),
      ai_approved_reviews: aiApproved,
      ai_rejected_reviews: aiRejected,
      ai_needs_review: aiPassedOn,
      admin_approved_reviews: totals.approved,
      admin_rejected_reviews: totals.rejected,
      admin_changes_requested: totals.changesRequested,
      oldest_queued_at: toIsoOrNull(oldestQueuedAt),
      matrix: mapper.toMatrixJson(decisions),
      agreement_by_confidence: mapper.toAgreementByConfidence(decisions, CONFIDENCE_STEPS),
      agreement_by_category: mapper.toAgreementByCategory(decisions, categories),
      decisions_by_week: mapper.toWeeksJson(weekCounts, weeks),
      as_of: toIso(now),
    },
  };
}

async function countStatuses(db: Deps['db']) {
  const rows = await queries.countByStatus(db);
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return {
    total: rows.reduce((total, { count }) => total + count, 0),
    get: (status: (typeof rows)[number]['status']) => counts.get(status) ?? 0,
  };
}

const toDay = (midnightUtc: number) => new Date(midnightUtc).toISOString().slice(0, 10);

/** The Mondays of the last weeks, the present one included, oldest first: '2026-11-16'. */
function listWeeks(now: number, timeZone: string): string[] {
  const today = Date.parse(formatLocalDay(now, timeZone));
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: SHOWN_WEEKS }, (_, index) => toDay(monday - (SHOWN_WEEKS - 1 - index) * WEEK_MS));
}

/** The weeks that begin on these days, which follow each other. */
function toPeriods(days: readonly string[], timeZone: string): queries.Range[] {
  const starts = days.map((day) => getStartOfDay(day, timeZone));
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? from + 2 * WEEK_MS }));
}
