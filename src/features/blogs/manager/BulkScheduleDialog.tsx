import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { PostTitles } from './PostTitles.tsx';
import type { BulkRequest, ManagedPost } from './posts-api.ts';

type Props = {
  /** Null while it is closed. */
  posts: readonly ManagedPost[] | null;
  onClose: () => void;
  onSchedule: (request: BulkRequest, posts: readonly ManagedPost[]) => Promise<void>;
};

/** Asks when the selected posts go live. */
export function BulkScheduleDialog({ posts, onClose, onSchedule }: Props) {
  const [value, setValue] = useState('');
  const date = new Date(value);
  const close = () => {
    setValue('');
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={posts !== null}
      title={`Schedule ${formatCount(posts?.length ?? 0, 'post')}?`}
      confirmLabel="Schedule"
      busyLabel="Scheduling..."
      canConfirm={!Number.isNaN(date.getTime())}
      onClose={close}
      onConfirm={() => onSchedule({ action: 'schedule', published_at: date.toISOString() }, posts ?? [])}
    >
      <TextField
        label="Publish at"
        type="datetime-local"
        required
        value={value}
        hint={`Your time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}. Posts that are live stay as they are.`}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <PostTitles posts={posts ?? []} />
    </ConfirmDialog>
  );
}
