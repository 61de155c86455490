import { useRef } from 'react';
import type { DocumentJson } from '#api/features/documents/documents.contract.ts';
import { ApiError, api } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';

export type UnloadedStatus = 'loading' | 'failed' | 'missing';
export type DocumentState = { status: UnloadedStatus } | { status: 'loaded'; document: DocumentJson };

/** A document by its id. A cached one is shown at once, so that going back restores the scroll position. */
export function useDocument(id: number): { state: DocumentState; retry: () => void } {
  const cache = useRef(new Map<number, DocumentJson>());
  const key = cache.current.has(id) ? null : String(id);
  const { state, retry } = useQuery(key, (signal) => api.get('/api/documents/:id', { param: { id }, signal }));
  if (state.status === 'loaded') cache.current.set(id, state.value);
  const document = cache.current.get(id);
  if (document) return { state: { status: 'loaded', document }, retry };
  if (state.status === 'failed') return { state: { status: isMissing(state.error) ? 'missing' : 'failed' }, retry };
  return { state: { status: 'loading' }, retry };
}

/** An address that no document can have is refused as such. */
const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400);
