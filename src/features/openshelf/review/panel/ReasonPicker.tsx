import { type Ref, useId } from 'react';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import { type CommentDraft, formatSource } from '#src/features/openshelf/decisions/comment-draft.ts';
import { COMMENTS_MAX_LENGTH, ReasonChoice } from '#src/features/openshelf/decisions/ReasonChoice.tsx';

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
      <ReasonChoice {...{ reasons, onRetry, onToggle }} chosenIds={draft.reasonIds} hasKeys />
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
