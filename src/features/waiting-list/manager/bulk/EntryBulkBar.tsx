import type { ComponentProps } from 'react';
import { BulkBar } from '#src/ui/tables/BulkBar.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { BulkAction } from './entry-bulk-run.ts';

type Props = Omit<ComponentProps<typeof BulkBar>, 'children' | 'noun'> & {
  /** Some of the selected are invited. */
  canResend: boolean;
  onAct: (action: BulkAction) => void;
};

/** What can be done with the people who are selected. */
export function EntryBulkBar({ canResend, onAct, ...bar }: Props) {
  return (
    <BulkBar {...bar} noun="person" nouns="people">
      <Button variant="quiet" onClick={() => onAct('invite')}>
        Invite
      </Button>
      <Button variant="quiet" onClick={() => onAct('reject')}>
        Reject
      </Button>
      {canResend && (
        <Button variant="quiet" onClick={() => onAct('resend')}>
          Send again
        </Button>
      )}
    </BulkBar>
  );
}
