import type { MouseEvent, ReactNode } from 'react';
import type { ReviewDecision } from '#api/domain/publication-states.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';

type Props = {
  /** A reason is chosen: asking for changes is what most reviewers want then. */
  hasReason: boolean;
  /** Why nothing can be decided: a sentence, or a line with the way out. */
  blocked: ReactNode;
  /** Why the last decision was not made. */
  failure: string | null;
  /** The publication has only just appeared, or a decision is on its way. */
  isBusy: boolean;
  onDecide: (decision: ReviewDecision) => void;
};

const ACTIONS = [
  { decision: 'approve', label: 'Approve Publication', key: 'A' },
  { decision: 'request_changes', label: 'Request changes', key: 'C' },
  { decision: 'reject', label: 'Reject Publication', key: 'R' },
] as const;

export function ReviewActions({ hasReason, blocked, failure, isBusy, onDecide }: Props) {
  const primary = hasReason ? 'request_changes' : 'approve';
  // The second click of a double click would decide on the next publication.
  const press = (decision: ReviewDecision) => (event: MouseEvent) => {
    if (event.detail < 2) onDecide(decision);
  };
  return (
    <section className="panel-foot" aria-labelledby="review_actions" aria-busy={isBusy}>
      <h2 id="review_actions">Review Actions</h2>
      {failure && <Notice tone="error">{failure}</Notice>}
      {blocked && (
        <div className="panel-blocked" id="review_blocked">
          {blocked}
        </div>
      )}
      {ACTIONS.map(({ decision, label, key }) => (
        <Button
          key={decision}
          variant={decision === primary ? 'primary' : 'secondary'}
          className={`decide-${decision}`}
          aria-disabled={blocked !== null}
          aria-describedby={blocked ? 'review_blocked' : undefined}
          onClick={press(decision)}
        >
          {label}{' '}
          <span aria-hidden="true">
            <kbd>{key}</kbd>
          </span>
        </Button>
      ))}
    </section>
  );
}
