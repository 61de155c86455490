import { useRef, useState } from 'react';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { RichTextEditorHandle } from '#src/editor/RichTextEditor.tsx';
import { createLocalDraftStore } from '#src/features/drafts/local-store/local-draft-store.ts';
import type { DraftApi } from './draft-api.ts';
import type { DraftContent } from './draft-content.ts';
import type { EditedSubject } from './editor-layout/use-open-editors.ts';
import { useDraft } from './use-draft.ts';

/** The parts of a published post or document that the editor needs. */
export type LiveSubject = { title: string; status: string; revision: number; updated_at: string };

type Options<Fields extends object, Live extends LiveSubject> = {
  kind: EditedSubject;
  userId: number;
  /**
   * What the server had when the screen was opened; all null for something new. `liveDraft` is what readers have, as a
   * draft of version 0.
   */
  loaded: {
    id: number | null;
    live: Live | null;
    liveDraft: DraftJson<Fields> | null;
    draft: DraftJson<Fields> | null;
  };
  empty: DraftContent<Fields>;
  isNew: (live: Live, liveDraft: DraftJson<Fields> | null) => boolean;
  draftApi: DraftApi<Fields>;
  /** Where it is written on once it is there. */
  toEditUrl: (id: number) => string;
};

export type DraftEditor<Fields extends object, Live extends LiveSubject> = ReturnType<
  typeof useDraftEditor<Fields, Live>
>;

/** The state of an editor: the draft, its copy in the browser, and the elements that hold the text and the fields. */
export function useDraftEditor<Fields extends object, Live extends LiveSubject>(options: Options<Fields, Live>) {
  const { kind, userId, loaded, draftApi, toEditUrl } = options;
  const [live, setLive] = useState(loaded.live);
  const [isNew, setNew] = useState(loaded.live === null || options.isNew(loaded.live, loaded.liveDraft));
  const editor = useRef<RichTextEditorHandle>(null);
  const form = useRef<HTMLDivElement>(null);
  const [localStore] = useState(() => createLocalDraftStore<Fields>());
  const draft = useDraft<Fields>({
    ...resolveStart(options),
    kind,
    userId,
    draftApi,
    localStore,
    editor,
    published: loaded.liveDraft,
    onCreated: (id) => window.history.replaceState(window.history.state, '', toEditUrl(id)),
  });
  return {
    kind,
    userId,
    draftApi,
    editor,
    form,
    localStore,
    draft,
    /** What readers have, also after it was published here. */
    live,
    /** The text on the screen differs from what readers have. */
    hasChanges: draft.autosaver.draftBase().version > 0 || draft.state.isDirty,
    /** Begun in an editor, and never published, archived or saved by another call. */
    isNew,
    setLive(published: Live) {
      setLive(published);
      setNew(false);
    },
  };
}

function resolveStart<Fields extends object, Live extends LiveSubject>({ loaded, empty }: Options<Fields, Live>) {
  const { id, liveDraft, draft } = loaded;
  const start = draft ?? liveDraft;
  const draftBase = { id, version: start?.version ?? 0, baseRevision: start?.base_revision ?? 0 };
  if (!start) return { draftBase, text: empty, savedAt: null };
  return { draftBase, text: { fields: start.fields, content: start.content }, savedAt: start.updated_at };
}
