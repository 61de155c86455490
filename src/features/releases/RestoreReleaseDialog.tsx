import type { ReleaseJson } from '#api/features/releases/releases.contract.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { formatDateTime } from '#src/lib/format/dates.ts';
import { showToast } from '#src/lib/toast.ts';
import { useRelease } from './ReleaseChangesDialog.tsx';

type Props = { release: ReleaseJson | null; onDone: () => void; onClose: () => void };

/** Confirms the restore of an earlier release, with its consequences. */
export function RestoreReleaseDialog({ release, onDone, onClose }: Props) {
  const restore = async () => {
    const { message } = await api.post('/api/releases/:id/restore', { param: { id: release?.id ?? 0 } });
    showToast(message, 'success');
    onDone();
  };
  return (
    <ConfirmDialog
      isOpen={release !== null}
      title={`Restore release ${release?.id ?? ''}?`}
      confirmLabel="Restore"
      busyLabel="Restoring..."
      isDestructive
      onConfirm={restore}
      onClose={onClose}
    >
      {release && <RestoreEffects release={release} />}
    </ConfirmDialog>
  );
}

function RestoreEffects({ release }: { release: ReleaseJson }) {
  const { state, reload } = useRelease(release.id);
  return (
    <div className="meaning">
      <p>
        ‘{release.note}’, {formatDateTime(release.created_at)}.
      </p>
      {state.status === 'failed' && (
        <ErrorPanel message="Couldn’t check what would change. You can still restore." onRetry={reload} />
      )}
      {state.status !== 'failed' && (
        <p role="status">
          {state.status === 'loaded' ? formatEffects(state.value.restore) : 'Checking what would change...'}
        </p>
      )}
      <p>
        Visitors will see the site as it was then, straight away. Publishing pauses, and new changes wait until you
        resume. Posts and drafts stay as they are.
      </p>
    </div>
  );
}

function formatEffects({ changed, removed }: { changed: number; removed: number }): string {
  if (changed + removed === 0) return 'No pages would change.';
  const change = changed > 0 && `${formatCount(changed, 'page')} ${pluralize(changed, 'changes', 'change')}`;
  const go = removed > 0 && `${formatCount(removed, 'page')} ${pluralize(removed, 'goes', 'go')} away`;
  return `${[change, go].filter(Boolean).join(' and ')}.`;
}
