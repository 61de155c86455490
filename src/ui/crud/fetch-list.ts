import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';

/** Reads a list of the API for `useQuery`; a failure is a toast too, in these words. */
export const createListLoader =
  <Value>(path: string, failure: string) =>
  async (signal?: AbortSignal): Promise<Value> => {
    try {
      return await api.get<Value>(path, signal && { signal });
    } catch (error) {
      if (!signal?.aborted) showToast(failure, 'error');
      throw error;
    }
  };
