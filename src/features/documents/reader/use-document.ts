import { useRef } from 'react';
import type { DocumentPageJson } from '#api/features/documents/documents.contract.ts';
import { ApiError, api } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';

export type UnloadedStatus = 'loading' | 'failed' | 'missing';
export type DocumentState = { status: UnloadedStatus } | { status: 'loaded'; document: DocumentPageJson };

/**
 * A document by its slug, an earlier slug or its id. A cached one is shown at once, so that going back restores the
 * scroll position.
 */
export function useDocument(address: string): { state: DocumentState; reload: () => void } {
  const cache = useRef(new Map<string, DocumentPageJson>());
  const key = cache.current.has(address) ? null : `document ${address}`;
  const { state, reload } = useQuery(key, (signal) => fetchDocument(address, signal));
  if (state.status === 'loaded') {
    for (const each of [address, state.value.slug]) cache.current.set(each, state.value);
  }
  const document = cache.current.get(address);
  if (document) return { state: { status: 'loaded', document }, reload };
  if (state.status === 'failed') return { state: { status: isMissing(state.error) ? 'missing' : 'failed' }, reload };
  return { state: { status: 'loading' }, reload };
}

const fetchDocument = (address: string, signal: AbortSignal) =>
  api.get('/api/documents/page/:address', { param: { address }, signal });

/** An address that no document can have is refused as such. */
const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400);
