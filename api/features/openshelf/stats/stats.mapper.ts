import { type AiDecision, aiDecisions, type PublicationMove } from '#api/domain/publication-states.ts';
import type { OpenshelfStatsJson } from './stats.contract.ts';
import type { DecisionCount, PeriodCount, Range } from './stats.queries.ts';

type MoveCount = { move: PublicationMove; count: number };

/** Whole percents; 0 without anything to count. */
export const toPercent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole));

/** How often this move was made. */
export const sumMove = (rows: readonly MoveCount[], move: PublicationMove): number =>
  rows.reduce((total, row) => total + (row.move === move ? row.count : 0), 0);

/** Decisions of reviewers. Those that asked for changes are rejections, too. */
export function toDecisionTotals(rows: readonly MoveCount[]) {
  const changesRequested = sumMove(rows, 'request_changes');
  return { approved: sumMove(rows, 'approve'), rejected: sumMove(rows, 'reject') + changesRequested, changesRequested };
}

/** Approved of all decided, rejections that asked for changes included. */
export const toApprovalRate = ({ approved, rejected }: { approved: number; rejected: number }): number =>
  toPercent(approved, approved + rejected);

export const toMatrixJson = (rows: readonly DecisionCount[]): OpenshelfStatsJson['matrix'] =>
  aiDecisions.map((decision) => {
    const { approved, rejected } = toDecisionTotals(rows.filter(({ aiDecision }) => aiDecision === decision));
    return { ai_decision: decision, approved, rejected };
  });

/** A reviewer agreed who approved what the AI had approved, or rejected what it had rejected. What it left to a person doesn't count. */
function toAgreementJson(rows: readonly Pick<DecisionCount, 'move' | 'aiDecision' | 'count'>[]) {
  const toTotals = (decision: AiDecision) => toDecisionTotals(rows.filter((row) => row.aiDecision === decision));
  const [afterApproval, afterRejection] = [toTotals('approved'), toTotals('rejected')];
  const agreed = afterApproval.approved + afterRejection.rejected;
  return { agreed, decided: agreed + afterApproval.rejected + afterRejection.approved };
}

/** `steps`: those that the rows were counted by. */
export const toAgreementByConfidence = (
  rows: readonly DecisionCount[],
  steps: readonly Range[],
): OpenshelfStatsJson['agreement_by_confidence'] =>
  steps.map((step, index) => ({
    ...step,
    ...toAgreementJson(rows.map((row) => ({ ...row, count: row.countsBySteps[index] ?? 0 }))),
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
  rows: readonly PeriodCount[],
  days: readonly string[],
): OpenshelfStatsJson['decisions_by_week'] =>
  days.map((day, index) => {
    const ofWeek = rows.filter(({ period }) => period === index);
    return {
      week: day,
      approved: sumMove(ofWeek, 'approve'),
      changes_requested: sumMove(ofWeek, 'request_changes'),
      rejected: sumMove(ofWeek, 'reject'),
    };
  });
