import { api } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';

export type CoverImage = Pick<UploadJson, 'url' | 'width' | 'height' | 'alt'>;

/** A draft names its cover by id alone: the image is looked up among the uploads. Without it the text beside it suffices. */
export function useCoverImage(id: number | null, loadedCover: CoverImage | null): CoverImage | null {
  const key = id === null || loadedCover ? null : `upload ${id}`;
  const { state } = useQuery(key, (signal) => api.get('/api/uploads/:id', { param: { id: id ?? 0 }, signal }));
  return loadedCover ?? (state.status === 'loaded' ? state.value : null);
}
