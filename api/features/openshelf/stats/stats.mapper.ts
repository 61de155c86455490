import { type AiDecision, aiDecisions, type PublicationMove } from '#api/domain/publication-states.ts';
import type { OpenshelfStatsJson } from './stats.contract.ts';
import type { DecisionCount, WeekCount } from './stats.queries.ts';

const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);

/** Whole percents; 0 without anything to count. */
export const toPercent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole));

/** Decisions of reviewers. Those that asked for changes are rejections, too. */
export function toDecisionTotals(rows: readonly { move: PublicationMove; count: number }[]) {
  const countMove = (move: PublicationMove) => sum(rows.filter((row) => row.move === move));
  const changesRequested = countMove('request_changes');
  return { approved: countMove('approve'), rejected: countMove('reject') + changesRequested, changesRequested };
}

/** Approved of all decided, rejections that asked for changes included. */
export function toApprovalRate({ approved, rejected }: { approved: number; rejected: number }): number {
  return toPercent(approved, approved + rejected);
}

export const toMatrixJson = (rows: readonly DecisionCount[]): OpenshelfStatsJson['matrix'] =>
  aiDecisions.map((decision) => {
    const { approved, rejected } = toDecisionTotals(rows.filter(({ aiDecision }) => aiDecision === decision));
    return { ai_decision: decision, approved, rejected };
  });

/** The reviewer decided as the AI had: both approved, or both rejected. Where the AI left it to a person, neither counts. */
function toAgreementJson(rows: readonly DecisionCount[]): { agreed: number; decided: number } {
  const totalsAfter = (decision: AiDecision) =>
    toDecisionTotals(rows.filter(({ aiDecision }) => aiDecision === decision));
  const [approvals, rejections] = [totalsAfter('approved'), totalsAfter('rejected')];
  const agreed = approvals.approved + rejections.rejected;
  return { agreed, decided: agreed + approvals.rejected + rejections.approved };
}

/** The steps of the AI's confidence, in tenths; the first also holds all below. */
const CONFIDENCE_STEPS = [4, 5, 6, 7, 8, 9];

export const toAgreementByConfidence = (
  rows: readonly DecisionCount[],
): OpenshelfStatsJson['agreement_by_confidence'] =>
  CONFIDENCE_STEPS.map((step, index) => ({
    from: index === 0 ? 0 : step / 10,
    to: (step + 1) / 10,
    ...toAgreementJson(rows.filter(({ confidenceStep }) => confidenceStep === step)),
  }));

export const toAgreementByCategory = (
  rows: readonly DecisionCount[],
  categories: readonly { id: number; name: string }[],
): OpenshelfStatsJson['agreement_by_category'] =>
  categories.map(({ id, name }) => ({
    category: name,
    ...toAgreementJson(rows.filter(({ categoryId }) => categoryId === id)),
  }));

/** `days`: the first day of each week. */
export const toWeeksJson = (
  rows: readonly WeekCount[],
  days: readonly string[],
): OpenshelfStatsJson['decisions_by_week'] =>
  days.map((day, index) => {
    const totals = toDecisionTotals(rows.filter(({ week }) => week === index));
    return {
      week: day,
      approved: totals.approved,
      changes_requested: totals.changesRequested,
      rejected: totals.rejected - totals.changesRequested,
    };
  });
