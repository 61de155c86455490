import { showToast } from '#src/lib/toast.ts';

/** Reads a list of the API for `useQuery`; a failure is a toast too, in these words. */
export const createListLoader =
  <Value>(fetchList: (options: { signal?: AbortSignal }) => Promise<Value>, failure: string) =>
  async (signal?: AbortSignal): Promise<Value> => {
    try {
      return await fetchList({ signal });
    } catch (error) {
      if (!signal?.aborted) showToast(failure, 'error');
      throw error;
    }
  };
