import type { z } from 'zod';
import type { UploadJson, uploadsResponse } from '#api/features/uploads/uploads.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { toApiUrl, type ListState } from './list-state.ts';

type Page = z.infer<typeof uploadsResponse>;

/** The uploads of a view. */
export function useUploads(view: ListState) {
  const path = toApiUrl(view);
  const { value, update, ...query } = useListQuery(path, (signal) => api.get<Page>(path, { signal }));
  const replace = (changed: UploadJson) =>
    update((page) => ({ ...page, data: page.data.map((each) => (each.id === changed.id ? changed : each)) }));
  return { ...query, page: value, replace };
}
