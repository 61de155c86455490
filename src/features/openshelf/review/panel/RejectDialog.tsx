import { type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import { APPEAL_WINDOW_MS } from '#api/domain/publication-states.ts';
import type { PrecedentJson } from '#api/features/openshelf/texts/texts.contract.ts';
import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import { Warning } from '#src/features/openshelf/reader/Precedents.tsx';
import { formatReviewer } from '#src/features/openshelf/reader/reviewer-name.ts';
import { formatDate } from '#src/lib/format/dates.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { RejectionFields } from '#src/features/openshelf/decisions/RejectionFields.tsx';
import type { CommentDraft } from '#src/features/openshelf/decisions/comment-draft.ts';

const MISSING_COMMENTS = 'Comments are required for rejection';

type Props = {
  publication: PublicationDetailJson;
  /** The decision that needs comments; null while the dialog is closed. */
  decision: 'reject' | 'request_changes' | null;
  draft: CommentDraft;
  /** The earlier approvals of similar texts. */
  approved: readonly PrecedentJson[];
  viewerId: number;
  onRequestChanges: () => void;
  onEdit: (draft: CommentDraft) => void;
  onDecide: (decision: 'reject' | 'request_changes') => void;
  onClose: () => void;
};

const TITLES = { reject: 'Reject Publication', request_changes: 'Request changes' } as const;

/** Asks for the comments of a decision that was made without any. What is typed stays in the panel when it is closed. */
export function RejectDialog({ decision, onClose, ...form }: Props) {
  return (
    <Modal isOpen={decision !== null} title={TITLES[decision ?? 'reject']} onClose={onClose}>
      {decision && <RejectForm decision={decision} onClose={onClose} {...form} />}
    </Modal>
  );
}

/** Whether the author can answer a rejection that is made now. */
const formatAppeal = ({ is_final: isFinal }: PublicationDetailJson) =>
  isFinal
    ? 'This decision is final: no appeal is left.'
    : `The author can appeal until ${formatDate(new Date(Date.now() + APPEAL_WINDOW_MS).toISOString())}.`;

type FormProps = Omit<Props, 'decision'> & { decision: 'reject' | 'request_changes' };

function RejectForm({ publication, decision, draft, onEdit, onDecide, onClose, ...precedents }: FormProps) {
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const getField = () => form.current?.querySelector('textarea');
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    getField()?.setAttribute('autofocus', '');
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (draft.comments.trim() !== '') return onDecide(decision);
    setMissing(true);
    getField()?.focus();
  };
  return (
    <form className="form" ref={form} noValidate onSubmit={submit}>
      <div className="dialog-subject">
        <p>
          <b>{publication.title}</b>
          <span className="row-note">
            {publication.author_name}, v{publication.version_number}. {formatAppeal(publication)}
          </span>
        </p>
      </div>
      <RejectionFields
        draft={draft}
        category={publication.category}
        label="Comments to the author"
        error={isMissing && draft.comments.trim() === '' ? MISSING_COMMENTS : undefined}
        onChange={onEdit}
      />
      {decision === 'reject' && <ApprovedBefore {...precedents} />}
      <div className="form-actions">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant={decision === 'reject' ? 'danger' : 'primary'}>
          {TITLES[decision]}
        </Button>
      </div>
    </form>
  );
}

/** The rejection would contradict them; the dialog covers the panel, which says so as well. */
function ApprovedBefore({
  approved,
  viewerId,
  onRequestChanges,
}: Pick<Props, 'approved' | 'viewerId' | 'onRequestChanges'>) {
  const [first] = approved;
  if (!first) return null;
  return (
    <Warning>
      <b>{approved.length === 1 ? 'A similar text was approved' : `${approved.length} similar texts were approved`}</b>
      {approved.length === 1 ? ': ' : ', among them '}‘<bdi>{first.title}</bdi>’ by <bdi>{first.author_name}</bdi> (
      <bdi>{formatReviewer(first.user, viewerId)}</bdi>, <Time iso={first.at} isDate />
      ).{' '}
      <button type="button" className="link-button" onClick={onRequestChanges}>
        Request changes instead
      </button>
    </Warning>
  );
}
