import { useEffect, useRef, useState } from 'react';
import type { PreviewJson } from '#api/features/pages/pages.contract.ts';
import { formatError } from '#src/lib/api-client.ts';

/** One request for a burst of typing (ms). */
const RENDER_AFTER_MS = 300;

/** What the server makes of a value, named by its JSON. The last answer stays while the next one is made. */
export function useRenderedPage(json: string, render: (json: string, signal: AbortSignal) => Promise<PreviewJson>) {
  const [rendered, setRendered] = useState<PreviewJson | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isFirst = useRef(true);
  const latest = useRef(render);
  latest.current = render;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt renders the same page again
  useEffect(() => {
    const request = new AbortController();
    const run = async () => {
      setLoading(true);
      try {
        const answer = await latest.current(json, request.signal);
        if (request.signal.aborted) return;
        setRendered(answer);
        setError(null);
      } catch (cause) {
        if (!request.signal.aborted) setError(formatError(cause));
      }
      if (!request.signal.aborted) setLoading(false);
    };
    const timer = setTimeout(() => void run(), isFirst.current ? 0 : RENDER_AFTER_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [json, attempt]);
  return { rendered, error, isLoading, retry: () => setAttempt((count) => count + 1) };
}
