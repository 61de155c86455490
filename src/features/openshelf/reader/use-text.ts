import { useContext, useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { formatError } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { fetchDiff, fetchText, refetchText } from '#src/features/openshelf/openshelf-api.ts';
import { PrefetchContext } from './prefetch.ts';

/** The text of a version; null loads none. After a failure of its server, `retry` has it fetched again. */
export function useText(readableId: number | null, version: number) {
  const id = readableId ?? 0;
  const key = readableId === null ? null : `text ${id}/${version}`;
  const prefetch = useContext(PrefetchContext);
  const { state, retry, replace } = useQuery(key, (signal) => {
    const request = () => fetchText(id, version, signal);
    return prefetch?.take(id, 'text', request) ?? request();
  });
  const [isRetrying, setRetrying] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const refetch = async () => {
    setRetrying(true);
    try {
      replace(await refetchText(id, version));
      setRefusal(null);
    } catch (error) {
      setRefusal(formatError(error));
    }
    setRetrying(false);
  };
  const value = state.status === 'loaded' ? state.value : null;
  const failure = state.status === 'failed' ? formatError(state.error) : (value?.error ?? null);
  return {
    value,
    isLoading: state.status === 'loading',
    isRetrying,
    error: failure === null ? null : (refusal ?? failure),
    retry: state.status === 'failed' ? retry : () => void refetch(),
  };
}

/** The differences between two versions; nothing where there is no earlier one. */
export function useDiff(id: number, { from, to }: { from: number | null; to: number }) {
  const key = from === null ? null : `diff ${id}/${from}/${to}`;
  const prefetch = useContext(PrefetchContext);
  const { state, retry } = useQuery(key, (signal) => {
    const request = () => fetchDiff(id, { from: from ?? to, to }, signal);
    return prefetch?.take(id, 'diff', request) ?? request();
  });
  return {
    value: state.status === 'loaded' ? state.value : null,
    error: state.status === 'failed' ? formatError(state.error) : null,
    retry,
  };
}

/** The differences of a publication from a version of another work. */
export function useComparison(publication: PublicationJson, other: { id: number; version_number: number }) {
  const { id, version_number: to } = publication;
  const from = other.version_number;
  const { state, retry } = useQuery(`comparison ${id}/${to} ${other.id}/${from}`, (signal) =>
    fetchDiff(id, { from, to, with: other.id }, signal),
  );
  return {
    value: state.status === 'loaded' ? state.value : null,
    error: state.status === 'failed' ? formatError(state.error) : null,
    retry,
  };
}
