import type { DraftJson, RevisionJson, RevisionSummaryJson } from '#api/features/drafts/drafts.contract.ts';
import type { DraftSaveApi } from './draft-content.ts';

/** The calls about drafts and revisions of posts, or of documents. All throw ApiError. */
export type DraftApi<Fields> = DraftSaveApi<Fields> & {
  /** What readers have, as a draft of version 0, and what is being written on it. */
  load(id: number, signal?: AbortSignal): Promise<{ live_draft: DraftJson<Fields>; draft: DraftJson<Fields> | null }>;
  discard(id: number, version: number): Promise<void>;
  revisions(id: number, signal: AbortSignal): Promise<{ revisions: RevisionSummaryJson[] }>;
  /** With `until`, also who removed its blocks up to that revision. */
  revision(id: number, number: number, signal: AbortSignal, until?: number): Promise<RevisionJson<Fields>>;
  restore(id: number, number: number, body: { version: number; client_id: string }): Promise<DraftJson<Fields>>;
};
