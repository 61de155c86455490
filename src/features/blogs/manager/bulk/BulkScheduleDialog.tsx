import { fromLocalTime } from '#api/domain/local-time.ts';
import { region } from '#api/domain/region.ts';
import { formatOnReadersClock, getZoneName, isReaderElsewhere } from '#src/lib/format/dates.ts';
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
  const at = fromLocalTime(value, region.timeZone);
  const iso = Number.isNaN(at) ? null : new Date(at).toISOString();
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
      canConfirm={iso !== null}
      onClose={close}
      onConfirm={async () => {
        if (selection && iso) await onSchedule({ action: 'schedule', published_at: iso }, selection);
      }}
    >
      <TextField
        label="Publish at"
        type="datetime-local"
        required
        value={value}
        hint={`In ${getZoneName()}${iso && isReaderElsewhere(iso) ? `, ${formatOnReadersClock(iso)}` : ''}. Posts that are live stay as they are.`}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      {selection && <PostTitles selection={selection} />}
    </ConfirmDialog>
  );
}
