import { useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import type { ApproveQuestion } from './ApproveDialog.tsx';
import { hasDraft, readDraft, toDraftKey } from './use-comment-draft.ts';

type Approve = (publications: readonly PublicationJson[], comments: string) => void;

/**
 * Approvals outside the open publication. What was typed for one is sent with it, as there; where reasons were chosen, or
 * several are approved at once, the dialog of the returned props asks first.
 */
export function useApproval(onApprove: Approve) {
  const [question, setQuestion] = useState<ApproveQuestion | null>(null);
  const approve = (publications: readonly PublicationJson[]) => {
    const [first, ...others] = publications;
    if (!first) return;
    if (others.length === 0) {
      const draft = readDraft(toDraftKey(first));
      if (draft.reasonIds.length > 0) return setQuestion({ publication: first, draft, contradicted: null });
      return onApprove(publications, draft.comments.trim());
    }
    const written = publications.filter(hasDraft);
    if (written.length > 0) return setQuestion({ publications, written });
    onApprove(publications, '');
  };
  return { approve, dialog: { question, onApprove, onClose: () => setQuestion(null) } };
}
