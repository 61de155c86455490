import { useCallback, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { releasesResponse } from '#api/features/releases/releases.contract.ts';
import { api, formatError } from '#src/lib/api-client.ts';

export type ReleasePage = z.infer<typeof releasesResponse>;
type State = { page: ReleasePage | null; error: string | null; isLoading: boolean };

export const RELEASES_PER_PAGE = 15;

/**
 * One page of the releases, read anew whenever `version` says that there is another state. Rows stay until the new ones
 * are here.
 */
export function useReleases(page: number, version: string) {
  const [state, setState] = useState<State>({ page: null, error: null, isLoading: true });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({ ...before, isLoading: version !== '' && attempt > 0 }));
    const query = { page, limit: RELEASES_PER_PAGE };
    api.get('/api/releases', { query, signal: stop.signal }).then(
      (answer) => setState({ page: answer, error: null, isLoading: false }),
      (cause: unknown) => {
        if (stop.signal.aborted) return;
        setState((before) => ({ ...before, error: formatError(cause), isLoading: false }));
      },
    );
    return () => stop.abort();
  }, [page, version, attempt]);
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...state, reload };
}
