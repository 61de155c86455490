import { useId } from 'react';
import type { OwnEntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx';
import { api } from '#src/lib/api-client.ts';

type Props = { token: string; entry: OwnEntryJson; onLeft: () => void };

/** Gives the place up, after a dialog that says what happens. */
export function LeaveWaitingList({ token, entry, onLeft }: Props) {
  const id = useId();
  const name = entry.product_name;
  const leave = async () => {
    await api.post('/api/waitinglist/leave', { token });
    onLeft();
  };
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Leave the list</h3>
      <p className="muted">We delete your entry and write no more. You can join again later.</p>
      <ConfirmButton
        label="Leave the list"
        button={{ variant: 'secondary' }}
        title={`Leave the ${name} waiting list?`}
        confirmLabel="Leave the list"
        busyLabel="Leaving..."
        isDestructive
        onConfirm={leave}
      >
        <p>
          We delete the entry of {entry.email} with the name and everything that you told us.
          {entry.position !== null && ` Your place, number ${entry.position.toLocaleString('en-NZ')}, is given up;`}
          {entry.position !== null && ' whoever joins again starts at the end.'}
        </p>
      </ConfirmButton>
    </section>
  );
}
