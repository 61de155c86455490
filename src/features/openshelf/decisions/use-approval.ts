import { useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { findContradicted } from '#src/features/openshelf/reader/contradictions.ts';
import type { ApproveQuestion } from './approve-question.ts';
import { hasDraft, readDraft, toDraftKey } from './use-comment-draft.ts';

type Approve = (publications: readonly PublicationJson[], comments: string) => void;

/**
 * Approvals outside the open publication. What was typed for one is sent with it, as there; where reasons were chosen, what was
 * typed would be dropped, or the same text was decided on otherwise, the dialog of the returned props asks first.
 */
export function useApproval(onApprove: Approve) {
  const [question, setQuestion] = useState<ApproveQuestion | null>(null);
  const approve = (publications: readonly PublicationJson[]) => {
    const [first, ...others] = publications;
    if (!first) return;
    if (others.length === 0) {
      const draft = readDraft(toDraftKey(first));
      const contradicted = findContradicted(first);
      if (draft.reasonIds.length > 0 || contradicted) return setQuestion({ publication: first, draft, contradicted });
      return onApprove(publications, draft.comments.trim());
    }
    const written = publications.filter(hasDraft);
    const contradicting = publications.filter((each) => findContradicted(each) !== null);
    if (written.length + contradicting.length > 0) return setQuestion({ publications, written, contradicting });
    onApprove(publications, '');
  };
  return { approve, dialog: { question, onApprove, onClose: () => setQuestion(null) } };
}
