import { showToast } from '#src/lib/toast.ts';

/** Loads a list of the API for `useQuery`; a failure also shows a toast with this message. */
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
