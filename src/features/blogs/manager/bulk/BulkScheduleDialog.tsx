import { useMemo, useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import { region } from '#api/domain/region.ts';
import { BULK_BUSY_LABELS } from '#src/features/blogs/manager/bulk-action-copy.ts';
import { PostTitles } from '#src/features/blogs/manager/PostTitles.tsx';
import type { BulkRequest, PostSelection } from '#src/features/blogs/manager/posts-api.ts';
import { ScheduleTime } from '#src/features/drafts/publish/ScheduleTime.tsx';
import { hasPassed, suggestTimes } from '#src/features/drafts/publish/suggest-times.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';

type Props = {
  /** Null while it is closed. */
  selection: PostSelection | null;
  onClose: () => void;
  onSchedule: (request: BulkRequest, selection: PostSelection) => Promise<void>;
};

/** Asks when the selected posts go live. */
export function BulkScheduleDialog({ selection, onClose, onSchedule }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the suggestions are those of the moment at which it opens
  const picks = useMemo(() => suggestTimes(Date.now(), region.timeZone), [selection]);
  /** Undefined until something is chosen. */
  const [chosen, setChosen] = useState<string | null>();
  const at = chosen === undefined ? (picks[0]?.at ?? null) : chosen;
  const close = () => {
    setChosen(undefined);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={selection !== null}
      title={`Schedule ${formatCount(selection?.count ?? 0, 'post')}?`}
      confirmLabel="Schedule"
      busyLabel={BULK_BUSY_LABELS.schedule}
      canConfirm={at !== null && !hasPassed(at, Date.now())}
      onClose={close}
      onConfirm={async () => {
        if (selection && at) await onSchedule({ action: 'schedule', published_at: at }, selection);
      }}
    >
      <ScheduleTime
        at={at}
        picks={picks}
        now={Date.now()}
        hint="Posts that are live stay as they are."
        onChange={setChosen}
      />
      {selection && <PostTitles selection={selection} />}
    </ConfirmDialog>
  );
}
