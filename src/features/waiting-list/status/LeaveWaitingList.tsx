import { useId } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import type { OwnEntryJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx';
import { api } from '#src/lib/api-client.ts';

type Props = { token: string; entry: OwnEntryJson; onLeft: () => void };

/** Leaves the waiting list, after a confirmation. */
export function LeaveWaitingList({ token, entry, onLeft }: Props) {
  const id = useId();
  const name = entry.product_name;
  const leave = async () => {
    await api.post('/api/waitinglist/leave', { json: { token } });
    onLeft();
  };
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Leave the list</h3>
      <p className="muted">We’ll delete your details and stop emailing you. You can join again later.</p>
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
          This deletes {entry.email}, your name and your answers.
          {entry.position !== null &&
            ` You’ll lose your place, number ${formatNumber(entry.position)}. If you join again, you’ll start at the end.`}
        </p>
      </ConfirmButton>
    </section>
  );
}
