import { type Ref, useId } from 'react';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import { type CommentDraft, formatSource } from '#src/features/openshelf/review/comment-draft.ts';

/** As in the contract of the API. */
export const COMMENTS_MAX_LENGTH = 5_000;

type Props = {
  reasons: readonly RejectionReasonJson[];
  /** Loads the reasons again; null unless they failed to load. */
  onRetry: (() => void) | null;
  draft: CommentDraft;
  commentsRef: Ref<HTMLTextAreaElement>;
  onToggle: (reason: RejectionReasonJson) => void;
  onEdit: (comments: string) => void;
  onLeave: () => void;
};

/** The reasons for a rejection, and the comments that follow from them. */
export function ReasonPicker({ reasons, onRetry, draft, commentsRef, onToggle, onEdit, onLeave }: Props) {
  const id = useId();
  return (
    <section className="panel-block" aria-labelledby="review_reasons">
      <h2 id="review_reasons">Reasons</h2>
      {onRetry && (
        <p className="claim-line" role="alert">
          Couldn’t load the reasons
          <button type="button" className="link-button" onClick={onRetry}>
            Retry
          </button>
        </p>
      )}
      <div className="reasons">
        {reasons.map((reason) => (
          <button
            key={reason.id}
            type="button"
            className="reason"
            aria-pressed={draft.reasonIds.includes(reason.id)}
            onClick={() => onToggle(reason)}
          >
            <span aria-hidden="true">
              <kbd>{reason.position}</kbd>
            </span>
            {reason.label}
          </button>
        ))}
      </div>
      <div className="field">
        <p className="label-line">
          <label htmlFor={id}>Comments to the author</label>
          <span>{formatSource(draft, reasons)}</span>
        </p>
        <textarea
          id={id}
          ref={commentsRef}
          rows={4}
          maxLength={COMMENTS_MAX_LENGTH}
          value={draft.comments}
          onChange={(event) => onEdit(event.target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onLeave()}
        />
      </div>
    </section>
  );
}
