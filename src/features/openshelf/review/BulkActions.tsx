import { useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { BulkRejectDialog } from '#src/features/openshelf/decisions/BulkRejectDialog.tsx';
import { decidePublications, type Rejection } from '#src/features/openshelf/openshelf-api.ts';
import { Button } from '#src/ui/forms/Button.tsx';

type Request = {
  publications: readonly PublicationJson[];
  decision: 'approve' | 'reject';
  send: () => ReturnType<typeof decidePublications>;
};
type Props = { publications: readonly PublicationJson[]; onDecide: (request: Request) => void };

/** Decides on all selected publications in one request. */
export function BulkActions({ publications, onDecide }: Props) {
  const [isConfirming, setConfirming] = useState(false);
  const decide = (decision: 'approve' | 'reject', rejection: Rejection = { comments: '' }) => {
    const ids = publications.map(({ id }) => id);
    onDecide({ publications, decision, send: () => decidePublications(ids, decision, rejection) });
  };
  return (
    <div className="queue-bulk">
      <Button variant="secondary" className="button-small" onClick={() => decide('approve')}>
        Approve Selected
      </Button>
      <Button variant="secondary" className="button-small" onClick={() => setConfirming(true)}>
        Reject Selected
      </Button>
      <BulkRejectDialog
        isOpen={isConfirming}
        count={publications.length}
        onConfirm={async (rejection) => decide('reject', rejection)}
        onClose={() => setConfirming(false)}
      />
    </div>
  );
}
