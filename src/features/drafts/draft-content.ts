import type { DraftJson, SavedDraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import { createRandomId } from '#src/lib/random-id.ts';

/** What is written: the fields, and the content as HTML. */
export type DraftContent<Fields> = { fields: Fields; content: string };

/** The versions of a text that are merged. */
export type DraftVersions<Fields> = {
  /** What this editor and the server last agreed on. */
  base: DraftContent<Fields>;
  /** What was sent since then without an answer, oldest first: the server may have had one of these. */
  unanswered: readonly DraftContent<Fields>[];
  mine: DraftContent<Fields>;
  theirs: DraftContent<Fields>;
};

/** The result of a merge, null where both changed the same place; and the text that both versions were made from. */
export type MergedDraft<Fields> = { base: DraftContent<Fields>; merged: DraftContent<Fields> | null };

/** The post or document of a draft, in the version that it started from; `id` is null for a new one. */
export type DraftBase = { id: number | null; version: number; baseRevision: number };

export type SaveDraftInput<Fields> = DraftContent<Fields> & {
  client_id: string;
  version: number;
  base_revision: number;
};

/** The API calls of a draft. All throw ApiError. */
export type DraftSaveApi<Fields> = {
  create(input: DraftContent<Fields> & { client_id: string }): Promise<{ id: number; draft: DraftJson<Fields> }>;
  save(id: number, input: SaveDraftInput<Fields>, options?: { keepalive: boolean }): Promise<SavedDraftJson>;
};

/** Text that is not on the server yet, as stored in the browser. */
export type LocalDraft<Fields> = DraftContent<Fields> & {
  clientId: string;
  kind: DraftSubject;
  userId: number;
  subjectId: number | null;
  version: number;
  baseRevision: number;
  /** Milliseconds UTC. */
  changedAt: number;
};

/** Stores texts in the browser, one for each session. Both reject with a message for the user. */
export type LocalDraftWriter<Fields> = {
  put(record: LocalDraft<Fields>): Promise<void>;
  remove(clientId: string): Promise<void>;
};

export function isSameContent<Fields>(one: DraftContent<Fields>, other: DraftContent<Fields>): boolean {
  return one.content === other.content && sortedJson(one.fields) === sortedJson(other.fields);
}

/** Whether readers have this text: what it left open was filled in when it was published. */
export function isPublishedContent<Fields extends object>(
  text: DraftContent<Fields>,
  live: DraftContent<Fields>,
): boolean {
  const filledFields = Object.entries(text.fields).filter(([, value]) => value !== null && value !== '');
  return isSameContent(
    { fields: { ...live.fields, ...Object.fromEntries(filledFields) }, content: text.content },
    live,
  );
}

/** The same for equal fields, in whatever order the server names them. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Names an opened editor. */
export const createClientId = (): string => createRandomId();
