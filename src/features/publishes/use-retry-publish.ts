import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { useToastAction } from '#src/lib/use-action.ts';

/** Tries a failed publish again; a refusal is shown as a toast. */
export function useRetryPublish(id: number, onRetried: (publish: PublishJson) => void) {
  const { isBusy, run } = useToastAction(async () => {
    onRetried(await api.post('/api/publishes/:id/retry', { param: { id } }));
  });
  return { isBusy, retry: () => void run() };
}
