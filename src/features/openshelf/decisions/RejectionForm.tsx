import { type KeyboardEvent, type ReactNode, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import { fetchReasons, type Rejection } from '#src/features/openshelf/openshelf-api.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useStoredFlag } from '#src/lib/use-stored-flag.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { type CommentDraft, toggleReason } from './comment-draft.ts';
import { CommentsField } from './CommentsField.tsx';
import { isSendKey } from './dialog-keys.ts';
import { ReasonChoice } from './ReasonChoice.tsx';

const MISSING_COMMENTS = 'Comments are required for rejection';
const NO_REASONS: never[] = [];

type Props = {
  /** What is decided on. */
  subject: ReactNode;
  draft: CommentDraft;
  /** Its wording of the reasons; null for publications of several categories. */
  category: string | null;
  commentsLabel: string;
  confirmLabel: string;
  isDestructive: boolean;
  /** Sent where no comments are written; null where they are required. */
  defaultComments: string | null;
  /** Below the fields. */
  note: ReactNode;
  onEdit: (draft: CommentDraft) => void;
  onConfirm: (rejection: Rejection) => void;
  onClose: () => void;
};

/**
 * The reasons for a rejection, and the comments that follow from them, in a dialog. Digits choose reasons, Ctrl-Enter sends;
 * any other letter is the beginning of the comments.
 */
export function RejectionForm({ draft, category, defaultComments, onEdit, ...props }: Props) {
  const { state, reload } = useQuery('reasons', fetchReasons);
  const reasons = state.status === 'loaded' ? state.value : NO_REASONS;
  const [areKeysOn] = useStoredFlag('reviewKeys');
  const [isMissing, setMissing] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it. In the comments the digits would be typed.
    (areKeysOn ? group : field).current?.setAttribute('autofocus', '');
  }, [areKeysOn]);
  const focusComments = () => {
    field.current?.focus();
    field.current?.setSelectionRange(draft.comments.length, draft.comments.length);
  };
  const toggle = (reason: RejectionReasonJson) => {
    onEdit(toggleReason(draft, { reason, reasons, category: category ?? '' }));
    // A reason without a text is written by the reviewer.
    if (reason.text === '' && !draft.reasonIds.includes(reason.id)) focusComments();
  };
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    const { key } = event;
    if (isSendKey(event)) return event.currentTarget.requestSubmit();
    if (!areKeysOn || event.target === field.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const reason = reasons.find(({ position }) => String(position) === key);
    if (reason) {
      event.preventDefault();
      if (!event.repeat) toggle(reason);
    } else if (key.length === 1 && key !== ' ') focusComments();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const comments = draft.comments.trim() || defaultComments;
    if (comments) {
      const reasonIds = [...draft.reasonIds];
      return props.onConfirm({ comments, ...(reasonIds.length > 0 && { reason_ids: reasonIds }) });
    }
    setMissing(true);
    field.current?.focus();
  };
  return (
    <form className="form rejection-form" noValidate tabIndex={-1} onSubmit={submit} onKeyDown={press}>
      {props.subject}
      <ReasonChoice
        reasons={reasons}
        chosenIds={draft.reasonIds}
        groupRef={group}
        hasKeys={areKeysOn}
        onRetry={state.status === 'failed' ? reload : null}
        onToggle={toggle}
      />
      <CommentsField
        label={props.commentsLabel}
        draft={draft}
        reasons={reasons}
        onEdit={onEdit}
        fieldRef={field}
        error={isMissing && draft.comments.trim() === '' ? MISSING_COMMENTS : null}
      />
      {props.note}
      <div className="form-actions">
        <span className="key-hint send-hint">
          <kbd>Ctrl Enter</kbd> sends
        </span>
        <Button variant="secondary" onClick={props.onClose}>
          Cancel
        </Button>
        <Button type="submit" variant={props.isDestructive ? 'danger' : 'primary'}>
          {props.confirmLabel}
        </Button>
      </div>
    </form>
  );
}
