import { type ReactNode, type SubmitEvent, useLayoutEffect, useRef } from 'react';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { Warning } from '#src/features/openshelf/reader/Precedents.tsx';
import { formatSameText } from '#src/features/openshelf/reader/shared-text.ts';
import { SameTextMark } from '#src/features/openshelf/SameTextMark.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { ApproveDialogProps, ApproveQuestion } from './approve-question.ts';
import type { CommentDraft } from './comment-draft.ts';
import { DecisionSubject, DecisionSubjects } from './DecisionSubject.tsx';
import { isSendKey } from './dialog-keys.ts';

/** Asks before an approval that would drop what was written, or contradict what was decided on the same text. */
export function ApproveQuestionDialog({ question, onApprove, onClose }: ApproveDialogProps) {
  const approve: ApproveDialogProps['onApprove'] = (publications, comments) => {
    onClose();
    onApprove(publications, comments);
  };
  return (
    <Modal isOpen={question !== null} title={question ? getTitle(question) : ''} onClose={onClose}>
      {question && 'publication' in question && (
        <OneForm
          question={question}
          onApprove={(comments) => approve([question.publication], comments)}
          onClose={onClose}
        />
      )}
      {question && 'publications' in question && (
        <SeveralForm question={question} onApprove={(publications) => approve(publications, '')} onClose={onClose} />
      )}
    </Modal>
  );
}

function getTitle(question: ApproveQuestion): string {
  if ('publications' in question) return `Approve ${formatCount(question.publications.length, 'publication')}?`;
  return question.draft.reasonIds.length > 0 ? 'Approve with your comments?' : 'Approve this publication?';
}

type Several = Extract<ApproveQuestion, { written: unknown }>;
type SeveralProps = {
  question: Several;
  onApprove: (publications: readonly PublicationJson[]) => void;
  onClose: () => void;
};

function SeveralForm({ question: { publications, written, contradicting }, onApprove, onClose }: SeveralProps) {
  const others = publications.filter((each) => !written.includes(each) && !contradicting.includes(each));
  const isAll = others.length === 0;
  const countOf = (some: readonly PublicationJson[]) =>
    some.length === publications.length
      ? 'all of them'
      : pluralize(some.length, 'one of them', `${some.length} of them`);
  const approveAll = contradicting.length > 0 ? 'Approve all anyway' : 'Approve all without';
  return (
    <QuestionForm onSubmit={() => onApprove(isAll ? publications : others)}>
      {contradicting.length > 0 && (
        <>
          <Warning>
            The text of {countOf(contradicting)} was rejected or sent back for changes before, in another work.
          </Warning>
          <DecisionSubjects
            publications={contradicting}
            getNote={({ same_text_as: other }) => other && <SameTextMark other={other} />}
          />
        </>
      )}
      {written.length > 0 && (
        <>
          <p>You chose reasons or wrote comments for {countOf(written)}. An approval of several sends no comments.</p>
          <DecisionSubjects publications={written} />
        </>
      )}
      <div className="form-actions">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        {!isAll && (
          <Button variant="secondary" onClick={() => onApprove(publications)}>
            {approveAll}
          </Button>
        )}
        <Button type="submit">
          {isAll ? approveAll : `Approve the other ${pluralize(others.length, 'one', `${others.length}`)}`}
        </Button>
      </div>
    </QuestionForm>
  );
}

type One = Extract<ApproveQuestion, { draft: unknown }>;
type OneProps = { question: One; onApprove: (comments: string) => void; onClose: () => void };

function OneForm({ question: { publication, draft, contradicted }, onApprove, onClose }: OneProps) {
  const comments = draft.comments.trim();
  const hasReasons = draft.reasonIds.length > 0;
  return (
    <QuestionForm onSubmit={() => onApprove(comments)}>
      <DecisionSubject publication={publication} />
      {contradicted && (
        <Warning>
          <b>{formatSameText(contradicted)}</b> {contradicted.comments && `‘${contradicted.comments}’`}
        </Warning>
      )}
      {hasReasons && <p>{formatWritten(draft)}</p>}
      <div className="form-actions">
        <Button variant="secondary" onClick={hasReasons ? () => onApprove('') : onClose}>
          {hasReasons ? 'Approve without' : 'Cancel'}
        </Button>
        <Button type="submit">{hasReasons ? 'Approve and send' : 'Approve anyway'}</Button>
      </div>
    </QuestionForm>
  );
}

/** Ctrl-Enter is its filled button. */
function QuestionForm({ children, onSubmit }: { children: ReactNode; onSubmit: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  // Otherwise the dialog would focus its first button, which closes it.
  useLayoutEffect(() => form.current?.setAttribute('autofocus', ''), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      className="form question-form"
      ref={form}
      tabIndex={-1}
      onSubmit={submit}
      onKeyDown={(event) => isSendKey(event) && event.currentTarget.requestSubmit()}
    >
      {children}
    </form>
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
