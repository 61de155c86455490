import type { PrecedentJson } from '#api/features/openshelf/texts/texts.contract.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { CommentDraft } from '#src/features/openshelf/decisions/comment-draft.ts';
import { Warning } from '#src/features/openshelf/reader/Precedents.tsx';
import { formatSameText } from '#src/features/openshelf/reader/shared-text.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Button } from '#src/ui/forms/Button.tsx';

/** What an approval leaves open: what becomes of chosen reasons and their comments, and a decision that it contradicts. */
export type ApproveQuestion = { draft: CommentDraft; contradicted: PrecedentJson | null };

type Props = {
  publication: PublicationJson;
  /** Null while the dialog is closed. */
  question: ApproveQuestion | null;
  onApprove: (comments: string) => void;
  onClose: () => void;
};

/** Asks before an approval that would drop what was written, or contradict what was decided on the same text. */
export function ApproveDialog({ question, onClose, ...form }: Props) {
  const hasComments = question !== null && question.draft.reasonIds.length > 0;
  return (
    <Modal
      isOpen={question !== null}
      title={hasComments ? 'Approve with your comments?' : 'Approve this publication?'}
      onClose={onClose}
    >
      {question && <ApproveForm question={question} hasComments={hasComments} onClose={onClose} {...form} />}
    </Modal>
  );
}

type FormProps = Omit<Props, 'question'> & { question: ApproveQuestion; hasComments: boolean };

function ApproveForm({ publication, question: { draft, contradicted }, hasComments, onApprove, onClose }: FormProps) {
  const comments = draft.comments.trim();
  return (
    <div className="form">
      <div className="dialog-subject">
        <p>
          <b dir="auto">{publication.title}</b>
          <span className="row-note" dir="auto">
            {publication.author_name}, v{publication.version_number}
          </span>
        </p>
      </div>
      {contradicted && (
        <Warning>
          <b>{formatSameText(contradicted)}</b> {contradicted.comments && `‘${contradicted.comments}’`}
        </Warning>
      )}
      {hasComments && <p>{formatWritten(draft)}</p>}
      <div className="form-actions">
        {!hasComments && (
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        )}
        {!hasComments && <Button onClick={() => onApprove(comments)}>Approve anyway</Button>}
        {hasComments && (
          <Button variant="secondary" onClick={() => onApprove('')}>
            Approve without
          </Button>
        )}
        {hasComments && <Button onClick={() => onApprove(comments)}>Approve and send</Button>}
      </div>
    </div>
  );
}

/** 'You chose a reason and wrote 21 words.' */
function formatWritten({ reasonIds, comments }: CommentDraft): string {
  const words = comments.trim() === '' ? 0 : comments.trim().split(/\s+/).length;
  const chosen = reasonIds.length === 1 ? 'a reason' : `${reasonIds.length} reasons`;
  return words === 0
    ? `You chose ${chosen}.`
    : `You chose ${chosen}. Your comments have ${formatCount(words, 'word')}.`;
}
