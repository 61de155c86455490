import { useState } from 'react';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { api, formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';

/** Tries a failed publish again; a refusal is shown as a toast. */
export function useRetryPublish(id: number, onRetried: (publish: PublishJson) => void) {
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      onRetried(await api.post('/api/publishes/:id/retry', { param: { id } }));
    } catch (error) {
      showToast(formatError(error), 'error');
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, retry: () => void retry() };
}
