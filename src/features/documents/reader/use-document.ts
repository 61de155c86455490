import { useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentJson } from '#api/features/documents/documents.contract.ts';
import { ApiError, api } from '#src/lib/api-client.ts';

export type UnloadedStatus = 'loading' | 'failed' | 'missing';
export type DocumentState = { status: UnloadedStatus } | { status: 'loaded'; document: DocumentJson };

/** A document by its id. What was read before stands at once, so that going back finds its place on the page. */
export function useDocument(id: number): { state: DocumentState; retry: () => void } {
  const cache = useRef(new Map<number, DocumentJson>());
  const [result, setAnswer] = useState<{ id: number; status: 'loaded' | 'failed' | 'missing' } | null>(null);
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    if (attempt > 0 && cache.current.has(id)) return;
    const stop = new AbortController();
    setAnswer(null);
    api.get('/api/documents/:id', { param: { id }, signal: stop.signal }).then(
      (document) => {
        cache.current.set(id, document);
        setAnswer({ id, status: 'loaded' });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setAnswer({ id, status: isMissing(error) ? 'missing' : 'failed' });
      },
    );
    return () => stop.abort();
  }, [id, attempt]);

  const document = cache.current.get(id);
  const status = result?.id === id && result.status !== 'loaded' ? result.status : 'loading';
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { state: document ? { status: 'loaded', document } : { status }, retry };
}

/** An address that no document can have is refused as such. */
const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400);
