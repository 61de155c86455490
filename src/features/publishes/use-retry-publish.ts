import { useState } from 'react';
import { api, formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { mergePublish } from '#src/stores/publishes.ts';

/** Tries a failed publish again; a refusal is shown as a toast. */
export function useRetryPublish(id: number, onRetried?: () => void) {
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      mergePublish(await api.post('/api/publishes/:id/retry', { param: { id } }));
      onRetried?.();
    } catch (error) {
      showToast(formatError(error), 'error');
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, retry: () => void retry() };
}
