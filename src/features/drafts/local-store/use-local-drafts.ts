import { useEffect, useState } from 'react';
import type { DraftSubject } from '#api/domain/enums.ts';
import type { LocalDraftStore } from './local-draft-store.ts';
import { type DraftContent, isSameContent, type LocalDraft } from '#src/features/drafts/draft-content.ts';
import type { DraftEditor, LiveSubject } from '#src/features/drafts/use-draft-editor.ts';
import { showToast } from '#src/lib/toast.ts';
import { listOpenEditors } from './open-editor-locks.ts';

type LocalDraftQuery<Fields> = {
  kind: DraftSubject;
  /** Null for what was never saved as a post or document. */
  subjectId: number | null;
  userId: number;
  localStore: LocalDraftStore<Fields>;
  /** The server's version: an equal copy is not offered. */
  saved: () => DraftContent<Fields>;
};

/** Stored texts of a post or document that no editor has open, newest first. */
export function useLocalDrafts<Fields>({ kind, subjectId, userId, localStore, saved }: LocalDraftQuery<Fields>) {
  const [records, setRecords] = useState<LocalDraft<Fields>[]>([]);
  // What was loaded stays what is compared with, however often the screen is drawn.
  const [start] = useState(() => ({ subjectId, saved: saved() }));
  useEffect(() => {
    let isCurrent = true;
    const find = async () => {
      const [stored, open] = await Promise.all([localStore.list(kind, start.subjectId, userId), listOpenEditors()]);
      const left = stored.filter(({ clientId }) => !open.has(clientId));
      const savedRecords = left.filter((record) => isSameContent(record, start.saved));
      for (const { clientId } of savedRecords) await localStore.remove(clientId);
      if (isCurrent) setRecords(left.filter((record) => !savedRecords.includes(record)));
    };
    // Without local storage a warning appears as soon as something is typed.
    find().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [localStore, kind, userId, start]);

  const forget = (forgotten: LocalDraft<Fields>) => {
    setRecords((before) => before.filter((record) => record !== forgotten));
  };
  return {
    records,
    forget,
    discard(record: LocalDraft<Fields>) {
      forget(record);
      void localStore.remove(record.clientId);
    },
  };
}

type EditorParts<Fields extends object, Live extends LiveSubject> = Pick<
  DraftEditor<Fields, Live>,
  'kind' | 'userId' | 'localStore' | 'draft'
>;

/** Texts that editors left in this browser when they ended without saving: newest first, each offered once. */
export function useRecoverableDrafts<Fields extends object, Live extends LiveSubject>(
  draftEditor: EditorParts<Fields, Live>,
) {
  const { kind, userId, localStore, draft } = draftEditor;
  const subjectId = draft.autosaver.draftBase().id;
  const { records, forget, discard } = useLocalDrafts({ kind, subjectId, userId, localStore, saved: draft.read });
  return {
    records,
    restore(record: LocalDraft<Fields>) {
      forget(record);
      draft.resume(record);
      showToast('Text restored. Saving it as the draft.', 'success');
    },
    discard,
  };
}
