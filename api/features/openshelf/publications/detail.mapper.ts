import { toIso } from '#api/clock.ts';
import { type ReviewDecision, reviewDecisions } from '#api/domain/publication-states.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import type { HistoryRow } from './detail.queries.ts';
import type { PublicationHistoryEntryJson } from './publications.contract.ts';

/** `reasonLabels`: by the id of the reason. */
export function toHistoryEntryJson(
  row: HistoryRow,
  reasonLabels: ReadonlyMap<number, string>,
): PublicationHistoryEntryJson {
  const { entry } = row;
  return {
    id: entry.id,
    move: entry.move,
    from_status: entry.fromStatus,
    to_status: entry.toStatus,
    version_number: entry.versionNumber,
    actor: entry.actor,
    user: entry.userId === null ? null : toReviewerJson(row, entry.userId),
    comments: entry.comments,
    reasons: (entry.reasonIds ?? []).flatMap((id) => reasonLabels.get(id) ?? []),
    ai_decision: entry.aiDecision,
    ai_confidence_score: entry.aiConfidence,
    is_undone: entry.isUndone,
    at: toIso(entry.at),
  };
}

const toReviewerJson = (row: HistoryRow, id: number) => toUserRefJson(row) ?? { id, name: `Deleted user ${id}` };

/** The latest version before `versionNumber` that a reviewer decided on; null if there is none. */
export function findLastDecidedVersion(history: readonly HistoryRow[], versionNumber: number): number | null {
  const decided = history
    .map(({ entry }) => entry)
    .filter(({ move, isUndone }) => reviewDecisions.includes(move as ReviewDecision) && !isUndone)
    .map((entry) => entry.versionNumber)
    .filter((number) => number < versionNumber);
  return decided.length === 0 ? null : Math.max(...decided);
}
