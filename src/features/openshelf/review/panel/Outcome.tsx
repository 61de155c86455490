import { useState } from 'react';
import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import { openReview } from '#src/features/openshelf/openshelf-api.ts';
import { formatServerError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { CommentDraft } from '#src/features/openshelf/decisions/comment-draft.ts';
import { DECIDED_LABELS, findLastDecision, formatOutcome } from '#src/features/openshelf/decisions/decision-words.ts';

type Props = { publication: PublicationDetailJson; draft: CommentDraft; onOpened: () => void };

/** In place of the actions: what happened to a publication that isn’t waiting for a reviewer. */
export function Outcome({ publication, draft, onOpened }: Props) {
  const decision = findLastDecision(publication.history);
  return (
    <section className="panel-foot panel-outcome" aria-labelledby="review_outcome">
      <h2 id="review_outcome">What happened</h2>
      <p>{formatOutcome(publication)}</p>
      {decision && (
        <p className="row-note">
          {DECIDED_LABELS[decision.move]} by {decision.user?.name ?? 'a reviewer'},{' '}
          <Time iso={decision.at} isInSentence />
          {decision.comments && `: ${decision.comments}`}
        </p>
      )}
      {draft.comments && draft.comments.trim() !== decision?.comments && (
        <div className="panel-unsent">
          <b>Your comments weren’t sent</b>
          <p className="panel-text">{draft.comments}</p>
        </div>
      )}
      {['AI_REJECTED', 'AI_APPROVED'].includes(publication.status) && (
        <OpenReviewButton id={publication.id} onOpened={onOpened} />
      )}
    </section>
  );
}

function OpenReviewButton({ id, onOpened }: { id: number; onOpened: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      const { message } = await openReview(id);
      showToast(message, 'success');
    } catch (error) {
      showToast(formatServerError(error, 'Couldn’t open this for review'), 'error');
    }
    setBusy(false);
    onOpened();
  };
  return (
    <Button isBusy={isBusy} busyLabel="Opening..." onClick={() => void open()}>
      Open for review
    </Button>
  );
}
