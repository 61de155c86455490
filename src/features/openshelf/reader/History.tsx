import './decisions.css';
import type { PublicationMove } from '#api/domain/publication-states.ts';
import type { PublicationHistoryEntryJson } from '#api/features/openshelf/publications/publications.contract.ts';
import { formatConfidence } from '#src/features/openshelf/publication-labels.ts';
import { Time } from '#src/ui/content/Time.tsx';

const MOVES: Record<PublicationMove, string> = {
  create: 'Draft created',
  edit: 'Draft changed',
  revise: 'New version started',
  submit: 'Submitted',
  start_ai_review: 'AI review started',
  ai_approve: 'AI approved',
  ai_reject: 'AI rejected',
  ai_pass_on: 'AI needs review',
  queue_for_review: 'Waiting for a reviewer',
  open_review: 'Opened for review',
  approve: 'Approved',
  reject: 'Rejected',
  request_changes: 'Changes requested',
  undo: 'Decision undone',
  appeal: 'Author appealed',
  publish: 'Published',
  withdraw: 'Withdrawn',
};
const ACTORS = { service: 'Publishing service', reviewer: 'A former reviewer', system: 'System' } as const;

/** Everything that happened to a publication, the latest first. */
export const History = ({ entries }: { entries: readonly PublicationHistoryEntryJson[] }) => (
  <ol className="history">
    {entries.toReversed().map((entry) => (
      <HistoryEntry key={entry.id} entry={entry} />
    ))}
  </ol>
);

function HistoryEntry({ entry }: { entry: PublicationHistoryEntryJson }) {
  const { move, version_number: version, user, actor, reasons, comments, is_undone: isUndone, at } = entry;
  const isOfAi = move === 'ai_approve' || move === 'ai_reject' || move === 'ai_pass_on';
  const confidence = isOfAi && entry.ai_confidence_score !== null && formatConfidence(entry.ai_confidence_score);
  return (
    <li>
      <span className="history-head">
        {isUndone ? <s>{MOVES[move]}</s> : <b>{MOVES[move]}</b>}
        {confidence && <span>{confidence}</span>}
        <span>v{version}</span>
        {isUndone && <span>undone</span>}
      </span>
      <span className="history-note">
        {user?.name ?? ACTORS[actor]}, <Time iso={at} isFull />
      </span>
      {reasons.length > 0 && <span className="history-note">{reasons.join(', ')}</span>}
      {comments && <p className="history-comments">{comments}</p>}
    </li>
  );
}
