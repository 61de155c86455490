import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { replayEvent, replayFailedEvents } from '#src/features/billing/billing-api.ts';

/** Hands events to the worker again. Harmless: an event that was applied changes nothing the second time. */
export function useReplay(onReplayed: () => void) {
  const run = async (replay: () => Promise<{ message: string }>): Promise<void> => {
    try {
      showToast((await replay()).message, 'success');
      onReplayed();
    } catch (error) {
      showToast(formatError(error), 'error');
    }
  };
  return { replay: (id: string) => run(() => replayEvent(id)), replayFailed: () => run(replayFailedEvents) };
}
