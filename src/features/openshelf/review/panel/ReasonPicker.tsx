import type { Ref } from 'react';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import type { CommentDraft } from '#src/features/openshelf/decisions/comment-draft.ts';
import { CommentsField } from '#src/features/openshelf/decisions/CommentsField.tsx';
import { ReasonChoice } from '#src/features/openshelf/decisions/ReasonChoice.tsx';

type Props = {
  reasons: readonly RejectionReasonJson[];
  /** Loads the reasons again; null unless they failed to load. */
  onRetry: (() => void) | null;
  draft: CommentDraft;
  commentsRef: Ref<HTMLTextAreaElement>;
  onToggle: (reason: RejectionReasonJson) => void;
  onEdit: (draft: CommentDraft) => void;
  onLeave: () => void;
};

/** The reasons for a rejection, and the comments that follow from them. */
export const ReasonPicker = ({ reasons, onRetry, draft, commentsRef, onToggle, onEdit, onLeave }: Props) => (
  <section className="panel-block" aria-labelledby="review_reasons">
    <h2 id="review_reasons">Reasons</h2>
    <ReasonChoice reasons={reasons} onRetry={onRetry} onToggle={onToggle} chosenIds={draft.reasonIds} hasKeys />
    <CommentsField
      label="Comments to the author"
      draft={draft}
      reasons={reasons}
      onEdit={onEdit}
      fieldRef={commentsRef}
      onKeyDown={({ key }) => key === 'Escape' && onLeave()}
    />
  </section>
);
