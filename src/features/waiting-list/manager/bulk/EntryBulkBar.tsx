import type { ComponentProps } from 'react';
import { ExportButton } from '#src/ui/crud/ExportButton.tsx';
import { BulkBar } from '#src/ui/tables/BulkBar.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { EXPORT_FAILED } from '#src/features/waiting-list/manager/entries-api.ts';
import type { BulkAction } from './entry-bulk-run.ts';

type Props = Omit<ComponentProps<typeof BulkBar>, 'children' | 'noun'> & {
  /** Some of the selected are invited. */
  canResend: boolean;
  /** Some of the selected are rejected. */
  canPutBack: boolean;
  onAct: (action: BulkAction) => void;
  onExport: () => Promise<string>;
};

/** What can be done with the people who are selected. */
export function EntryBulkBar({ canResend, canPutBack, onAct, onExport, ...bar }: Props) {
  return (
    <BulkBar {...bar} noun="person" nouns="people">
      <Button variant="quiet" onClick={() => onAct('invite')}>
        Invite
      </Button>
      <Button variant="quiet" onClick={() => onAct('reject')}>
        Reject
      </Button>
      {canPutBack && (
        <Button variant="quiet" onClick={() => onAct('put-back')}>
          Put back on the list
        </Button>
      )}
      {canResend && (
        <Button variant="quiet" onClick={() => onAct('resend')}>
          Send again
        </Button>
      )}
      <ExportButton onExport={onExport} failure={EXPORT_FAILED} isInBar />
    </BulkBar>
  );
}
