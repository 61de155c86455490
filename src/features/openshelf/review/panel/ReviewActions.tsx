import type { MouseEvent, ReactNode } from 'react';
import type { ReviewDecision } from '#api/domain/publication-states.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';

/** What the actions wait for: the text, what was decided on similar ones, or that the text has been shown for a moment. */
export type ActionsWait = 'text' | 'precedents' | 'moment';

type Props = {
  /** A reason is chosen: asking for changes is what most reviewers want then. */
  hasReason: boolean;
  /** Why nothing can be decided: a sentence, or a line with the way out. */
  blocked: ReactNode;
  /** Why the last decision was not made. */
  failure: string | null;
  waitsFor: ActionsWait | null;
  /** The decision that is on its way. */
  sending: ReviewDecision | null;
  onDecide: (decision: ReviewDecision) => void;
};

const ACTIONS = [
  { decision: 'approve', label: 'Approve Publication', key: 'A', busyLabel: 'Approving...' },
  { decision: 'request_changes', label: 'Request changes', key: 'C', busyLabel: 'Requesting...' },
  { decision: 'reject', label: 'Reject Publication', key: 'R', busyLabel: 'Rejecting...' },
] as const;

const WAITS: Record<ActionsWait, string | null> = { text: 'Loading text...', precedents: 'Checking...', moment: null };

/** They keep their places and sizes, whatever is chosen or waited for: only fill and words change. */
export function ReviewActions({ hasReason, blocked, failure, waitsFor, sending, onDecide }: Props) {
  const primary = hasReason ? 'request_changes' : 'approve';
  const isBusy = waitsFor !== null || sending !== null;
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
      {ACTIONS.map(({ decision, label, key, busyLabel }) => {
        const waiting = decision === primary && waitsFor !== null ? WAITS[waitsFor] : null;
        const busy = decision === sending ? busyLabel : waiting;
        return (
          <Button
            key={decision}
            variant={decision === primary ? 'primary' : 'secondary'}
            className={`decide-${decision}`}
            aria-disabled={isBusy || blocked !== null}
            aria-describedby={blocked ? 'review_blocked' : undefined}
            onClick={press(decision)}
          >
            {busy ?? label}{' '}
            {blocked === null && busy === null && (
              <span aria-hidden="true">
                <kbd>{key}</kbd>
              </span>
            )}
          </Button>
        );
      })}
    </section>
  );
}
