import type { ReactNode } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { APPEAL_WINDOW_MS, DEFAULT_REJECTION_COMMENTS } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import type { PrecedentJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { Warning } from '#src/features/openshelf/reader/Precedents.tsx';
import { formatReviewer } from '#src/features/openshelf/reader/reviewer-name.ts';
import { Time } from '#src/ui/content/Time.tsx';
import type { Rejection } from '#src/features/openshelf/openshelf-api.ts';
import { formatDate } from '#src/lib/format/dates.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import type { CommentDraft } from './comment-draft.ts';
import { DecisionSubject, DecisionSubjects } from './DecisionSubject.tsx';
import { RejectionForm } from './RejectionForm.tsx';
import { BULK_DRAFT_KEY, hasDraft, toDraftKey, useCommentDraft } from './use-comment-draft.ts';

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
export function RejectDialog({ publication, decision, draft, onEdit, onDecide, onClose, ...precedents }: Props) {
  const title = TITLES[decision ?? 'reject'];
  return (
    <Modal isOpen={decision !== null} title={title} onClose={onClose}>
      {decision && (
        <RejectionForm
          draft={draft}
          onEdit={onEdit}
          subject={<DecisionSubject publication={publication} note={formatAppeal(publication)} />}
          category={publication.category}
          commentsLabel="Comments to the author"
          confirmLabel={title}
          isDestructive={decision === 'reject'}
          defaultComments={null}
          note={decision === 'reject' && <ApprovedBefore {...precedents} />}
          onConfirm={() => onDecide(decision)}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

/** Whether the author can answer a rejection that is made now. */
const formatAppeal = ({ is_final: isFinal }: PublicationDetailJson) =>
  isFinal
    ? 'This decision is final: no appeal is left.'
    : `The author can appeal until ${formatDate(new Date(Date.now() + APPEAL_WINDOW_MS).toISOString())}.`;

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

type QuickProps = {
  /** Null while the dialog is closed. */
  publication: PublicationJson | null;
  defaultComments: string;
  onReject: (publication: PublicationJson, rejection: Rejection) => void;
  onClose: () => void;
};

/** Asks for the reasons of the rejection of a row. */
export function QuickRejectDialog({ publication, defaultComments, onReject, onClose }: QuickProps) {
  return (
    <Modal isOpen={publication !== null} title={`Reject ${publication?.title ?? ''}?`} onClose={onClose}>
      {publication && (
        <StoredForm
          draftKey={toDraftKey(publication)}
          subject={<DecisionSubject publication={publication} />}
          category={publication.category}
          confirmLabel="Reject Publication"
          defaultComments={defaultComments}
          onClose={onClose}
          isForOne
          onConfirm={(rejection) => {
            onReject(publication, rejection);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

type BulkProps = {
  /** Null while the dialog is closed. */
  publications: readonly PublicationJson[] | null;
  onReject: (publications: readonly PublicationJson[], rejection: Rejection) => void;
  onClose: () => void;
};

/** Asks for the reasons of one rejection of many publications. */
export function BulkRejectDialog({ publications, onReject, onClose }: BulkProps) {
  const count = publications?.length ?? 0;
  const getNote = (publication: PublicationJson) =>
    hasDraft(publication) ? 'Your own comments for this one aren’t sent' : null;
  return (
    <Modal isOpen={publications !== null} title={`Reject ${formatCount(count, 'publication')}?`} onClose={onClose}>
      {publications && (
        <StoredForm
          draftKey={BULK_DRAFT_KEY}
          subject={<DecisionSubjects publications={publications} getNote={getNote} />}
          category={null}
          confirmLabel={`Reject ${formatNumber(count)}`}
          defaultComments={DEFAULT_REJECTION_COMMENTS.bulk}
          isForOne={count === 1}
          onConfirm={(rejection) => {
            onReject(publications, rejection);
            onClose();
          }}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

type FormProps = {
  draftKey: string;
  subject: ReactNode;
  category: string | null;
  confirmLabel: string;
  /** What is sent without comments. */
  defaultComments: string;
  isForOne: boolean;
  onConfirm: (rejection: Rejection) => void;
  onClose: () => void;
};

/** Its draft is stored until it is sent: it survives Cancel, Escape and a failed request. */
function StoredForm({ draftKey, defaultComments, isForOne, ...form }: FormProps) {
  const { draft, change } = useCommentDraft(draftKey);
  return (
    <RejectionForm
      {...form}
      draft={draft}
      defaultComments={defaultComments}
      commentsLabel={isForOne ? 'Comments to the author' : 'Comments to the authors'}
      isDestructive
      note={
        <p className="row-note">
          Without comments {isForOne ? 'the author reads' : 'the authors read'} ‘{defaultComments}’. You can undo this
          for 10 seconds.
        </p>
      }
      onEdit={change}
    />
  );
}
