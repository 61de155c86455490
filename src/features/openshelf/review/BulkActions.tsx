import { useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { ApproveDialog } from '#src/features/openshelf/decisions/ApproveDialog.tsx';
import { BulkRejectDialog } from '#src/features/openshelf/decisions/RejectDialog.tsx';
import { useApproval } from '#src/features/openshelf/decisions/use-approval.ts';
import { BULK_DRAFT_KEY } from '#src/features/openshelf/decisions/use-comment-draft.ts';
import { decidePublications } from '#src/features/openshelf/openshelf-api.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import type { DecisionRequest } from './use-decisions.ts';

type Props = { publications: readonly PublicationJson[]; onDecide: (request: DecisionRequest) => void };

const toIds = (publications: readonly PublicationJson[]) => publications.map(({ id }) => id);

/** Decides on all selected publications in one request. */
export function BulkActions({ publications, onDecide }: Props) {
  const [rejected, setRejected] = useState<readonly PublicationJson[] | null>(null);
  const approval = useApproval((approved, comments) =>
    onDecide({
      publications: approved,
      decision: 'approve',
      send: () => decidePublications(toIds(approved), 'approve', { comments }),
    }),
  );
  return (
    <div className="queue-bulk">
      <Button variant="secondary" className="button-small" onClick={() => approval.approve(publications)}>
        Approve Selected
      </Button>
      <Button variant="secondary" className="button-small" onClick={() => setRejected(publications)}>
        Reject Selected
      </Button>
      <ApproveDialog {...approval.dialog} />
      <BulkRejectDialog
        publications={rejected}
        onReject={(publications, rejection) =>
          onDecide({
            ...{ publications, decision: 'reject', draftKeys: [BULK_DRAFT_KEY] },
            send: () => decidePublications(toIds(publications), 'reject', rejection),
          })
        }
        onClose={() => setRejected(null)}
      />
    </div>
  );
}
