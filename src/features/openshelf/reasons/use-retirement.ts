import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { restoreReason, retireReason } from '#src/features/openshelf/openshelf-api.ts';
import { formatServerError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { showUndoToast } from '#src/ui/feedback/undo-toast.ts';
import type { AnyReason } from './reason-draft.ts';

/** Retires reasons, with Undo, and restores them. `reload` shows what is true afterwards. */
export function useRetirement(reload: () => Promise<void>) {
  const run = async (work: () => Promise<void>, failure: string) => {
    try {
      await work();
    } catch (error) {
      showToast(formatServerError(error, failure), 'error');
    }
    await reload();
  };
  return {
    retire: ({ id, label }: AnyReason) =>
      run(async () => {
        const until = Date.now() + UNDO_WINDOW_MS;
        const { message } = await retireReason(id);
        const undo = () => restoreReason(id).then(() => ({ message: `Undone. ${label} is offered again.` }));
        const subjects = [`rejection-reason:${id}`];
        showUndoToast({ message, note: label, until, subjects, undo, onUndone: () => void reload() });
      }, 'Failed to retire reason'),
    restore: ({ id }: AnyReason) =>
      run(async () => {
        showToast((await restoreReason(id)).message, 'success');
      }, 'Failed to restore reason'),
  };
}
