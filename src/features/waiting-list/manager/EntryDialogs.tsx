import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { InvitationWarnings } from './bulk/InvitationWarnings.tsx';
import { type BulkAction, getBulkCopy } from './bulk/bulk-copy.ts';
import type { Entry, EntrySelection } from './entries-api.ts';
import { formatEntryName } from './entry-labels.ts';

export type EntryPrompt =
  { kind: 'bulk'; action: BulkAction; selection: EntrySelection } | { kind: 'delete'; entry: Entry };

type Props = {
  prompt: EntryPrompt | null;
  onClose: () => void;
  onBulk: (action: BulkAction, selection: EntrySelection) => Promise<void>;
  onDelete: (entry: Entry) => Promise<void>;
};

/** Asks before people are invited, rejected or deleted. */
export function EntryDialogs({ prompt, onClose, onBulk, onDelete }: Props) {
  const bulk = prompt?.kind === 'bulk' ? prompt : null;
  const entry = prompt?.kind === 'delete' ? prompt.entry : null;
  const copy = bulk && getBulkCopy(bulk.action, bulk.selection);
  return (
    <>
      <ConfirmDialog
        isOpen={bulk !== null}
        title={copy?.title ?? ''}
        confirmLabel={copy?.confirm ?? ''}
        busyLabel={copy?.busy}
        isDestructive={bulk?.action === 'reject'}
        onClose={onClose}
        onConfirm={async () => {
          if (bulk) await onBulk(bulk.action, bulk.selection);
        }}
      >
        <p>{copy?.consequence}</p>
        {bulk?.action === 'invite' && <InvitationWarnings selection={bulk.selection} />}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={entry !== null}
        title={entry ? `Delete ${formatEntryName(entry)}?` : ''}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        isDestructive
        onClose={onClose}
        onConfirm={async () => {
          if (entry) await onDelete(entry);
        }}
      >
        {entry && (
          <p>
            {entry.email} and the answers given for {entry.product_name} are removed from the waiting list. You can undo
            this for 30 seconds.
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
