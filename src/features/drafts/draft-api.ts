import type {
  DraftJson,
  RevisionJson,
  RevisionSummaryJson,
  SavedDraftJson,
} from '#api/features/drafts/drafts.contract.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import { api } from '#src/lib/api-client.ts';
import type { DraftSaveApi } from './draft-content.ts';

const ROOTS: Record<DraftSubject, string> = { blog: '/api/blogs', document: '/api/documents' };

/** The calls about drafts and revisions of posts, or of documents. All throw ApiError. */
export function createDraftApi<Fields, Live>(kind: DraftSubject) {
  const root = ROOTS[kind];
  type Draft = DraftJson<Fields>;
  const saveApi: DraftSaveApi<Fields> = {
    create: (input) => api.post<{ id: number; draft: Draft }>(`${root}/drafts`, input),
    save: (id, input, options) => api.put<SavedDraftJson>(`${root}/${id}/draft`, input, options),
  };
  return {
    ...saveApi,
    /** The post or document as readers have it, and what is being written on it. */
    load: (id: number, signal?: AbortSignal) =>
      api.get<Record<DraftSubject, Live> & { draft: Draft | null }>(`${root}/${id}/draft`, signal && { signal }),
    discard: (id: number, version: number) => api.delete<void>(`${root}/${id}/draft`, { version }),
    publish: (id: number, version: number) =>
      api.post<Record<DraftSubject, Live> & { publish_id: number | null }>(`${root}/${id}/publish`, { version }),
    revisions: (id: number, signal: AbortSignal) =>
      api.get<{ revisions: RevisionSummaryJson[] }>(`${root}/${id}/revisions`, { signal }),
    revision: (id: number, number: number, signal: AbortSignal) =>
      api.get<RevisionJson<Fields>>(`${root}/${id}/revisions/${number}`, { signal }),
    restore: (id: number, number: number, body: { version: number; client_id: string }) =>
      api.post<Draft>(`${root}/${id}/revisions/${number}/restore`, body),
  };
}
