import { useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { ApproveDialog } from '#src/features/openshelf/decisions/ApproveDialog.tsx';
import { BulkRejectDialog } from '#src/features/openshelf/decisions/RejectDialog.tsx';
import { useApproval } from '#src/features/openshelf/decisions/use-approval.ts';
import { BULK_DRAFT_KEY } from '#src/features/openshelf/decisions/use-comment-draft.ts';
import { decidePublications } from '#src/features/openshelf/openshelf-api.ts';
import type { DecisionRequest } from './use-decisions.ts';

const toIds = (publications: readonly PublicationJson[]) => publications.map(({ id }) => id);

/** One decision on several publications in one request, with the dialogs that it needs. */
export function useBulkDecision(onDecide: (request: DecisionRequest) => void) {
  const [rejected, setRejected] = useState<readonly PublicationJson[] | null>(null);
  const approval = useApproval((approved, comments) =>
    onDecide({
      publications: approved,
      decision: 'approve',
      send: () => decidePublications(toIds(approved), 'approve', { comments }),
    }),
  );
  const dialogs = (
    <>
      <ApproveDialog {...approval.dialog} />
      <BulkRejectDialog
        publications={rejected}
        onReject={(publications, rejection) =>
          onDecide({
            publications,
            decision: 'reject',
            draftKeys: [BULK_DRAFT_KEY],
            send: () => decidePublications(toIds(publications), 'reject', rejection),
          })
        }
        onClose={() => setRejected(null)}
      />
    </>
  );
  return { approve: approval.approve, reject: setRejected, dialogs };
}
