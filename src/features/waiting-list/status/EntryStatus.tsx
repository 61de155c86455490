import { useState } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import type { OwnEntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api } from '#src/lib/api-client.ts';
import { useAction } from '#src/lib/use-action.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';

type Props = { token: string; entry: OwnEntryJson; onChange: (entry: OwnEntryJson) => void };

/** List and position, and the button that confirms the entry: opening the link changes nothing. */
export function EntryStatus({ token, entry, onChange }: Props) {
  const [isDone, setDone] = useState(false);
  const { run, isBusy, error } = useAction(async () => {
    onChange(await api.post('/api/waitinglist/confirm', { json: { token } }));
    setDone(true);
  });
  const isWaiting = entry.status === 'pending';
  return (
    <section>
      <div className="title">
        <p className="eyebrow">{entry.product_name}</p>
        <h2>{formatStatus(entry)}</h2>
      </div>
      <p>
        {entry.email} joined on {formatLongDate(entry.created_at)}.
        {entry.confirmed_at && ` Address confirmed on ${formatLongDate(entry.confirmed_at)}.`}
      </p>
      {isWaiting && !entry.confirmed_at && (
        <>
          <p>Confirm that this address is yours, so we know our invitation will reach you.</p>
          <Button isBusy={isBusy} busyLabel="Confirming..." onClick={() => void run()}>
            Confirm my place
          </Button>
        </>
      )}
      {error && <Notice tone="error">{error}</Notice>}
      {isDone && <Notice tone="success">Thanks. Your place is confirmed.</Notice>}
    </section>
  );
}

function formatStatus({ status, position }: OwnEntryJson): string {
  if (status === 'invited') return 'You’re invited. Check your email for the invitation.';
  if (status === 'rejected') return 'We can’t offer you a place this time.';
  return `You’re number ${formatNumber(position ?? 0)} on the waiting list.`;
}
