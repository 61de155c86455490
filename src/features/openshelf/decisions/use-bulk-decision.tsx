import { useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { type BulkDecided, decidePublications } from '#src/features/openshelf/openshelf-api.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { BulkRejectDialog } from './RejectDialog.tsx';
import { useApproval } from './use-approval.ts';
import { BULK_DRAFT_KEY } from './use-comment-draft.ts';
import type { DecisionRequest } from './use-decisions.ts';

const toIds = (publications: readonly PublicationJson[]) => publications.map(({ id }) => id);

/** One decision on several publications in one request, with the dialogs that it needs. */
export function useBulkDecision(onDecide: (request: DecisionRequest<BulkDecided>) => void) {
  const [rejected, setRejected] = useState<readonly PublicationJson[] | null>(null);
  const approval = useApproval((publications, comments) =>
    onDecide({
      publications,
      decision: 'approve',
      isBulk: true,
      send: () => decidePublications(toIds(publications), 'approve', { comments }),
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
            isBulk: true,
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
