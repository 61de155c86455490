import { useState } from 'react';
import type { OwnEntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { formatLongDate } from '#src/lib/format/date-and-price.ts';

type Props = { token: string; place: OwnEntryJson; onChange: (place: OwnEntryJson) => void };

/** Which list, which place, and the button that confirms it: opening the link alone changes nothing. */
export function EntryStatus({ token, place, onChange }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      onChange(await api.post('/api/waitinglist/confirm', { json: { token } }));
      setDone(true);
    } catch (error) {
      setFailure(formatError(error));
    }
    setBusy(false);
  };
  const isWaiting = place.status === 'pending';
  return (
    <section>
      <div className="title">
        <p className="eyebrow">{place.product_name}</p>
        <h2>{formatStatus(place)}</h2>
      </div>
      <p>
        {place.email} joined on {formatLongDate(place.created_at)}.
        {place.confirmed_at && ` The address was confirmed on ${formatLongDate(place.confirmed_at)}.`}
      </p>
      {isWaiting && !place.confirmed_at && (
        <>
          <p>Please confirm that this address is yours, so that we know an invitation reaches you.</p>
          <Button isBusy={isBusy} busyLabel="Confirming..." onClick={confirm}>
            Confirm my place
          </Button>
        </>
      )}
      {failure && <Notice tone="error">{failure}</Notice>}
      {isDone && <Notice tone="success">Thank you. Your place is confirmed.</Notice>}
    </section>
  );
}

function formatStatus({ status, position }: OwnEntryJson): string {
  if (status === 'invited') return 'You are invited: look for our invitation in your mail.';
  if (status === 'rejected') return 'We cannot offer you a place this time.';
  return `You are number ${position?.toLocaleString('en-NZ')} of the people waiting.`;
}
