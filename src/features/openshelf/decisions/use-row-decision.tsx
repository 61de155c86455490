import { useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import type { Rejection } from '#src/features/openshelf/openshelf-api.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { QuickRejectDialog } from './RejectDialog.tsx';
import { useApproval } from './use-approval.ts';
import type { DecisionAction } from './use-decidable-list.ts';

type Options = {
  /** What is sent with a rejection without comments. */
  defaultComments: string;
  onDecide: (publication: PublicationJson, action: DecisionAction, rejection: Rejection) => void;
};

/** The decision on one row of a list, with the dialogs that it needs. */
export function useRowDecision({ defaultComments, onDecide }: Options) {
  const [rejected, setRejected] = useState<PublicationJson | null>(null);
  const approval = useApproval(
    ([publication], comments) => publication && onDecide(publication, 'approve', { comments }),
  );
  const dialogs = (
    <>
      <ApproveDialog {...approval.dialog} />
      <QuickRejectDialog
        publication={rejected}
        defaultComments={defaultComments}
        onReject={(publication, rejection) => onDecide(publication, 'reject', rejection)}
        onClose={() => setRejected(null)}
      />
    </>
  );
  return {
    ask: (publication: PublicationJson, action: DecisionAction) =>
      action === 'reject' ? setRejected(publication) : approval.approve([publication]),
    dialogs,
  };
}
