import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import type { ContradictedDecision } from '#src/features/openshelf/reader/contradictions.ts';
import type { CommentDraft } from './comment-draft.ts';

/**
 * What an approval leaves open: what becomes of chosen reasons and their comments, and a decision that it contradicts; of
 * several, those for which something was written, which one request can't send, and those that contradict a decision.
 */
export type ApproveQuestion =
  | { publication: PublicationJson; draft: CommentDraft; contradicted: ContradictedDecision | null }
  | {
      publications: readonly PublicationJson[];
      written: readonly PublicationJson[];
      contradicting: readonly PublicationJson[];
    };

export type ApproveDialogProps = {
  /** Null while the dialog is closed. */
  question: ApproveQuestion | null;
  onApprove: (publications: readonly PublicationJson[], comments: string) => void;
  onClose: () => void;
};
