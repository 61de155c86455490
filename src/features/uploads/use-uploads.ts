import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { toListQuery, type ListState } from './list-state.ts';

/** The uploads of a list state. */
export function useUploads(listState: ListState) {
  const query = toListQuery(listState);
  const { value, update, ...list } = useListQuery(JSON.stringify(query), (signal) =>
    api.get('/api/uploads', { query, signal }),
  );
  const replace = (changed: UploadJson) =>
    update((page) => ({ ...page, data: page.data.map((each) => (each.id === changed.id ? changed : each)) }));
  return { ...list, page: value, replace };
}
