import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { BULK_BUSY_LABELS } from '#src/features/blogs/manager/bulk-action-copy.ts';
import { PostTitles } from '#src/features/blogs/manager/PostTitles.tsx';
import type { BulkRequest, PostSelection } from '#src/features/blogs/manager/posts-api.ts';

type Props = {
  /** Null while it is closed. */
  selection: PostSelection | null;
  onClose: () => void;
  onSchedule: (request: BulkRequest, selection: PostSelection) => Promise<void>;
};

/** Asks when the selected posts go live. */
export function BulkScheduleDialog({ selection, onClose, onSchedule }: Props) {
  const [value, setValue] = useState('');
  const date = new Date(value);
  const close = () => {
    setValue('');
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={selection !== null}
      title={`Schedule ${formatCount(selection?.count ?? 0, 'post')}?`}
      confirmLabel="Schedule"
      busyLabel={BULK_BUSY_LABELS.schedule}
      canConfirm={!Number.isNaN(date.getTime())}
      onClose={close}
      onConfirm={async () => {
        if (selection) await onSchedule({ action: 'schedule', published_at: date.toISOString() }, selection);
      }}
    >
      <TextField
        label="Publish at"
        type="datetime-local"
        required
        value={value}
        hint={`Your time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}. Posts that are live stay as they are.`}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      {selection && <PostTitles selection={selection} />}
    </ConfirmDialog>
  );
}
