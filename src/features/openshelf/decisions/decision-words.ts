import type { ReviewDecision } from '#api/domain/publication-states.ts';
import { formatDate } from '#src/lib/format/dates.ts';
import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';

type HistoryEntry = PublicationDetailJson['history'][number];

export const DECIDED_LABELS: Record<ReviewDecision, string> = {
  approve: 'Approved',
  reject: 'Rejected',
  request_changes: 'Changes requested',
};

/** The alerts of the specification (section 8); asking for changes has none of its own. */
export const DECISION_FAILURES: Record<ReviewDecision, string> = {
  approve: 'Failed to approve publication',
  reject: 'Failed to reject publication',
  request_changes: 'Failed to request changes',
};

export const BULK_FAILED = 'Failed to perform bulk action';

const isDecision = (entry: HistoryEntry): entry is HistoryEntry & { move: ReviewDecision } =>
  entry.move in DECIDED_LABELS && !entry.is_undone;

/** The last decision of a reviewer that was not undone, or null. */
export const findLastDecision = (history: readonly HistoryEntry[]) => history.findLast(isDecision) ?? null;

/** The author’s appeal, with the decision that it is about; null when the publication is not back because of one. */
export function findAppeal({ is_appeal: isAppeal, history }: Pick<PublicationDetailJson, 'is_appeal' | 'history'>) {
  const at = isAppeal ? history.findLastIndex(({ move }) => move === 'appeal') : -1;
  const appeal = history[at];
  return appeal ? { appeal, decision: findLastDecision(history.slice(0, at)) } : null;
}

/** Whether this reviewer has decided on the current version before. */
export const hasJudged = (
  { history, version_number: version }: Pick<PublicationDetailJson, 'history' | 'version_number'>,
  userId: number,
) => history.some((entry) => isDecision(entry) && entry.version_number === version && entry.user?.id === userId);

/** 'Tom' of 'Tom Whitaker'. */
export const getFirstName = (name: string): string => name.split(' ', 1)[0] || name;

/** What happened to a publication that no reviewer decides on now. */
export function formatOutcome({
  status,
  published_at: publishedAt,
  appeal_until: appealUntil,
  is_appeal_over: isAppealOver,
}: PublicationDetailJson): string {
  switch (status) {
    case 'DRAFT':
      return publishedAt ? 'The author is working on a new version.' : 'The author hasn’t submitted this yet.';
    case 'SUBMITTED':
      return 'Waiting for the AI review.';
    case 'AI_REVIEWING':
      return 'The AI review is running.';
    case 'AI_APPROVED':
      return 'The AI review approved this. It isn’t in the queue yet.';
    case 'AI_REJECTED':
      return 'The AI review rejected this, so it never reached the queue.';
    case 'ADMIN_REVIEWING':
      return 'Waiting for a reviewer.';
    case 'APPROVED':
      return 'Approved. It goes on the shelf when the publishing service has it ready.';
    case 'REJECTED':
      if (appealUntil) {
        return `Rejected. The author can send a new version, or appeal until ${formatDate(appealUntil)}.`;
      }
      return isAppealOver
        ? 'Rejected. The time to appeal is over. The author can send a new version.'
        : 'Rejected, and final: no appeal is left. The author can send a new version.';
    case 'PUBLISHED':
      return 'Published on the shelf.';
    case 'WITHDRAWN':
      return 'The author has withdrawn this.';
  }
}
