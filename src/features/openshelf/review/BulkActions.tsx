import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { useBulkDecision } from '#src/features/openshelf/decisions/use-bulk-decision.tsx';
import type { DecisionRequest } from '#src/features/openshelf/decisions/use-decisions.ts';

type Props = { publications: readonly PublicationJson[]; onDecide: (request: DecisionRequest) => void };

/** Decides on all selected publications. */
export function BulkActions({ publications, onDecide }: Props) {
  const { approve, reject, dialogs } = useBulkDecision(onDecide);
  return (
    <div className="queue-bulk">
      <Button variant="secondary" className="button-small" onClick={() => approve(publications)}>
        Approve Selected
      </Button>
      <Button variant="secondary" className="button-small" onClick={() => reject(publications)}>
        Reject Selected
      </Button>
      {dialogs}
    </div>
  );
}
