import { type KeyboardEvent, type Ref, useId } from 'react';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import { type CommentDraft, editComments, formatSource } from './comment-draft.ts';

/** As in the contract of the API. */
const COMMENTS_MAX_LENGTH = 5_000;

type Props = {
  label: string;
  draft: CommentDraft;
  reasons: readonly RejectionReasonJson[];
  fieldRef: Ref<HTMLTextAreaElement>;
  error?: string | null;
  onEdit: (draft: CommentDraft) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/** The comments of a decision, and which reasons they come from. */
export function CommentsField({ label, draft, reasons, fieldRef, error = null, onEdit, onKeyDown }: Props) {
  const id = useId();
  return (
    <div className="field">
      <p className="label-line">
        <label htmlFor={id}>{label}</label>
        <span>{formatSource(draft, reasons)}</span>
      </p>
      <textarea
        id={id}
        ref={fieldRef}
        rows={4}
        maxLength={COMMENTS_MAX_LENGTH}
        value={draft.comments}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={(event) => onEdit(editComments(draft, event.target.value))}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
