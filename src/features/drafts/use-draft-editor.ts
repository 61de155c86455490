import { useRef, useState } from 'react';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import type { RichTextEditorHandle } from '#src/editor/RichTextEditor.tsx';
import { createLocalDraftStore } from '#src/features/drafts/local-store/local-draft-store.ts';
import type { createDraftApi } from './draft-api.ts';
import type { DraftContent } from './draft-content.ts';
import { useDraft } from './use-draft.ts';

/** A post or document as readers have it, as far as writing on it goes. */
export type LiveSubject = { title: string; revision: number; updated_at: string };

type Options<Fields extends object, Live extends LiveSubject> = {
  kind: DraftSubject;
  userId: number;
  /** What the server had when the screen was opened; all null for something new. */
  loaded: { id: number | null; live: Live | null; draft: DraftJson<Fields> | null };
  empty: DraftContent<Fields>;
  toContent: (live: Live) => DraftContent<Fields>;
  draftApi: ReturnType<typeof createDraftApi<Fields, Live>>;
  /** Where it is written on once it is there. */
  toEditUrl: (id: number) => string;
};

export type DraftEditor<Fields extends object, Live extends LiveSubject> = ReturnType<
  typeof useDraftEditor<Fields, Live>
>;

/** A post or document in hand: its draft, the copy in the browser, and the places on the screen that it is typed into. */
export function useDraftEditor<Fields extends object, Live extends LiveSubject>(options: Options<Fields, Live>) {
  const { kind, userId, loaded, toContent, draftApi, toEditUrl } = options;
  const { live } = loaded;
  const editor = useRef<RichTextEditorHandle>(null);
  const form = useRef<HTMLDivElement>(null);
  const [localStore] = useState(() => createLocalDraftStore<Fields>());
  const draft = useDraft<Fields>({
    ...resolveStart(options),
    ...{ kind, userId, draftApi, localStore, editor },
    onCreated: (id) => window.history.replaceState(window.history.state, '', toEditUrl(id)),
  });
  return { kind, userId, live, toContent, draftApi, editor, form, localStore, draft };
}

function resolveStart<Fields extends object, Live extends LiveSubject>({
  loaded,
  empty,
  toContent,
}: Options<Fields, Live>) {
  const { id, live, draft } = loaded;
  const draftBase = { id, version: draft?.version ?? 0, baseRevision: draft?.base_revision ?? live?.revision ?? 0 };
  if (draft) return { draftBase, text: { fields: draft.fields, content: draft.content }, savedAt: draft.updated_at };
  if (live) return { draftBase, text: toContent(live), savedAt: live.updated_at };
  return { draftBase, text: empty, savedAt: null };
}
