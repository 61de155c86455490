import type { PendingDeletionJson } from '#api/features/users/users.contract.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { cancelDeletion } from '#src/features/users/users-api.ts';

type Props = { deletions: readonly PendingDeletionJson[]; canStop: boolean; onStopped: () => void };

/** Deletions of other admins in their 30 seconds: until then anybody who manages users can stop them. */
export const PendingDeletions = ({ deletions, canStop, onStopped }: Props) =>
  deletions.map((deletion) => (
    <PendingDeletion key={deletion.user_id} deletion={deletion} canStop={canStop} onStopped={onStopped} />
  ));

function PendingDeletion({
  deletion,
  canStop,
  onStopped,
}: Omit<Props, 'deletions'> & { deletion: PendingDeletionJson }) {
  const { run, isBusy } = useToastAction(async () => (await cancelDeletion(deletion.user_id)).message, {
    failure: 'Failed to stop the deletion',
    onSettled: onStopped,
  });
  const { name, email, actor } = deletion;
  return (
    <Notice tone="info">
      <p>
        {actor?.name ?? 'A former admin'} is deleting {name === email ? name : `${name} (${email})`}. It can be stopped
        for 30 seconds.
      </p>
      {canStop && (
        <Button variant="secondary" isBusy={isBusy} busyLabel="Stopping..." onClick={() => void run()}>
          Stop deletion
        </Button>
      )}
    </Notice>
  );
}
