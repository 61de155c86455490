import { Button } from '#src/ui/forms/Button.tsx';
import type { BulkAction } from './bulk/bulk-copy.ts';

/** The bulk actions while nothing is selected: pressed, they say that entries must be selected first. */
export const ActionButtons = ({ onAct }: { onAct: (action: BulkAction) => void }) => (
  <div className="list-actions">
    <Button variant="secondary" className="button-small" onClick={() => onAct('invite')}>
      Invite
    </Button>
    <Button variant="secondary" className="button-small" onClick={() => onAct('reject')}>
      Reject
    </Button>
  </div>
);
