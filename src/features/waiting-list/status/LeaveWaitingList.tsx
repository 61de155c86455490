import { useId, useState } from 'react';
import type { OwnEntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { api } from '#src/lib/api-client.ts';

type Props = { token: string; place: OwnEntryJson; onLeft: () => void };

/** Gives the place up, after a dialog that says what happens. */
export function LeaveWaitingList({ token, place, onLeft }: Props) {
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const name = place.product_name;
  const leave = async () => {
    await api.post('/api/waitinglist/leave', { json: { token } });
    onLeft();
  };
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Leave the list</h3>
      <p className="muted">We delete your entry and write no more. You can join again later.</p>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Leave the list
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Leave the ${name} waiting list?`}
        confirmLabel="Leave the list"
        busyLabel="Leaving..."
        isDestructive
        onConfirm={leave}
        onClose={() => setAsking(false)}
      >
        <p>
          We delete the entry of {place.email} with the name and everything that you told us.
          {place.position !== null && ` Your place, number ${place.position.toLocaleString('en-NZ')}, is given up;`}
          {place.position !== null && ' whoever joins again starts at the end.'}
        </p>
      </ConfirmDialog>
    </section>
  );
}
