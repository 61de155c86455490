import { useRef, useState } from 'react';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { DraftSubject } from '#api/domain/enums.ts';
import type { RichTextEditorHandle } from '#src/editor/RichTextEditor.tsx';
import { createBrowserMirror } from '#src/features/drafts/local-store/local-draft-store.ts';
import type { createDraftCalls } from './draft-api.ts';
import type { DraftText } from './draft-content.ts';
import { useDraft } from './use-draft.ts';

/** A post or document as readers have it, as far as writing on it goes. */
export type LiveText = { title: string; revision: number; updated_at: string };

type Options<Fields extends object, Live extends LiveText> = {
  kind: DraftSubject;
  userId: number;
  /** What the server had when the screen was opened; all null for something new. */
  opened: { id: number | null; live: Live | null; draft: DraftJson<Fields> | null };
  empty: DraftText<Fields>;
  textOf: (live: Live) => DraftText<Fields>;
  calls: ReturnType<typeof createDraftCalls<Fields, Live>>;
  /** Where it is written on once it is there. */
  addressOf: (id: number) => string;
};

export type Writing<Fields extends object, Live extends LiveText> = ReturnType<typeof useWriting<Fields, Live>>;

/** A post or document in hand: its draft, the copy in the browser, and the places on the screen that it is typed into. */
export function useWriting<Fields extends object, Live extends LiveText>(options: Options<Fields, Live>) {
  const { kind, userId, opened, textOf, calls, addressOf } = options;
  const { live } = opened;
  const editor = useRef<RichTextEditorHandle>(null);
  const form = useRef<HTMLDivElement>(null);
  const [mirror] = useState(() => createBrowserMirror<Fields>());
  const draft = useDraft<Fields>({
    ...startOf(options),
    ...{ kind, userId, calls, mirror, editor },
    onCreated: (id) => window.history.replaceState(window.history.state, '', addressOf(id)),
  });
  return { kind, userId, live, textOf, calls, editor, form, mirror, draft };
}

function startOf<Fields extends object, Live extends LiveText>({ opened, empty, textOf }: Options<Fields, Live>) {
  const { id, live, draft } = opened;
  const origin = { id, version: draft?.version ?? 0, baseRevision: draft?.base_revision ?? live?.revision ?? 0 };
  if (draft) return { origin, text: { fields: draft.fields, content: draft.content }, savedAt: draft.updated_at };
  if (live) return { origin, text: textOf(live), savedAt: live.updated_at };
  return { origin, text: empty, savedAt: null };
}
