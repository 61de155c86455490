import { useEffect, useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { formatError, nullIfNotFound } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { fetchDiff, fetchPublication, fetchText, refetchText } from '#src/features/openshelf/openshelf-api.ts';

/** What is prefetched is loaded again so often (ms); what changes earlier is known from the queue. */
const PREFETCH_AGE_MS = 5 * 60_000;

type Detail = Awaited<ReturnType<typeof fetchPublication>>;
type Versions = { from: number | null; to: number };

/** A publication with its history; the value is null where there is none, and null loads nothing. */
export const usePublication = (id: number | null, pollAfter: () => number | null = () => null) =>
  useQuery(
    id === null ? null : `publication ${id}`,
    (signal) => fetchPublication(id ?? 0, signal).catch(nullIfNotFound),
    { pollAfter },
  );

const useTextQuery = (id: number | null, version: number) =>
  useQuery(id === null ? null : `text ${id}/${version}`, (signal) => fetchText(id ?? 0, version, signal));

/** The text of a version; null loads none. After a failure of its server, `retry` has it fetched again. */
export function useText(id: number | null, version: number) {
  const { state, reload, replace } = useTextQuery(id, version);
  const [isRetrying, setRetrying] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const refetch = async () => {
    setRetrying(true);
    try {
      replace(await refetchText(id ?? 0, version));
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
    retry: state.status === 'failed' ? reload : () => void refetch(),
  };
}

/** The differences between two versions; nothing where there is no earlier one. */
export const useDiff = (id: number, { from, to }: Versions) =>
  useQuery(from === null ? null : `diff ${id} ${from} ${to}`, (signal) =>
    fetchDiff(id, { from: from ?? to, to }, signal),
  );

/** The differences of a publication from a version of another work. */
export function useComparison(publication: PublicationJson, other: { id: number; version_number: number }) {
  const { id, version_number: to } = publication;
  const from = other.version_number;
  return useQuery(`comparison ${id} ${to} ${other.id} ${from}`, (signal) =>
    fetchDiff(id, { from, to, with: other.id }, signal),
  );
}

/** Loads what is read of a publication before it is opened, and again when the queue says that it has changed. */
export function usePrefetch(next: PublicationJson | null): void {
  const { value, reload } = usePublication(next?.id ?? null, () => PREFETCH_AGE_MS);
  useEffect(() => {
    if (next && value && value.updated_at < next.updated_at) reload();
  }, [next, value, reload]);
  const version = value?.version_number ?? 0;
  useTextQuery(value && isReadable(value) ? value.id : null, version);
  useDiff(value?.id ?? 0, { from: value && findEarlierVersion(value), to: version });
}

/** Whether there is a text to show; a PDF is a file only. */
export const isReadable = ({ html_url: html, md_url: markdown }: Detail) => html !== null || markdown !== null;

/** The version that the current one is compared with, or null. */
export const findEarlierVersion = ({ last_decided_version: decided, version_number: current }: Detail) =>
  decided ?? (current > 1 ? current - 1 : null);
